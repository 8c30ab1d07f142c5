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
  it('are those of the baseline too, and of answerable topics alone', async () => {
    const legs = { bm25: [[20], [20], [20]], dense: [count(12), count(12), count(12)] };
    const three = [grades([11, 1]), grades([0, 1]), grades()];
    const report = await pipelineReport({ ...LIFTED, legs, grades: three, answerable: [true, true, false] });
    const error = { code: 'GRK_LEG_BROKEN', message: 'x' };
    const [attribution] = deriveAttribution({
      ...report,
      stages: report.stages.map((stage) =>
        stage.name !== 'bm25'
          ? stage
          : {
              ...stage,
              topics: stage.topics.map((topic) => (topic.topicId === '0' ? topic : { ...topic, ranking: [], error })),
            },
      ),
    });
    expect([attribution?.topics, attribution?.topicsLeftOut]).toEqual([1, 1]);
    expect(partOf(attribution?.measures ?? {}, 'RR@10')).toMatchObject({ input: 0, reranked: 1 });
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
  it('counts a relevant candidate that stays where it is as neither promoted nor demoted', async () => {
    const attribution = await attributionOf({
      ...LIFTED,
      scores: { rerank: (_, passage) => (passage === 0 ? 99 : passage) },
      grades: [grades([0, 1], [1, 1], [11, 1])],
    });
    expect([attribution.promoted, attribution.demoted]).toEqual([1, 1]);
  });
  it('puts candidates by the gain of the measure at the ceiling, and what nobody judged behind grade 0', async () => {
    const gained = 'nDCG(gains={1:3,2:1})@1';
    const attribution = await attributionOf({
      ...LIFTED,
      measures: [gained],
      grades: [grades([4, 2], [5, 1], [9, 0])],
    });
    expect(partOf(attribution.measures, gained)).toMatchObject({ input: 0, ceiling: 1 });
    const judged = await attributionOf({ ...LIFTED, measures: ['Judged@1', 'RR@10'], grades: [grades([9, 0])] });
    expect(partOf(judged.measures, 'Judged@1')).toMatchObject({ input: 0, ceiling: 1 });
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
