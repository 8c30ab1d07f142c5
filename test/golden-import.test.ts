import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../src/contracts/report.ts';
import { grk, workFolder, writeFiles } from './binary.ts';
import { SHARED } from './trec-input.ts';

const DATASETS = join(SHARED, 'datasets');
const hasShared = existsSync(DATASETS);
const whySkipped = hasShared ? '' : ' (skipped: shared data not present)';

const folder = workFolder('import');
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
const importing = (...args: string[]) => grk(folder, ['golden', 'import', ...args]);
const jsonl = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const document = (_id: string, text: string, title = '') => ({ _id, title, text });

writeFiles(folder, {
  'beir/corpus-00.jsonl':
    `\uFEFF${jsonl([document('d1', 'walrus tusks are ivory', 'Walrus'), document('Ünï "7"/a b', 'a walrus has tusks')])}`.trimEnd(),
  'beir/corpus-01.jsonl': jsonl([
    document('d3', 'ivory trade was banned'),
    document('d4', 'harbour seals sleep ashore'),
  ]),
  'beir/queries.jsonl': jsonl([
    { _id: 'q1', text: 'walrus tusks' },
    { _id: 'q2', text: 'harbour seals' },
    { _id: 'q3', text: 'ivory' },
    { _id: 'q4', text: 'walrus tusks' },
  ]),
  'beir/qrels/test.tsv':
    'query-id\tcorpus-id\tscore\nq1\tÜnï "7"/a b\t2\nq1\td1\t1\nq1\td4\t0\nq1\td3\t-1\nq3\td4\t0\n',
  'beir/qrels/train.tsv': 'query-id\tcorpus-id\tscore\nq2\td4\t1\nq4\td1\t1\n',
});

async function scores(golden: string, ...args: string[]) {
  const { code, err } = await grk(folder, [
    'eval',
    '--golden',
    golden,
    '--no-dense',
    '--out',
    'r.json',
    '--quiet',
    ...args,
  ]);
  expect([code, err]).toEqual([0, '']);
  const { stages, topics } = JSON.parse(read('r.json')) as Report;
  return { stages: stages.map(({ means, topics: rows }) => ({ means, rows })), topics };
}

