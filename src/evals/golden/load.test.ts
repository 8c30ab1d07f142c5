import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { loadGolden } from './load.ts';

const MANIFEST = {
  name: 'sample',
  version: '1.0.0',
  description: 'Two documents.',
  licence: 'CC0-1.0',
  language: 'en',
  unit: 'passage',
  corpus: { path: 'corpus' },
};
const ROW = { topicId: 'b', query: 'q', category: 'keyword', split: 'dev', answerable: false, gold: [] };
const GRK = {
  'manifest.json': JSON.stringify(MANIFEST),
  'judgments.jsonl': `${JSON.stringify(ROW)}\n${JSON.stringify({ ...ROW, topicId: 'a', split: 'test' })}\n`,
  'corpus/a.md': '# A\n',
};
const BEIR = {
  'corpus.jsonl': '{"_id": "d", "text": "x"}\n',
  'queries.jsonl': '{"_id": "q", "text": "x"}\n',
  'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq\td\t1\n',
};

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'grk golden ü '));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes a folder; null removes a file of the base. */
async function folder(
  base: Record<string, string>,
  changes: Record<string, string | Uint8Array | null> = {},
): Promise<string> {
  const path = join(root, 'set');
  await mkdir(path, { recursive: true });
  for (const [name, content] of Object.entries({ ...base, ...changes })) {
    if (content === null) continue;
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return path;
}

async function refusal(path: string): Promise<GrkError> {
  const outcome = await loadGolden(path).catch((error: unknown) => error);
  if (outcome instanceof GrkError) return outcome;
  throw new Error(`not refused: ${String(outcome)}`);
}

describe('loading refuses', () => {
  it('a path that does not exist, naming the nearest beside it', async () => {
    await folder(GRK);
    const missing = join(root, 'sett');
    expect(await refusal(missing)).toMatchObject({
      code: 'GRK_FILE_MISSING',
      message: `the golden set ${missing} does not exist. Did you mean "set"?`,
      remedy: expect.stringContaining('A golden set has manifest.json and judgments.jsonl; a BEIR folder has'),
    });
  });

  it('a path below a folder that does not exist', async () => {
    expect(await refusal(join(root, 'no', 'where'))).toMatchObject({ code: 'GRK_FILE_MISSING' });
  });

  it.each([
    ['an empty folder', {}, {}, 'it has neither manifest.json nor corpus.jsonl'],
    ['a manifest alone', GRK, { 'judgments.jsonl': null }, 'it has no judgments.jsonl'],
    ['judgments alone', GRK, { 'manifest.json': null }, 'it has no manifest.json'],
    ['a BEIR folder without queries', BEIR, { 'queries.jsonl': null }, 'it has no queries.jsonl'],
    ['a BEIR folder without corpus', BEIR, { 'corpus.jsonl': null }, 'it has no corpus.jsonl'],
    ['a BEIR folder without qrels', BEIR, { 'qrels/test.tsv': null }, 'it has no qrels'],
    [
      'a BEIR folder with other qrels',
      BEIR,
      { 'qrels/test.tsv': null, 'qrels/a.txt': '' },
      'it has no qrels/SPLIT.tsv',
    ],
  ])('%s', async (_, base, changes, why) => {
    const path = await folder(base, changes);
    expect(await refusal(path)).toMatchObject({
      code: 'GRK_GOLDEN_INVALID',
      message: `${path} is not a golden set: ${why}`,
    });
  });

  it('a file', async () => {
    const path = join(await folder(GRK), 'manifest.json');
    expect((await refusal(path)).message).toBe(`${path} is not a golden set: a golden set is a folder`);
  });

  it.each([
    ['grk', GRK, { 'judgments.jsonl': '\n' }],
    ['BEIR', BEIR, { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\n' }],
  ])('a %s folder without topics', async (_, base, changes) => {
    const path = await folder(base, changes);
    expect(await refusal(path)).toMatchObject({
      code: 'GRK_GOLDEN_EMPTY',
      message: `the golden set ${path} holds no topics`,
    });
  });

  it('faults of the manifest', async () => {
    const path = await folder(GRK, { 'manifest.json': JSON.stringify({ ...MANIFEST, licences: 'x', unit: 'chunk' }) });
    expect(await refusal(path)).toMatchObject({
      code: 'GRK_GOLDEN_INVALID',
      message:
        `${join(path, 'manifest.json')}: unit: "chunk" is not one of: passage, document; ` +
        'unknown key "licences"; did you mean "licence"?',
    });
  });

  it('a manifest that is no JSON', async () => {
    const path = await folder(GRK, { 'manifest.json': '{' });
    expect((await refusal(path)).message).toBe(`${join(path, 'manifest.json')}: not valid JSON`);
  });

  it('a corpus that does not exist or is something else', async () => {
    const at = (corpus: string) => JSON.stringify({ ...MANIFEST, corpus: { path: corpus } });
    const path = await folder(GRK, { 'manifest.json': at('corpse') });
    expect(await refusal(path)).toMatchObject({
      code: 'GRK_FILE_MISSING',
      message: `the corpus ${join(path, 'corpse')} does not exist. Did you mean "corpus"?`,
      remedy: `Correct corpus.path in ${join(path, 'manifest.json')}.`,
    });
    await folder(GRK, { 'manifest.json': at('corpus/a.md') });
    expect((await refusal(path)).message).toBe(
      `${join(path, 'manifest.json')}: corpus.path: corpus/a.md is neither a folder nor a .jsonl file`,
    );
  });

  it('judgments with faults, by file and line', async () => {
    const path = await folder(GRK, { 'judgments.jsonl': '\n{}' });
    expect((await refusal(path)).message).toContain(`${join(path, 'judgments.jsonl')}:1: blank line`);
  });

  it('a file that is not UTF-8, and one that cannot be read', async () => {
    const path = await folder(GRK, { 'judgments.jsonl': Uint8Array.of(0x7b, 0xff, 0x7d) });
    expect(await refusal(path)).toMatchObject({
      code: 'GRK_NOT_UTF8',
      message: `${join(path, 'judgments.jsonl')} is not valid UTF-8`,
    });
    await rm(join(path, 'judgments.jsonl'));
    await mkdir(join(path, 'judgments.jsonl'));
    expect(await refusal(path)).toMatchObject({
      code: 'GRK_FILE_UNREADABLE',
      message: `${join(path, 'judgments.jsonl')} cannot be read (EISDIR)`,
    });
  });

  it('a corpus in parts with one missing', async () => {
    const path = await folder(BEIR, { 'corpus.jsonl': null, 'corpus-00.jsonl': '', 'corpus-02.jsonl': '' });
    expect((await refusal(path)).message).toBe(
      `${path}: corpus files are missing between corpus-00.jsonl and corpus-02.jsonl`,
    );
  });
});

describe('a golden set', () => {
  it('in grk’s layout is read whole, topics sorted', async () => {
    const path = await folder(GRK);
    const golden = await loadGolden(path);
    expect(golden).toMatchObject({
      name: 'sample',
      version: '1.0.0',
      language: 'en',
      licence: 'CC0-1.0',
      unit: 'passage',
      format: 'grk',
      source: { kind: 'folder', root: join(path, 'corpus'), include: ['**/*.md'], exclude: [] },
      splits: ['dev', 'test'],
    });
    expect(golden.topics.map(({ topicId }) => topicId)).toEqual(['a', 'b']);
    expect(golden.judgmentsSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('may lie over a corpus file, and be named by a relative path', async () => {
    const manifest = JSON.stringify({ ...MANIFEST, unit: 'document', corpus: { path: '../docs.jsonl' } });
    const path = await folder(GRK, { 'manifest.json': `\uFEFF${manifest}` });
    await writeFile(join(root, 'docs.jsonl'), '');
    const golden = await loadGolden(relative(process.cwd(), path));
    expect(golden.source).toEqual({ kind: 'jsonl', files: [join(root, 'docs.jsonl')] });
  });

  it('may be a BEIR folder', async () => {
    const path = await folder(BEIR, { 'corpus.jsonl': null, 'corpus-01.jsonl': '', 'corpus-00.jsonl': '' });
    expect(await loadGolden(path)).toMatchObject({
      name: 'set',
      unit: 'document',
      format: 'beir',
      source: { kind: 'jsonl', files: [join(path, 'corpus-00.jsonl'), join(path, 'corpus-01.jsonl')] },
      splits: ['test'],
      topics: [{ topicId: 'q', answerable: true, where: `${join(path, 'qrels', 'test.tsv')}:2` }],
    });
  });
});

const REPOSITORY = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const DATASETS = join(process.env.GRK_SHARED ?? join(REPOSITORY, '..', 'shared'), 'datasets');
const isPresent = existsSync(DATASETS);

describe.skipIf(!isPresent)(`public collections${isPresent ? '' : ' (skipped: shared data not present)'}`, () => {
  it.each([
    ['scifact', ['test', 'train'], 1109, 0],
    ['cranfield', ['test'], 225, 0],
    ['nfcorpus-stopped', ['test'], 323, 0],
    ['medquad-nih', ['test'], 86, 26],
    ['cosqa', ['dev', 'test'], 1000, 0],
  ])('%s', async (name, splits, topics, unknown) => {
    const golden = await loadGolden(join(DATASETS, name));
    expect([golden.splits, golden.topics.length]).toEqual([splits, topics]);
    expect(golden.topics.filter(({ answerable }) => answerable === 'unknown')).toHaveLength(unknown);
  });
});
