import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PipelineCase, pipelineReport } from '../../../test/pipeline-report.ts';
import type { MeasureAttribution } from '../../contracts/attribution.ts';
import { deriveAttribution } from './attribution.ts';
import type { AttributionInput } from './report-relevance.ts';

const stages = (depth: number) => [
  { kind: 'bm25' },
  { kind: 'dense' },
  { kind: 'rerank', input: 'dense', reranker: 'x', depth },
];
const grades = (...entries: [number, number][]) => new Map(entries);
const count = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Topic 0: dense ranks 0…11 and only passage 11 is relevant; bm25 finds passage 20. */
const LIFTED: PipelineCase = {
  stages: stages(12),
  legs: { bm25: [[20]], dense: [count(12)] },
  scores: { rerank: (_, passage) => passage },
  grades: [grades([11, 1])],
};

async function attributionOf(given: PipelineCase) {
  const [attribution] = deriveAttribution(await pipelineReport(given));
  if (attribution === undefined) throw new Error('no rerank stage');
  return attribution;
}
const partOf = (measures: Readonly<Record<string, MeasureAttribution>>, name: string): MeasureAttribution => {
  const part = measures[name];
  if (part === undefined) throw new Error(`no ${name}`);
  return part;
};

describe('a report that does not hold together', () => {
  const changed = async (change: (report: AttributionInput) => AttributionInput) =>
    deriveAttribution(change(await pipelineReport(LIFTED)));
  it('is refused without the index or the depth of the stage', async () => {
    await expect(changed((report) => ({ ...report, indexes: [] }))).rejects.toThrow(
      'the report does not hold the index of stage "v/rerank"',
    );
    const without = (report: AttributionInput): AttributionInput => ({
      ...report,
      runConfig: { ...report.runConfig, variants: [] },
    });
    await expect(changed(without)).rejects.toThrow('the report does not hold the settings of stage "v/rerank"');
  });
  it('gives no numbers without the control run that they rest on', async () => {
    const [attribution] = await changed((report) => ({
      ...report,
      stages: report.stages.map((stage) => ({ ...stage, controls: stage.controls.slice(1) })),
    }));
    expect(attribution).toMatchObject({
      measures: {},
      reason: 'not measured: the report holds no control run at depth 1',
    });
  });
});

describe('topics on which a run failed', () => {
  it('are left out of every part and counted, so that the parts still add up', async () => {
    const given = { ...LIFTED, legs: { bm25: [[20], [20]], dense: [count(12), count(12)] } };
    const fails = (topic: number, passage: number) => (topic === 1 ? Number.NaN : passage);
    const attribution = await attributionOf({
      ...given,
      scores: { rerank: fails },
      grades: [grades([11, 1]), grades([0, 1])],
    });
    expect([attribution.topics, attribution.topicsLeftOut]).toEqual([1, 1]);
    expect(partOf(attribution.measures, 'RR@10')).toMatchObject({ input: 0, reranked: 1 });
  });
  it('leave nothing where no topic is left', async () => {
    const report = await pipelineReport(LIFTED);
    const error = { code: 'GRK_RERANKER_OUTPUT', message: 'x' };
    const [attribution] = deriveAttribution({
      ...report,
      stages: report.stages.map((stage) => ({
        ...stage,
        controls: stage.controls.map((control) => ({
          ...control,
          topics: control.topics.map((topic) => ({ ...topic, error })),
        })),
      })),
    });
    expect(attribution).toMatchObject({ topics: 0, topicsLeftOut: 1, measures: {} });
    expect(attribution?.reason).toBe('not measured: on no topic did every run succeed');
  });
});

