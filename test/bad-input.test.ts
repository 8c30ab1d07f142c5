import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { grk, judgmentLines, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('bad');
const row = (over: object) =>
  JSON.stringify({
    topicId: 't1',
    query: 'q',
    category: 'c',
    split: 'dev',
    answerable: true,
    gold: [{ doc: 'guides/backup.md', quote: 'every night', grade: 1 }],
    ...over,
  });

/** Each golden set has one fault; the message names it with file and line, and what to do. */
const GOLDEN_FAULTS: [name: string, files: Record<string, string | Buffer>, message: string | RegExp][] = [
  ['a malformed line', { 'judgments.jsonl': judgmentLines({ 1: '{"topicId": "t2", ' }) }, /judgments\.jsonl:2/],
  ['an unknown key', { 'judgments.jsonl': judgmentLines({ 0: row({ queri: 'x' }) }) }, 'did you mean "query"?'],
  ['a topic id twice', { 'judgments.jsonl': judgmentLines({ 1: row({}) }) }, /judgments\.jsonl:2.*"t1"/s],
  [
    'a quote that is not there',
    {
      'judgments.jsonl': judgmentLines({
        0: row({ gold: [{ doc: 'guides/backup.md', quote: 'every morning', grade: 1 }] }),
      }),
    },
    /judgments\.jsonl:1.*the quote "every morning" is not in the document/s,
  ],
  [
    'a quote that occurs twice',
    { 'judgments.jsonl': judgmentLines({ 0: row({ gold: [{ doc: 'guides/keys.md', quote: 'key', grade: 1 }] }) }) },
    /occurs \d+ times, at lines/,
  ],
  [
    'an unknown document',
    { 'judgments.jsonl': judgmentLines({ 0: row({ gold: [{ doc: 'guides/backups.md', quote: 'x', grade: 1 }] }) }) },
    'Did you mean "guides/backup.md"?',
  ],
  [
    'a file that is not UTF-8',
    { 'corpus/guides/latin.md': Buffer.from([0x23, 0x20, 0xe9, 0x0a]) },
    /latin\.md.*UTF-8/s,
  ],
  ['an empty judgments file', { 'judgments.jsonl': '' }, 'holds no topics'],
  ['a manifest with a misspelled key', { 'manifest.json': '{"nam": "x"}' }, 'did you mean "name"?'],
];

describe('bad golden sets', () => {
  it.each(GOLDEN_FAULTS)('names %s', async (name, files, message) => {
    const place = join(folder, name.replaceAll(' ', '-'));
    smallGolden(place, files);
    const { code, err, out } = await grk(folder, ['eval', '--golden', place, '--no-dense']);
    expect(err).toMatch(message);
    expect(err).toContain('what to do:');
    expect(err).not.toMatch(/\n\s+at /);
    expect([code === 1 || code === 2, out]).toEqual([true, '']);
  });

  it('names an empty folder, and a missing one with its nearest sibling', async () => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    expect(await grk(folder, ['eval', '--golden', 'empty'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('manifest.json'),
    });
    expect(await grk(folder, ['eval', '--golden', 'emty'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean "empty"?'),
    });
    expect(await grk(folder, ['eval'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no golden set is named'),
    });
  });
});

describe('bad arguments', () => {
  const golden = join(folder, 'right');
  it('are one JSON value on stdout under --json, as every error', async () => {
    const { code, out } = await grk(folder, ['evl', '--json']);
    expect([code, JSON.parse(out).error]).toMatchObject([
      2,
      { code: 'GRK_USAGE', remedy: 'Run `grk --help` for the commands.' },
    ]);
  });
  it.each<[string[], number, string]>([
    [['frobnicate'], 2, 'unknown command "frobnicate"'],
    [['eval', '--golden', golden, '--measures', 'nDGC@10'], 2, 'Did you mean "nDCG@10"?'],
    [['eval', '--golden', golden, '--measures', 'P@5,GMAP'], 2, 'GMAP is a geometric mean over topics'],
    [['eval', '--golden', golden, '--split', 'tset'], 2, 'there is no split "tset"'],
    [['eval', '--golden', golden, '--embedder', 'statc:shipped'], 2, 'Did you mean "static:shipped"?'],
    [['eval', '--golden', golden, '--embedder', 'static:nowhere'], 2, 'there is no folder'],
    [['eval', '--golden', golden, '--top-k', '500'], 2, 'top-k 500 is above the window 100'],
    [['eval', '--golden', golden, '--top-k', 'ten'], 2, 'not a whole number'],
    [['eval', '--golden', golden, '--set', 'lexical.k=1'], 2, 'Did you mean "lexical.k1"?'],
    [['eval', 'nosuite.json'], 2, 'the suite'],
    [['report', 'show', 'nothing.json'], 2, 'does not exist'],
    [['ingest', 'nowhere'], 2, 'nowhere'],
    [['search', '   '], 2, 'the query is empty'],
    [['search', 'x', '--filter', 'folder'], 2, 'not of the form key=value'],
  ])('refuses %j', async (args, code, message) => {
    smallGolden(golden);
    const run = await grk(folder, args);
    expect(run.err).toContain(message);
    expect(run.err).toContain('what to do:');
    expect(run.err).not.toMatch(/\n\s+at /);
    expect([run.code, run.out]).toEqual([code, '']);
  });

  it('prints the error as JSON too under --json, and the stack under --verbose', async () => {
    const json = await grk(folder, ['search', 'x', '--json']);
    expect(JSON.parse(json.out).error).toMatchObject({ code: 'GRK_COLLECTION_MISSING' });
    const verbose = await grk(folder, ['search', 'x', '--verbose']);
    expect(verbose.err).toMatch(/\n\s+at /);
  });

  it('refuses a report of a newer version by name', async () => {
    writeFileSync(join(folder, 'newer.json'), '{"schemaVersion": 99}');
    expect(await grk(folder, ['report', 'show', 'newer.json'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('report schema 99'),
    });
  });
  it('says so where the state folder cannot be made', async () => {
    const place = join(folder, 'blocked');
    smallGolden(join(place, 'gold'));
    writeFiles(place, { 'grk.config.json': '{}', '.grk': 'a file in the place of the folder' });
    expect(await grk(place, ['eval', '--golden', 'gold', '--no-dense'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be written'),
    });
  });
  it('refuses an --out that cannot be written before it measures', async () => {
    smallGolden(golden);
    const run = await grk(folder, ['eval', '--golden', golden, '--out', folder]);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toContain('is a folder');
  });
});
