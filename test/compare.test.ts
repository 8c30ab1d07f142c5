import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompareOutcome } from '../src/contracts/compare.ts';
import { type Report, ReportSchema } from '../src/contracts/report.ts';
import { grk, judgmentLines, smallGolden, workFolder, writeFiles } from './binary.ts';
import { sealed } from './stored-report.ts';
import { SHARED } from './trec-input.ts';

const folder = workFolder('compare');
const SECOND_MODEL = join(SHARED, 'models', 'static-minilm-128-int8');
const SCIFACT = join(SHARED, 'oracles', 'scifact_runs');

const compare = (...args: string[]) => grk(folder, ['eval', 'compare', ...args]);
const evaluate = async (golden: string, out: string, ...args: string[]) => {
  const { code, err } = await grk(folder, ['eval', '--golden', golden, '--out', out, '--quiet', ...args]);
  expect([code, err]).toEqual([0, '']);
};
async function outcomeOf(...args: string[]): Promise<CompareOutcome> {
  const { code, out, err } = await compare(...args, '--json', '--quiet');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as CompareOutcome;
}
const read = (file: string): Report => ReportSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
const write = (file: string, report: Report) => writeFileSync(join(folder, file), JSON.stringify(report));
const evidenceOf = ({ comparisons }: CompareOutcome) => comparisons.map(({ deltas: [quality] }) => quality?.evidence);
const qualityOf = ({ comparisons }: CompareOutcome) => comparisons.map(({ deltas: [quality] }) => quality);

/** The answer of t2 is now the other line of the table. */
const MENDED = JSON.stringify({
  topicId: 't2',
  query: 'LP-101',
  category: 'identifier',
  split: 'dev',
  answerable: true,
  gold: [{ doc: 'guides/keys.md', quote: 'A key is rotated each year.', grade: 2 }],
});

beforeAll(async () => {
  smallGolden(join(folder, 'gold'));
  smallGolden(join(folder, 'mended'), { 'judgments.jsonl': judgmentLines({ 1: MENDED }) });
  await evaluate('gold', 'old.json');
  await evaluate('gold', 'new report.json', '--set', 'lexical.analyzer=plain', '--set', 'fusion.k=5');
  await evaluate('mended', 'mended.json', '--set', 'lexical.analyzer=plain');
  await evaluate('gold', 'cut.json', '--set', 'chunker.maxChars=60');
});

