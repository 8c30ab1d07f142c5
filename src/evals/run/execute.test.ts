import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { StageSchema } from '../../contracts/pipeline.ts';
import type { LegSearch, PipelineInput } from '../../retrieval/pipeline.ts';
import { executeVariant, type RunTopic } from './execute.ts';
import { mean, pathMs, percentile } from './latency.ts';

const STAGES = [
  StageSchema.parse({ kind: 'bm25' }),
  StageSchema.parse({ kind: 'dense' }),
  StageSchema.parse({ kind: 'fusion' }),
];
const silent = { start: () => {}, advance: () => {}, done: () => {} };
const topics: RunTopic[] = ['a', 'b', 'c'].map((topicId) => ({ topicId, query: topicId, mask: undefined }));
const one: LegSearch = async () => ({ passages: Int32Array.of(1), scores: Float64Array.of(1) });

/** A clock on which every reading is one millisecond after the last: each stage takes 1 ms of its own. */
function input(bm25: LegSearch, dense: LegSearch): PipelineInput {
  let ms = 0;
  return {
    stages: STAGES,
    legs: new Map([
      ['bm25', bm25],
      ['dense', dense],
    ]),
    topK: 10,
    passages: 2,
    documentOf: undefined,
    now: () => ms++,
  };
}

describe('executeVariant', () => {
  it('throws the error of a stage that failed on every topic, in the place of zeros (qmd#716)', async () => {
    const broken: LegSearch = async () => {
      throw new GrkError('GRK_EMBEDDER_OUTPUT', 'no vectors at all', { remedy: '' });
    };
    await expect(executeVariant(input(one, broken), topics, silent, undefined)).rejects.toThrow('no vectors at all');
  });
  it('stops when the user stops', async () => {
    await expect(executeVariant(input(one, one), topics, silent, AbortSignal.abort())).rejects.toMatchObject({
      code: 'GRK_INTERRUPTED',
    });
  });

  it('records a topic that fails as an outcome, and never drops it (deepeval PR#3234, ragas PR#2832)', async () => {
    const failsOnB: LegSearch = async (topic) => {
      if (topic.query === 'b') throw new Error('boom');
      return one(topic, 1, undefined);
    };
    const { outcomes, timing } = await executeVariant(input(failsOnB, one), topics, silent, undefined);
    expect(outcomes.get('bm25')?.map(({ list, error }) => [list.passages.length, error])).toEqual([
      [1, undefined],
      [0, { code: 'GRK_INTERNAL', message: 'boom' }],
      [1, undefined],
    ]);
    expect(outcomes.get('dense')?.every(({ error }) => error === undefined)).toBe(true);
    expect([timing.get('bm25')?.n, timing.get('dense')?.n, timing.get('fusion')?.n]).toEqual([2, 3, 2]);
    expect(timing.get('bm25')?.topicsMs).toEqual([expect.any(Number), null, expect.any(Number)]);
  });
  it('gives the latency of a stage over its path, with n, warm-up and cold start apart', async () => {
    const { timing } = await executeVariant(input(one, one), topics, silent, undefined);
    expect(timing.get('fusion')).toEqual({
      n: 3,
      warmUpTopics: 3,
      coldMs: 3,
      p50Ms: 3,
      p95Ms: 3,
      meanMs: 3,
      topicsMs: [3, 3, 3],
    });
    expect(timing.get('bm25')).toMatchObject({ p50Ms: 1 });
  });
  it('measures nothing where there are no topics', async () => {
    const { timing } = await executeVariant(input(one, one), [], silent, undefined);
    expect(timing.get('bm25')).toEqual({
      n: 0,
      warmUpTopics: 0,
      coldMs: null,
      p50Ms: null,
      p95Ms: null,
      meanMs: null,
      topicsMs: [],
    });
  });
});

describe('latency', () => {
  it('takes the nearest rank', () => {
    expect([
      percentile([], 50),
      percentile([5], 95),
      percentile([4, 1, 3, 2], 50),
      percentile([4, 1, 3, 2], 95),
    ]).toEqual([null, 5, 2, 4]);
    expect([mean([]), mean([1, 2])]).toEqual([null, 1.5]);
  });
  it('counts a shared input once', () => {
    const traces = STAGES.map((stage, i) => ({
      stage: stage.name,
      ownMs: 10 ** i,
      list: { passages: new Int32Array(0), scores: new Float64Array(0) },
      full: { passages: new Int32Array(0), scores: new Float64Array(0) },
      contributions: () => [],
    }));
    expect(pathMs(STAGES, traces, 'fusion')).toBe(111);
    expect(pathMs(STAGES, traces, 'dense')).toBe(10);
  });
});