describe('deriveAttribution', () => {
  it('puts a candidate lifted from beyond the cutoff into the pool, not into the order', async () => {
    const { measures, promoted, demoted, depth, topics } = await attributionOf(LIFTED);
    expect([promoted, demoted, depth, topics]).toEqual([1, 0, 12, 1]);
    expect(partOf(measures, 'RR@10')).toEqual({
      k: 10,
      total: 1,
      retrieval: 0,
      reorder: 0,
      pool: 1,
      input: 0,
      reranked: 1,
      ceiling: 1,
      headroomUsed: 1,
      againstInput: { wins: 1, ties: 0, losses: 0 },
      isPinned: false,
    });
  });
  it('puts a better order of the top k into the order, not into the pool', async () => {
    const { measures } = await attributionOf({ ...LIFTED, grades: [grades([9, 1])], stages: stages(10) });
    // From rank 10 to rank 1.
    expect(partOf(measures, 'RR@10')).toMatchObject({
      input: 0.1,
      reranked: 1,
      reorder: 0.9,
      pool: 0,
      headroomUsed: 1,
    });
  });
  it('has no headroom where the input is as good as its candidates allow, and none where nothing is relevant', async () => {
    const best = await attributionOf({ ...LIFTED, grades: [grades([0, 1])] });
    // Reversed: from rank 1 to rank 12.
    expect(partOf(best.measures, 'RR@10')).toMatchObject({ ceiling: 1, headroomUsed: null, reorder: -0.9, pool: -0.1 });
    expect([best.promoted, best.demoted]).toEqual([0, 1]);
    const none = await attributionOf({ ...LIFTED, grades: [grades([30, 1])] });
    expect(partOf(none.measures, 'RR@10')).toMatchObject({ ceiling: 0, headroomUsed: null });
  });
  it('reranks at the depth of the stage for a measure without or beyond a cutoff: the pool is 0', async () => {
    const measures = ['AP', 'R@12', 'R@11', 'nDCG@100'];
    const attribution = await attributionOf({ ...LIFTED, measures, topK: 100 });
    expect(measures.map((name) => partOf(attribution.measures, name)).map(({ k, pool }) => [k, pool])).toEqual([
      [12, 0],
      [12, 0],
      [11, 1],
      [12, 0],
    ]);
  });
  it('marks what no order of the candidates can change as pinned', async () => {
    const measures = ['nDCG@12', 'R@12', 'R@11', 'P@20', 'Success@12', 'SetP', 'AP'];
    const attribution = await attributionOf({ ...LIFTED, measures });
    const pinned = measures.filter((name) => partOf(attribution.measures, name).isPinned);
    expect(pinned).toEqual(['R@12', 'P@20', 'Success@12', 'SetP']);
    for (const name of pinned) expect(partOf(attribution.measures, name)).toMatchObject({ reorder: 0, pool: 0 });
  });
  it('is against the input where the rerank stage is the declared baseline', async () => {
    const attribution = await attributionOf({ ...LIFTED, baseline: 'v/rerank' });
    expect(attribution.baseline).toBe('v/dense');
    expect(partOf(attribution.measures, 'RR@10')).toMatchObject({ retrieval: 0, total: 1, pool: 1 });
  });
  it('gives structural stages their numbers, and says what they are', async () => {
    expect(await attributionOf({ ...LIFTED, isStructural: true })).toMatchObject({ isStructural: true, promoted: 1 });
  });
  it('tells no ceiling where the judgments in the report are not those of the values', async () => {
    const report = await pipelineReport(LIFTED);
    const indexes = report.indexes.map((index) => ({
      ...index,
      relevant: [{ topicId: '0', passages: [{ id: 'p0', grade: 1 }] }],
    }));
    const [attribution] = deriveAttribution({ ...report, indexes });
    expect(partOf(attribution?.measures ?? {}, 'RR@10')).toMatchObject({ ceiling: null, headroomUsed: null, pool: 1 });
  });
  it('takes span measures apart without a ceiling, and pins those that count passages', async () => {
    const spans = JSON.parse(
      JSON.stringify(await pipelineReport({ ...LIFTED, measures: ['R@10', 'R@20'] }))
        .replaceAll('"R@20"', '"SpanR(chars=500)"')
        .replaceAll('"R@10"', '"SpanR@10"'),
    );
    const [attribution] = deriveAttribution(spans);
    const none = { ceiling: null, headroomUsed: null };
    expect(attribution?.measures).toMatchObject({
      'SpanR@10': { k: 10, pool: 1, isPinned: false, ...none },
      'SpanR(chars=500)': { k: 12, pool: 0, isPinned: false, ...none },
    });
    spans.runConfig.variants[0].stages[2].settings.depth = 10;
    expect(deriveAttribution(spans)[0]?.measures['SpanR@10']?.isPinned).toBe(true);
  });
  it('subtracts a baseline of another chunker by span measures alone', async () => {
    const text = JSON.stringify(await pipelineReport({ ...LIFTED, measures: ['R@10', 'RR@10'] }));
    const given = JSON.parse(text.replaceAll('"R@10"', '"SpanR@10"'));
    const [own] = given.runConfig.variants;
    given.runConfig.variants.push({ ...own, name: 'w', chunker: { algorithm: 'y/1', settings: {} } });
    given.stages[0].variant = 'w';
    const [attribution] = deriveAttribution(given);
    expect(attribution?.measures).toMatchObject({
      'SpanR@10': { total: 1, retrieval: 0, reorder: 0, pool: 1 },
      'RR@10': { total: null, retrieval: null, reorder: 0, pool: 1 },
    });
  });
  it('counts only answerable topics', async () => {
    const two = { bm25: [[20], [20]], dense: [count(12), count(12)] };
    const given = { ...LIFTED, legs: two, grades: [grades([11, 1]), grades()] };
    expect((await attributionOf({ ...given, answerable: [true, false] })).topics).toBe(1);
  });
});

type Graded = ReadonlyMap<number, number>;