describe('grk eval compare of reports', () => {
  it('says what differs, and compares every stage with its namesake', async () => {
    const { code, out, err } = await compare('old.json', 'new report.json');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('same judgments, same topics; differs: analyzer, fusion.k');
    expect(out).toContain('fusion.k: 60 → 5; fusion ranks differently');
    for (const stage of ['bm25', 'dense', 'fusion']) expect(out).toContain(`${stage} (new report)`);
    const found = await outcomeOf('old.json', 'new report.json');
    expect(found.comparisons.map(({ candidate, baseline }) => [candidate.stage, baseline.stage])).toEqual(
      ['bm25', 'dense', 'fusion'].map((name) => [`default/${name}`, `default/${name}`]),
    );
    const timed = ({ timing }: Report) =>
      timing.stages.map(({ n, p50Ms }) => (p50Ms === null ? null : { topics: n, p50Ms }));
    const [before, after] = [timed(read('old.json')), timed(read('new report.json'))];
    const reason = 'not comparable: the stages were timed in two runs';
    expect(found.comparisons.map(({ latency }) => latency)).toEqual(
      before.map((baseline, i) => ({ baseline, candidate: after[i], reason })),
    );
    expect(out).toContain(`latency ${reason}`);
    expect(found.family).toEqual({ size: 3, correction: 'holm', alpha: 0.05, exploratory: null });
    expect(evidenceOf(found).map((each) => each?.familySize)).toEqual([3, 3, 3]);
    expect(evidenceOf(found)[1]?.status).toBe('identical');
  });

  it('finds a report identical with itself, to the last topic', async () => {
    const found = await outcomeOf('old.json', 'old.json');
    expect(found.comparability[0]?.differences).toEqual([]);
    expect(qualityOf(found).map((quality) => [quality?.direction, quality?.evidence?.status])).toEqual(
      Array(3).fill(['NO CHANGE', 'identical']),
    );
    expect(found.comparisons.flatMap(({ changes }) => changes)).toEqual([]);
  });

  it('has the means of the reports, and changes that add up to the deltas', async () => {
    const found = await outcomeOf('old.json', 'new report.json');
    for (const [i, name] of ['old.json', 'new report.json'].entries()) {
      const means = read(name).stages.map((stage) => stage.means['nDCG@10']);
      const measured = qualityOf(found).map((quality) => quality?.measures['nDCG@10']);
      expect(measured.map((each) => (i === 0 ? each?.baseline : each?.candidate))).toEqual(means);
    }
    expect(found.comparisons[0]?.changes.length).toBeGreaterThan(0);
    found.comparisons.forEach(({ changes, deltas: [quality] }) => {
      const sum = changes.reduce((total, { delta }) => total + delta, 0);
      expect(sum / 4).toBeCloseTo(quality?.measures['nDCG@10']?.delta ?? Number.NaN, 12);
    });
  });

  it('compares two stages of one report as exploratory', async () => {
    const found = await outcomeOf('old.json', '--stage', 'default/fusion', '--against', 'bm25');
    expect(found.comparisons).toMatchObject([
      { candidate: { stage: 'default/fusion' }, baseline: { stage: 'default/bm25' } },
    ]);
    expect(found.family.exploratory).toContain('two stages of one report');
    expect(evidenceOf(found)).toEqual([undefined]);
    expect(found.comparisons[0]?.latency).toBeNull();
    expect(found.comparisons[0]?.exploratory?.signFlip.p).toBeGreaterThan(0);
  });

  it.each([
    [['--category', 'keyword'], 'category keyword', 3],
    [['--measure', 'RR@10'], null, 4],
  ])('reads %o as exploratory', async (args, scope, topics) => {
    const found = await outcomeOf('old.json', 'new report.json', ...args);
    expect(found.scope).toBe(scope);
    expect(found.family.exploratory).toContain('chosen when reading');
    expect(evidenceOf(found)).toEqual([undefined, undefined, undefined]);
    expect(qualityOf(found)[0]?.topics).toBe(topics);
    const { out } = await compare('old.json', 'new report.json', ...args);
    expect(out.replace(/\s+/g, ' ')).toContain('nothing corrected or claimed');
    expect(out.replace(/\s+/g, ' ')).not.toContain('not supported');
  });

  it('corrects over all candidates and stages', async () => {
    const found = await outcomeOf('old.json', 'new report.json', 'old.json', '--correction', 'bh');
    expect(found.sources.map(({ name }) => name)).toEqual(['old.json', 'new report', 'old.json #2']);
    expect(found.family).toMatchObject({ size: 6, correction: 'benjamini-hochberg' });
  });

  it('gives no verdict on passage measures across chunkers', async () => {
    const found = await outcomeOf('old.json', 'cut.json');
    expect(found.comparability[0]?.differences[0]).toMatchObject({ effect: 'moves-ruler', what: 'chunker' });
    expect(qualityOf(found)[0]).toMatchObject({ verdict: null, reason: expect.stringContaining('two chunkers') });
    expect(found.family.size).toBe(0);
  });

  it('refuses other judgments and topics, and compares what is shared where drift is allowed', async () => {
    const refused = await compare('old.json', 'mended.json');
    expect(refused.code).toBe(2);
    expect(refused.out).toBe('');
    expect(refused.err).toContain('rest on different judgments');
    expect(refused.err).toContain('GRK_NOT_COMPARABLE');
    const found = await outcomeOf('old.json', 'mended.json', '--allow-drift');
    expect(qualityOf(found)[0]?.notes).toMatchObject([
      { code: 'drift', message: expect.stringContaining('5 topics in common') },
    ]);
    const { out } = await compare('old.json', 'mended.json', '--allow-drift');
    expect(out).toContain('different judgments, compared all the same');
    expect(out).toContain('! judgments or topics differ');
    await evaluate('gold', 'fewer.json', '--category', 'keyword');
    expect((await compare('old.json', 'fewer.json')).code).toBe(2);
    expect(qualityOf(await outcomeOf('old.json', 'fewer.json', '--allow-drift'))[0]?.topics).toBe(3);
  });

  it('refuses a report whose judgments hash was tampered with, in one place, in all, and to look alike', async () => {
    const forged = 'f'.repeat(64);
    const one = read('new report.json');
    one.golden.judgmentsSha256 = forged;
    write('one.json', one);
    const alike = read('mended.json');
    alike.golden.judgmentsSha256 = read('old.json').golden.judgmentsSha256;
    alike.runConfig.golden.judgmentsSha256 = alike.golden.judgmentsSha256;
    write('alike.json', alike);
    const all = read('new report.json');
    all.runConfig.golden.judgmentsSha256 = forged;
    write('all.json', sealed(all));
    const topics = read('new report.json');
    topics.topics.pop();
    write('topics.json', topics);
    for (const [file, words] of [
      ['one.json', 'golden.judgmentsSha256 is not that of its content'],
      ['alike.json', 'runConfigSha256 is not that of its content'],
      ['topics.json', 'topicIdsSha256 is not that of its content'],
      ['all.json', 'rest on different judgments'],
    ] as const) {
      const { code, out, err } = await compare('old.json', file);
      expect([file, code, out]).toEqual([file, 2, '']);
      expect(err).toContain(words);
    }
    expect((await compare('old.json', 'one.json', '--allow-drift', '--rescore')).code).toBe(2);
  });

  it('labels structural stages and gives them neither numbers nor a verdict', async () => {
    await evaluate('gold', 'hash.json', '--embedder', 'hash');
    const found = await outcomeOf('old.json', 'hash.json');
    expect(found.comparability[0]?.differences.map(({ what }) => what)).toContain('embedder');
    const [bm25, dense] = found.comparisons;
    expect(bm25?.deltas[0]?.evidence?.status).toBe('identical');
    expect(dense?.deltas[0]).toMatchObject({ isStructural: true, verdict: null, direction: null, measures: {} });
    expect([dense?.changes, dense?.latency]).toEqual([[], null]);
    expect(found.family.size).toBe(1);
  });

  it.skipIf(!existsSync(SECOND_MODEL))('names two embedders', async () => {
    await evaluate('gold', 'other model.json', '--embedder', `static:${SECOND_MODEL}`);
    const { differences } = (await outcomeOf('old.json', 'other model.json')).comparability[0] ?? { differences: [] };
    expect(differences).toHaveLength(1);
    expect(differences[0]).toMatchObject({
      effect: 'explains',
      what: 'embedder',
      baseline: expect.stringContaining('256 dimensions'),
      candidate: expect.stringContaining('128 dimensions'),
    });
  });

  it.each<[string[], string]>([
    [['old.json'], 'one report alone'],
    [['old.json', 'nowhere.json'], 'does not exist'],
    [['old.json', 'old.json', '--stage', 'fusio'], 'Did you mean "fusion"?'],
    [['old.json', 'old.json', '--category', 'keywrd'], 'Did you mean "keyword"?'],
    [['old.json', 'old.json', '--slice', 'long'], 'labels no slice'],
    [['old.json', 'old.json', '--measure', 'nDGC@10'], 'Did you mean "nDCG@10"?'],
    [['old.json', 'old.json', '--measure', 'nDCG@15'], 'nDCG@15 was not measured'],
    [['old.json', 'old.json', '--golden', 'gold'], '--rescore is not given'],
    [['old.json', 'old.json', '--split', 'dev'], '--split goes with run files'],
    [['old.json', 'old.json', '--top', '0'], 'whole number from 1'],
    [['old.json', 'gold/judgments.jsonl'], 'run files need their judgments: --qrels'],
    [['old.json', 'old.json', '--allow-drit'], 'Did you mean "--allow-drift"?'],
  ])('refuses %o', async (args, words) => {
    const { code, out, err } = await compare(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
  });
});

describe('grk eval compare --rescore', () => {
  it('gives what was stored where the judgments are those of the run', async () => {
    for (const by of [[], ['--golden', 'gold']]) {
      const found = await outcomeOf('old.json', 'new report.json', '--rescore', ...by);
      expect(found.rescored).toMatchObject({ droppedMeasures: [], droppedControls: ['default/fusion'] });
      const { comparisons, comparability } = await outcomeOf('old.json', 'new report.json');
      expect(found.comparisons).toEqual(comparisons);
      expect(found.comparability).toEqual(comparability);
    }
  });

  it.each([[[]], [['--golden', 'mended']]])('keeps a baseline alive when one judgment is mended (%o)', async (by) => {
    await evaluate('mended', 'again.json');
    const found = await outcomeOf('old.json', 'mended.json', '--rescore', ...by);
    expect(found.rescored?.judgmentsSha256).toBe(read('mended.json').golden.judgmentsSha256);
    // The oracle: the old pipeline, measured afresh on the mended set.
    const fresh = await outcomeOf('again.json', 'mended.json');
    const numbers = (each: CompareOutcome) =>
      each.comparisons.map(({ deltas, changes }) => [deltas[0]?.measures, deltas[0]?.evidence, changes]);
    expect(numbers(found)).toEqual(numbers(fresh));
    expect(qualityOf(found)[0]?.measures['nDCG@10']?.baseline).not.toBe(
      qualityOf(await outcomeOf('old.json', 'old.json'))[0]?.measures['nDCG@10']?.baseline,
    );
    expect(qualityOf(found).every((quality) => quality?.notes === undefined)).toBe(true);
  });

  it('refuses judgments that do not fit the rankings', async () => {
    const cut = await compare('cut.json', 'old.json', '--rescore');
    expect([cut.code, cut.out]).toEqual([2, '']);
    expect(cut.err).toContain('--rescore --golden PATH');
    smallGolden(join(folder, 'moved'), { 'corpus/guides/keys.md': '# Keys\n\nA key is rotated every month.\n' });
    const moved = await compare('old.json', 'new report.json', '--rescore', '--golden', 'moved');
    expect([moved.code, moved.out]).toEqual([2, '']);
    expect(moved.err).toContain('are not those that it indexed');
  });

  it('cuts the documents again for each chunker', async () => {
    const found = await outcomeOf('cut.json', 'cut.json', '--rescore', '--golden', 'gold');
    const means = read('cut.json').stages.map((stage) => stage.means['nDCG@10']);
    expect(qualityOf(found).map((quality) => quality?.measures['nDCG@10']?.baseline)).toEqual(means);
  });

  it('reads documents as the unit from judgments alone', async () => {
    writeFiles(folder, {
      'beir/corpus.jsonl': ['a lamp', 'a vault', 'a key']
        .map((text, i) => JSON.stringify({ _id: `d${i}`, title: '', text }))
        .join('\n'),
      'beir/queries.jsonl': '{"_id": "q1", "text": "lamp"}\n{"_id": "q2", "text": "vault"}\n',
      'beir/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td0\t1\nq2\td1\t1\n',
    });
    await evaluate('beir', 'b1.json');
    writeFiles(folder, { 'beir/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td0\t1\nq2\td2\t1\n' });
    const found = await outcomeOf('b1.json', 'b1.json', '--rescore', '--golden', 'beir', '--stage', 'bm25');
    expect(qualityOf(found)[0]?.measures['Success@1']?.baseline).toBe(0.5);
  });
});

describe('grk eval compare of run files', () => {
  const rows = (tag: string, ranks: readonly number[]) =>
    ranks
      .map((rank, i) =>
        Array.from({ length: 4 }, (_, at) => `q${i} Q0 ${at === rank ? 'good' : `x${at}`} 0 ${9 - at} ${tag}\n`).join(
          '',
        ),
      )
      .join('');
  // The relevant document stands at rank 2 everywhere; the others lift it to the top for 10, 8 and 6 topics.
  const lifted = (count: number) => Array.from({ length: 10 }, (_, i) => (i < count ? 0 : 1));
  beforeAll(() => {
    writeFiles(folder, {
      'q.qrels': Array.from({ length: 10 }, (_, i) => `q${i} 0 good 1\n`).join(''),
      'base.run': rows('base', lifted(0)),
      'ten.run': rows('ten', lifted(10)),
      'eight.run': rows('eight', lifted(8)),
      'six.run': rows('six', lifted(6)),
    });
  });
  const RUNS = ['--qrels', 'q.qrels', 'base.run', 'ten.run', 'eight.run', 'six.run'];

  it('corrects over all of them by Holm, as computed by hand', async () => {
    const found = await outcomeOf(...RUNS, 'RR@10', 'Success@1');
    expect(found).toMatchObject({ kind: 'runs', primary: 'RR@10', measures: ['RR@10', 'Success@1'], qrels: 'q.qrels' });
    expect(qualityOf(found).map((quality) => quality?.measures['RR@10']?.delta)).toEqual([0.5, 0.4, 0.3]);
    expect(evidenceOf(found).map((each) => each?.signFlip.p)).toEqual([2 / 1024, 2 / 256, 2 / 64]);
    expect(evidenceOf(found).map((each) => each?.adjustedP)).toEqual([6 / 1024, 4 / 256, 2 / 64]);
    expect(evidenceOf(found).map((each) => each?.topics)).toEqual([
      { wins: 10, ties: 0, losses: 0 },
      { wins: 8, ties: 2, losses: 0 },
      { wins: 6, ties: 4, losses: 0 },
    ]);
    expect(found.comparisons[2]?.changes).toHaveLength(6);
    expect(found.comparisons[2]?.changes[0]).toMatchObject({
      topicId: 'q0',
      query: null,
      delta: 0.5,
      moves: [{ doc: 'good', grade: 1, baselineRank: 2, candidateRank: 1, crossing: null }],
    });
  });

  it('prints a table, and the topics of each run', async () => {
    const { code, out } = await compare(...RUNS, 'RR@10');
    expect(code).toBe(0);
    expect(out).toContain('ten, eight, six against base');
    expect(out).toContain('judged by q.qrels, 10 topics');
    expect(out).toContain('ten: IMPROVEMENT against base — RR@10 +0.5000');
    for (const name of ['ten', 'eight', 'six'])
      expect(out).toContain(`topics that changed most by RR@10: ${name} against base`);
  });

  it('says that a run file tells nothing of slices and stages, and what it needs', async () => {
    for (const [args, words] of [
      [[...RUNS, '--stage', 'x'], '--stage goes with reports'],
      [['--qrels', 'q.qrels', 'base.run'], 'one run alone'],
      [['--qrels', 'q.qrels', 'RR@10'], 'grk eval compare --qrels'],
      [[...RUNS, 'NumRel'], 'NumRel is a sum over topics'],
      [[...RUNS, 'nDGC@10'], 'Did you mean "nDCG@10"?'],
      [['--qrels', 'q.qrel', 'base.run', 'ten.run'], 'Did you mean'],
      [['base.run', 'ten.run'], '--qrels'],
    ] as const) {
      const { code, out, err } = await compare(...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(words);
    }
  });

  it.skipIf(!existsSync(SCIFACT))('has trec_eval’s means on third-party runs of SciFact', async () => {
    const runs = ['grk-bm25-lucene-k0.9-b0.4', 'knarfthekant-dense', 'knarfthekant-sparse'].map((name) =>
      join(SCIFACT, `${name}.run`),
    );
    const qrels = join(SCIFACT, readdirSync(SCIFACT).find((name) => name.endsWith('.qrels')) ?? '');
    const found = await outcomeOf('--qrels', qrels, ...runs, 'nDCG@10', 'R@100');
    const [dense, sparse] = qualityOf(found).map((quality) => quality?.measures['nDCG@10']);
    const means = [dense?.baseline, dense?.candidate, sparse?.candidate].map((mean) => mean?.toFixed(4));
    expect(means).toEqual(['0.6769', '0.6451', '0.5597']);
    const scored = await grk(folder, ['eval', 'score', qrels, ...runs, 'nDCG@10', '--json', '--quiet']);
    const exact = JSON.parse(scored.out).runs.map(
      (run: { measures: Record<string, number> }) => run.measures['nDCG@10'],
    );
    expect([dense?.baseline, dense?.candidate, sparse?.candidate]).toEqual(exact);
    expect(evidenceOf(found).map((each) => [each?.status, each?.familySize])).toEqual([
      ['not supported', 2],
      ['supported', 2],
    ]);
  });
});