describe('grk golden import beir', () => {
  it('writes a golden set that checks and measures as the folder does', async () => {
    const { code, out } = await importing('beir', 'beir', '--out', 'gold/böir 1');
    expect(code).toBe(0);
    expect(out).toContain('4 (3 answerable, 1 without a relevant judgment)');
    expect(readdirSync(join(folder, 'gold', 'böir 1')).sort()).toEqual([
      'DATASHEET.md',
      'corpus.jsonl',
      'judgments.jsonl',
      'manifest.json',
    ]);
    expect(readdirSync(join(folder, 'gold'))).toEqual(['böir 1']);
    expect(JSON.parse(read('gold', 'böir 1', 'manifest.json'))).toMatchObject({
      name: 'böir 1',
      unit: 'document',
      importedFrom: 'beir',
    });
    expect(JSON.parse(read('gold', 'böir 1', 'judgments.jsonl').split('\n')[0] ?? '')).toMatchObject({
      topicId: 'q1',
      split: 'test',
      gold: [
        { doc: 'd1', grade: 1 },
        { doc: 'd3', grade: -1 },
        { doc: 'd4', grade: 0 },
        { doc: 'Ünï "7"/a b', grade: 2 },
      ],
    });
    const check = await grk(folder, ['golden', 'check', '--golden', 'gold/böir 1', '--json']);
    expect(check.code).toBe(0);
    const found = JSON.parse(check.out).findings.map(
      ({ severity, message }: { severity: string; message: string }) => `${severity}: ${message}`,
    );
    expect(found).toEqual([
      'notice: split "test" has 1 topics without a relevant judgment; they are in no average',
      expect.stringContaining('warning: topic "q4" asks the same as "q1"'),
    ]);
    for (const split of ['test', 'train', 'all']) {
      const args = ['--split', split, '--measures', 'Judged@10,P@5'];
      expect(await scores('gold/böir 1', ...args)).toEqual(await scores('beir', ...args));
    }
  });

  it('imports one split on request, under another name', async () => {
    const { code, out } = await importing(
      'beir',
      'beir',
      '--split',
      'train',
      '--out',
      'train',
      '--name',
      'walruses',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      name: 'walruses',
      topics: 2,
      splits: ['train'],
      documents: 4,
      leftOut: [],
    });
  });

  it('lists judgments of documents that the corpus lacks, and refuses them with --strict', async () => {
    writeFiles(folder, {
      'gaps/corpus.jsonl': read('beir', 'corpus-01.jsonl'),
      'gaps/queries.jsonl': read('beir', 'queries.jsonl'),
      'gaps/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td999\t1\nq2\td4\t1\nq2\td998\t2\n',
    });
    const strict = await importing('beir', 'gaps', '--out', 'strict', '--strict');
    expect(strict.code).toBe(2);
    expect(strict.err).toContain(
      '2 of 3 judgments name documents that the corpus lacks: "d999" (topic q1), "d998" (topic q2)',
    );
    expect(existsSync(join(folder, 'strict'))).toBe(false);
    const loose = await importing('beir', 'gaps', '--out', 'loose', '--json');
    expect(loose.code).toBe(0);
    expect(loose.err).toContain('warning: 2 of 3 judgments name documents');
    expect(JSON.parse(loose.out)).toMatchObject({ topics: 2, answerable: 1, unknown: 1, judgments: 1 });
    expect(read('loose', 'left-out.tsv')).toBe('query-id\tcorpus-id\tscore\nq1\td999\t1\nq2\td998\t2\n');
    expect(read('loose', 'DATASHEET.md')).toContain('2 judgments name documents that the corpus lacks');
    expect((await grk(folder, ['golden', 'check', '--golden', 'loose'])).code).toBe(0);
  });

  it('never overwrites what is there without --force, and nothing but golden sets with it', async () => {
    writeFiles(folder, { 'mine/notes.txt': 'keep me', 'mine/manifest.json': '{}' });
    const args = ['beir', 'beir', '--split', 'test', '--out'];
    expect(await importing(...args, 'mine')).toMatchObject({
      code: 2,
      err: expect.stringContaining('mine is not empty'),
    });
    const forced = await importing(...args, 'mine', '--force');
    expect(forced).toMatchObject({ code: 2, err: expect.stringContaining('holds something that is no golden set') });
    expect(read('mine', 'notes.txt')).toBe('keep me');
    expect((await importing(...args, 'again')).code).toBe(0);
    expect((await importing(...args, 'again')).code).toBe(2);
    expect((await importing('beir', 'beir', '--split', 'train', '--out', 'again', '--force')).code).toBe(0);
    expect(read('again', 'judgments.jsonl')).not.toContain('"test"');
    expect(await importing('beir', 'beir', '--out', 'beir')).toMatchObject({
      code: 2,
      err: expect.stringContaining('not empty'),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('.again'))).toEqual([]);
  });

  it.each<[string, Record<string, string>, string[], string]>([
    ['a document twice', { 'corpus.jsonl': jsonl([document('d1', 'x'), document('d1', 'y')]) }, [], 'corpus.jsonl:2'],
    [
      'a judgment twice',
      { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td1\t0\n' },
      [],
      'test.tsv:3: "d1" is judged for "q1" twice: first at',
    ],
    [
      'a topic in two splits',
      { 'qrels/dev.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n' },
      [],
      'topic id "q1" is taken: first at',
    ],
    [
      'a grade of halves',
      { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t0.5\n' },
      [],
      'test.tsv:2: the grade "0.5" is not an integer',
    ],
    ['an unknown split', {}, ['--split', 'tset'], 'there is no split "tset". Did you mean "test"?'],
    [
      'no document in common',
      { 'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1-0\t1\n' },
      [],
      'the corpus has "d1"',
    ],
    ['--map', {}, ['--map', 'query=q'], '--map names fields of JSONL rows; beir has none'],
  ])('refuses %s, and writes nothing', async (name, files, args, message) => {
    const set = `bad ${name}`;
    const good = {
      'corpus.jsonl': jsonl([document('d1', 'x')]),
      'queries.jsonl': jsonl([{ _id: 'q1', text: 'x' }]),
      'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\n',
    };
    writeFiles(join(folder, set), { ...good, ...files });
    const { code, err, out } = await importing('beir', set, '--out', 'bad', ...args);
    expect([code === 1 || code === 2, out]).toEqual([true, '']);
    expect(err).toContain(message);
    expect(existsSync(join(folder, 'bad'))).toBe(false);
  });

  it.runIf(hasShared).each(['adi', 'cranfield', 'nfcorpus-stopped'])(
    `gives the numbers of the folder itself: %s${whySkipped}`,
    async (name) => {
      expect((await importing('beir', join(DATASETS, name), '--out', `shared/${name}`)).code).toBe(0);
      expect((await grk(folder, ['golden', 'check', '--golden', `shared/${name}`])).code).toBe(0);
      expect(await scores(`shared/${name}`)).toEqual(await scores(join(DATASETS, name)));
    },
    120_000,
  );
});
