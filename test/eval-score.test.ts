import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { grk, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('score');
const QRELS = 'q1 0 d1 3\nq1 0 d2 2\nq1 0 d3 1\nq1 0 d4 0\nq1 0 d5 1\nq2 0 d1 1\nq3 0 d1 0\n';
const RUN =
  'q1 Q0 d4 1 10 mine\nq1 Q0 d1 2 9 mine\nq1 Q0 dX 3 8 mine\nq1 Q0 d3 4 7 mine\nq1 Q0 d2 5 6 mine\nq3 Q0 d1 1 1 mine\n';
writeFiles(folder, {
  'qrels.txt': QRELS,
  'a.run': RUN,
  'b.run': 'q1 Q0 d1 1 2 other\nq2 Q0 d1 1 2 other\nq3 Q0 d1 1 1 other\n',
  'a.run.gz': gzipSync(RUN),
  'dos.qrels': `\uFEFF${QRELS.replaceAll('\n', '\r\n')}`,
  'beir.tsv':
    'query-id\tcorpus-id\tscore\nq1\td1\t3\nq1\td2\t2\nq1\td3\t1\nq1\td4\t0\nq1\td5\t1\nq2\td1\t1\nq3\td1\t0\n',
  'beir/corpus.jsonl': '{"_id": "d1", "title": "", "text": "x"}\n',
  'beir/queries.jsonl': '{"_id": "q1", "text": "x"}\n{"_id": "q2", "text": "y"}\n',
  'beir/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td1\t1\n',
  'beir/qrels/train.tsv': 'query-id\tcorpus-id\tscore\nq1\td4\t1\n',
});

const score = (...args: string[]) => grk(folder, ['eval', 'score', ...args]);
const jsonOf = async (...args: string[]) => {
  const { code, out } = await score(...args, '--json');
  expect(code).toBe(0);
  return JSON.parse(out) as { runs: { name: string; measures: Record<string, number>; warnings: string[] }[] };
};
const MEANS = { 'nDCG@5': 0.5964660417 / 3, AP: 0.4 / 3, RR: 0.5 / 3, 'P(rel=2)@5': 0.4 / 3, NumQ: 3 };
const ASKED = ['ndcg_cut.5', 'map,recip_rank', 'P[rel=2]@5', 'num_q'];

describe('grk eval score', () => {
  it.each<[string, string, string | Buffer | undefined]>([
    ['qrels.txt', 'a.run', undefined],
    ['dos.qrels', 'a.run.gz', undefined],
    ['beir.tsv', '-', RUN],
    ['qrels.txt', '-', gzipSync(RUN)],
    ['-', 'a.run', QRELS],
  ])('gives the same values from %s and %s', async (qrels, run, input) => {
    const { code, out, err } = await grk(folder, ['eval', 'score', qrels, run, ...ASKED, '--json'], {
      ...(input === undefined ? {} : { input }),
    });
    expect(code).toBe(0);
    const { runs } = JSON.parse(out);
    expect(runs).toHaveLength(1);
    expect(runs[0].name).toBe('mine');
    expect(Object.keys(runs[0].measures)).toEqual(Object.keys(MEANS));
    for (const [name, value] of Object.entries(MEANS)) expect(runs[0].measures[name]).toBeCloseTo(value, 9);
    expect(runs[0].coverage).toMatchObject({ topicsJudged: 3, topicsAnswered: 2, topicsWithoutRelevant: 1 });
    expect(err.includes('byte-order mark')).toBe(qrels === 'dos.qrels');
  });

  it('counts gains that are fractions in full, where trec_eval prints 0.0000', async () => {
    const [run] = (await jsonOf('qrels.txt', 'a.run', 'nDCG[gains={1:0.5,2:0.9}]@5')).runs;
    const dcg = 3 / Math.log2(3) + 0.5 / Math.log2(5) + 0.9 / Math.log2(6);
    const ideal = 3 + 0.9 / Math.log2(3) + 0.5 / 2 + 0.5 / Math.log2(5);
    expect(Object.keys(run?.measures ?? {})).toEqual(['nDCG(gains={1:0.5,2:0.9})@5']);
    expect(run?.measures['nDCG(gains={1:0.5,2:0.9})@5']).toBeCloseTo(dcg / ideal / 3, 12);
  });

  it('prints a table with what the means rest on, and warns on stderr', async () => {
    const { code, out, err } = await score('qrels.txt', 'a.run', 'b.run', 'nDCG@5', 'NumRet');
    expect(code).toBe(0);
    expect(out.split('\n').map((line) => line.trimEnd())).toEqual([
      '3 topics                   mine   other',
      '───────────────────────────────────────',
      'nDCG@5                   0.1988  0.5259',
      'NumRet                        6       3',
      'topics judged                 3       3',
      'topics answered               2       3',
      'topics without relevant       1       1',
      'run topics not judged         0       0',
      'documents retrieved           6       3',
      'in no judgment                1       0',
      'tied scores                   0       0',
      'Judged@10                0.6000  1.0000',
      '',
    ]);
    expect(err.split('\n')).toEqual([
      'grk: warning: a.run: nothing is retrieved for 1 judged topic, which counts 0: q2',
      '',
    ]);
  });

  it('warns where a run writes some document ids in another way, and not where documents were merely not judged', async () => {
    writeFiles(folder, {
      'chunks.run': 'q1 Q0 d1-0 1 3 t\nq1 Q0 d1 2 2 t\nq1 Q0 other-7 3 1 t\n',
      'deep.run': 'q1 Q0 d1 1 4 t\nq1 Q0 x-1 2 3 t\nq1 Q0 x-2 3 2 t\nq1 Q0 y-1 4 1 t\n',
    });
    const { err } = await score('qrels.txt', 'chunks.run', 'deep.run', 'AP');
    expect(err.split('\n').filter((line) => line.includes('ids'))).toEqual([
      'grk: warning: chunks.run: 1 of 2 ids that no judgment names would be judged documents without their last part ("d1-0", "d1"): run and qrels seem to write ids in two ways',
    ]);
  });

  it('prints each topic with -q, as a table, as JSON and tab-separated', async () => {
    const table = await score('-q', 'qrels.txt', 'a.run', 'AP', 'NumRel');
    expect(table.out.split('\n').slice(0, 6)).toEqual([
      'mine',
      'topic      AP  NumRel',
      '─────────────────────',
      'q1     0.4000       4',
      'q2     0.0000       1',
      'q3     0.0000       0',
    ]);
    const json = JSON.parse((await score('-q', 'qrels.txt', 'a.run', 'AP', '--json')).out);
    expect(json.runs[0].topics).toEqual([
      { topicId: 'q1', measures: { AP: 0.4 } },
      { topicId: 'q2', measures: { AP: 0 } },
      { topicId: 'q3', measures: { AP: 0 } },
    ]);
    const tsv = await score('-q', '--format', 'tsv', '--quiet', 'qrels.txt', 'b.run', 'RR', 'num_rel');
    expect(tsv).toMatchObject({ code: 0, err: '' });
    expect(tsv.out).toBe(
      'run\ttopic\tmeasure\tvalue\nother\tq1\tRR\t1\nother\tq1\tNumRel\t4\nother\tq2\tRR\t1\nother\tq2\tNumRel\t1\n' +
        `other\tq3\tRR\t0\nother\tq3\tNumRel\t0\nother\tall\tRR\t${2 / 3}\nother\tall\tNumRel\t5\n`,
    );
  });

  it('measures what a suite declares by default where no measure is named', async () => {
    const { runs } = await jsonOf('qrels.txt', 'a.run');
    expect(Object.keys(runs[0]?.measures ?? {})).toEqual(['nDCG@10', 'RR@10', 'R@10', 'Success@1']);
  });

  it('names runs by their files where they share a tag', async () => {
    const { runs } = await jsonOf('qrels.txt', 'a.run', 'a.run.gz', 'b.run', 'AP');
    expect(runs.map(({ name }) => name)).toEqual(['a.run', 'a.run.gz', 'other']);
    const twice = await jsonOf('qrels.txt', 'a.run', 'a.run', 'AP');
    expect(twice.runs.map(({ name }) => name)).toEqual(['a.run', 'a.run #2']);
  });

  it('takes a BEIR folder and its split, and a golden set by document', async () => {
    const test = await jsonOf('beir', 'a.run', 'RR', 'NumQ');
    expect(test.runs[0]?.measures).toEqual({ RR: 0.25, NumQ: 2 });
    const train = await jsonOf('beir', 'a.run', 'RR', '--split', 'train');
    expect(train.runs[0]?.measures).toEqual({ RR: 1 });
    smallGolden(join(folder, 'gold'));
    writeFileSync(join(folder, 'gold.run'), 't1 Q0 guides/restore.md 1 1 g\nt2 Q0 guides/keys.md 1 1 g\n');
    const golden = await jsonOf('gold', 'gold.run', 'RR', 'NumRel', 'NumQ');
    expect(golden.runs[0]?.measures).toEqual({ RR: 0.25, NumRel: 4, NumQ: 4 });
  });

  it('compares scores in 32 bits on request', async () => {
    writeFiles(folder, {
      'near.qrels': 'q 0 b 1\nq 0 a 0\n',
      'near.run': 'q Q0 a 1 0.01774662259588722 t\nq Q0 b 2 0.017746621194897057 t\n',
    });
    expect((await jsonOf('near.qrels', 'near.run', 'RR')).runs[0]?.measures.RR).toBe(0.5);
    expect((await jsonOf('near.qrels', 'near.run', 'RR', '--compat', 'trec_eval-9')).runs[0]?.measures.RR).toBe(1);
  });

  it('says the same with other names as with canonical ones', async () => {
    const [theirs, ours] = [await jsonOf('qrels.txt', 'a.run', 'gm_map'), await jsonOf('qrels.txt', 'a.run', 'GMAP')];
    expect(theirs).toEqual(ours);
    expect(ours.runs[0]?.measures.GMAP).toBeCloseTo((0.4 * 0.00001 * 0.00001) ** (1 / 3), 12);
  });
});

describe('grk eval score refuses', () => {
  writeFiles(folder, {
    'short.run': 'q1 Q0 d1 1 2\n',
    'comma.run': 'q1 Q0 d1 1 3 t\nq1 Q0 d2 1 1,5 t\n',
    'words.run': 'q1 Q0 d1 1 notanumber t\n',
    'nan.run': 'q1 Q0 d1 1 nan t\n',
    'twice.run': 'q1 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n',
    'empty.run': '',
    'other.run': 'x1 Q0 d1 1 2 t\n',
    'passages.run': 'q1 Q0 d1-0 1 2 t\n',
    'half.qrels': 'q1 0 d1 0.5\n',
    'empty.qrels': '\n# nothing\n',
    'cut.run.gz': gzipSync(RUN.repeat(1)).subarray(0, 60),
    map: RUN,
  });

  it.each<[string[], number, string]>([
    [['qrels.txt', 'short.run', 'AP'], 2, 'short.run:1: 5 columns instead of 6'],
    [['qrels.txt', 'comma.run', 'AP'], 2, 'comma.run:2: the score "1,5" is not a finite number'],
    [['qrels.txt', 'words.run', 'AP'], 2, 'words.run:1: the score "notanumber" is not a finite number'],
    [['qrels.txt', 'nan.run', 'AP'], 2, 'nan.run:1: the score "nan" is not a finite number'],
    [['qrels.txt', 'twice.run', 'AP'], 2, 'twice.run:2: "d1" is retrieved for topic "q1" twice: first at twice.run:1'],
    [['qrels.txt', 'a.run', 'empty.run', 'AP'], 4, 'empty.run holds no retrieved document'],
    [['qrels.txt', 'other.run', 'AP'], 4, 'no topic of other.run is judged in qrels.txt (run: "x1"; qrels: "q1")'],
    [['qrels.txt', 'passages.run', 'AP'], 4, 'none of 1 documents that passages.run retrieves is judged in qrels.txt'],
    [['half.qrels', 'a.run', 'AP'], 2, 'half.qrels:1: the grade "0.5" is not a whole number'],
    [['empty.qrels', 'a.run', 'AP'], 4, 'empty.qrels holds no judgment'],
    [['a.run', 'qrels.txt', 'AP'], 2, 'a.run:1: 6 columns instead of 4'],
    [['qrels.text', 'a.run', 'AP'], 2, 'the qrels qrels.text does not exist. Did you mean "qrels.txt"?'],
    [['qrels.txt', 'a.rum', 'AP'], 2, '"a.rum" is neither a file nor a measure. Did you mean "a.run"?'],
    [['qrels.txt', 'a.run', 'nDGC@10'], 2, 'there is no measure "nDGC@10". Did you mean "nDCG@10"?'],
    [['qrels.txt', 'a.run', 'P(rell=2)@5'], 2, 'P has no parameter "rell". Did you mean "rel"?'],
    [['qrels.txt', 'a.run', 'SpanR@10'], 2, 'SpanR@10 reads where passages stand in their documents'],
    [['qrels.txt', 'a.run', 'P'], 2, 'the measure "P" needs a cutoff, such as P@10'],
    [['qrels.txt', 'AP'], 2, 'no run file is named'],
    [['qrels.txt', 'a.run', 'map'], 2, '"map" is a measure, and here there is a file of that name too'],
    [['qrels.txt', 'beir', 'AP'], 2, '"beir" is a folder, not a run file'],
    [['-', '-', 'AP'], 2, 'standard input can be read once'],
    [['qrels.txt', 'cut.run.gz', 'AP'], 2, 'cut.run.gz cannot be read (Z_BUF_ERROR)'],
    [['beir', 'a.run', 'AP', '--split', 'tset'], 2, 'there is no split "tset"'],
  ])('%j with exit code %d', async (args, code, message) => {
    const run = await score(...args);
    expect(run.err).toContain(message);
    expect(run.err).toContain('what to do:');
    expect(run.err).not.toMatch(/\n\s+at /);
    expect([run.code, run.out]).toEqual([code, '']);
  });

  it('and reads ./map as the file', async () => {
    expect((await score('qrels.txt', './map', 'AP', '--json')).code).toBe(0);
    expect(readFileSync(join(folder, 'map'), 'utf8')).toBe(RUN);
  });
});