/** Measures written down once more, from a ranking of passages and its grades. */
const NAIVE: Readonly<Record<string, (ranking: readonly number[], graded: Graded) => number>> = {
  'nDCG@3': (ranking, graded) => ndcg(ranking, graded, 3),
  'nDCG@10': (ranking, graded) => ndcg(ranking, graded, 10),
  'R@5': (ranking, graded) => hits(ranking, graded, 5) / Math.max(1, relevantIn(graded)),
  'Success@1': (ranking, graded) => Math.min(1, hits(ranking, graded, 1)),
  AP: (ranking, graded) => {
    const at = ranking.flatMap((passage, i) => ((graded.get(passage) ?? 0) > 0 ? [i + 1] : []));
    return at.reduce((sum, rank, i) => sum + (i + 1) / rank, 0) / Math.max(1, relevantIn(graded));
  },
};
const relevantIn = (graded: Graded) => [...graded.values()].filter((grade) => grade > 0).length;
const hits = (ranking: readonly number[], graded: Graded, k: number) =>
  ranking.slice(0, k).filter((passage) => (graded.get(passage) ?? 0) > 0).length;
const gain = (list: readonly number[], k: number) =>
  list.slice(0, k).reduce((sum, grade, i) => sum + Math.max(0, grade) / Math.log2(i + 2), 0);
function ndcg(ranking: readonly number[], graded: Graded, k: number): number {
  const ideal = gain(
    [...graded.values()].sort((a, b) => b - a),
    k,
  );
  const own = gain(
    ranking.map((passage) => graded.get(passage) ?? 0),
    k,
  );
  return ideal === 0 ? 0 : own / ideal;
}
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A stable sort of the first n by descending score, the rest as it was. */
function naiveRerank(ranking: readonly number[], n: number, scoreOf: (passage: number) => number): number[] {
  const head = ranking.slice(0, n).map((passage, rank) => ({ passage, rank }));
  head.sort((a, b) => scoreOf(b.passage) - scoreOf(a.passage) || a.rank - b.rank);
  return [...head.map(({ passage }) => passage), ...ranking.slice(n)];
}

describe('attribution equals its definition', () => {
  const ranking = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
  const topic = fc.record({
    bm25: ranking,
    dense: ranking,
    scores: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 40, maxLength: 40 }),
    grades: fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -1, max: 3 })), {
        selector: ([passage]) => passage,
        maxLength: 8,
      })
      .map((entries) => new Map(entries)),
  });
  const generated = fc.record({
    topics: fc.array(topic, { minLength: 1, maxLength: 4 }),
    depth: fc.integer({ min: 1, max: 15 }),
    reranker: fc.constantFrom('scripted', 'reverse', 'oracle', 'constant'),
  });

  it('for any rankings, grades, depth and reranker: the parts, their sum, the ceiling', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async ({ topics, depth, reranker }) => {
        const scoreOf = (i: number, passage: number): number => {
          if (reranker === 'constant') return 1;
          if (reranker === 'oracle') return topics[i]?.grades.get(passage) ?? -1;
          if (reranker === 'reverse') return topics[i]?.dense.indexOf(passage) ?? 0;
          return topics[i]?.scores[passage] ?? 0;
        };
        const names = Object.keys(NAIVE);
        const { measures } = await attributionOf({
          stages: stages(depth),
          legs: { bm25: topics.map((each) => each.bm25), dense: topics.map((each) => each.dense) },
          scores: { rerank: scoreOf },
          grades: topics.map((each) => each.grades),
          measures: names,
          topK: 20,
        });
        for (const name of names) {
          const found = partOf(measures, name);
          const naive = NAIVE[name] ?? (() => Number.NaN);
          const k = Math.min(Number(name.split('@')[1] ?? depth), depth);
          const mean = (rank: (each: (typeof topics)[number], i: number) => readonly number[]) =>
            average(topics.map((each, i) => naive(rank(each, i), each.grades)));
          const at = (n: number) => mean((each, i) => naiveRerank(each.dense, n, (passage) => scoreOf(i, passage)));
          const [baseline, input, control, reranked] = [
            mean((each) => each.bm25),
            mean((each) => each.dense),
            at(k),
            at(depth),
          ];
          const best = mean((each) => naiveRerank(each.dense, depth, (passage) => each.grades.get(passage) ?? -1));
          expect(found.k).toBe(k);
          expect(found.total).toBeCloseTo(reranked - baseline, 12);
          expect(found.retrieval).toBeCloseTo(input - baseline, 12);
          expect(found.reorder).toBeCloseTo(control - input, 12);
          expect(found.pool).toBeCloseTo(reranked - control, 12);
          expect(found.ceiling).toBeCloseTo(best, 12);
          const sum = (found.retrieval ?? Number.NaN) + found.reorder + found.pool;
          expect(Math.abs(sum - (found.total ?? Number.NaN))).toBeLessThanOrEqual(1e-12);
          expect(found.reranked).toBeLessThanOrEqual(found.ceiling ?? Number.NaN);
          if (reranker === 'oracle') expect(found.headroomUsed ?? 1).toBe(1);
          if (reranker === 'constant') expect([found.reorder, found.pool]).toEqual([0, 0]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
