import { describe, expect, it } from 'vitest';
import { StageSchema } from '../../contracts/pipeline.ts';
import type { Reranker } from '../../contracts/ports.ts';
import { watchCached, withoutCached } from './cached-topics.ts';
import type { StageTiming, VariantRun } from './execute.ts';

const STAGES = [
  StageSchema.parse({ kind: 'bm25' }),
  StageSchema.parse({ kind: 'rerank', name: 'first', input: 'bm25', reranker: 'x' }),
  StageSchema.parse({ kind: 'rerank', name: 'second', input: 'first', reranker: 'y' }),
];
const TOPICS = ['a', 'b', 'c', 'd'];
const TIMING: StageTiming = {
  n: 4,
  warmUpTopics: 4,
  coldMs: 50,
  p50Ms: 2,
  p95Ms: 4,
  meanMs: 2.5,
  topicsMs: [1, 2, 3, 4],
};
const run: VariantRun = {
  outcomes: new Map(),
  timing: new Map(STAGES.map(({ name }) => [name, TIMING])),
  traces: [],
};
const timingOf = (cached: Record<string, string[]>) => {
  const sets = new Map(Object.entries(cached).map(([name, ids]) => [name, new Set(ids)]));
  const { timing } = withoutCached(run, STAGES, sets, TOPICS);
  return Object.fromEntries(timing);
};

describe('withoutCached', () => {
  it('leaves topics from a cache out of the times of a stage, and of those that rest on it', () => {
    const { bm25, first, second } = timingOf({ first: ['b'], second: ['d'] });
    expect(bm25).toBe(TIMING);
    expect(first).toEqual({
      ...TIMING,
      n: 3,
      p50Ms: 3,
      meanMs: 8 / 3,
      topicsMs: [1, null, 3, 4],
      cachedTopicIds: ['b'],
    });
    expect(second).toMatchObject({
      n: 2,
      p50Ms: 1,
      p95Ms: 3,
      topicsMs: [1, null, 3, null],
      cachedTopicIds: ['b', 'd'],
    });
  });
  it('has no time at all, and never 0, where every topic came from a cache', () => {
    expect(timingOf({ first: TOPICS }).first).toEqual({
      n: 0,
      warmUpTopics: 4,
      coldMs: null,
      p50Ms: null,
      p95Ms: null,
      meanMs: null,
      topicsMs: [null, null, null, null],
      cachedTopicIds: TOPICS,
    });
  });
  it('knows no cold start where the first topic came from a cache', () => {
    expect(timingOf({ first: ['a'] }).first?.coldMs).toBeNull();
    expect(timingOf({ first: ['b'] }).first?.coldMs).toBe(50);
  });
  it('changes nothing where nothing was cached', () => {
    expect(timingOf({ first: [] })).toEqual(Object.fromEntries(run.timing));
  });
});

describe('watchCached', () => {
  it('knows of each topic whether its last scores were kept from before', async () => {
    let isCached = true;
    const score: Reranker['score'] = async () => ({ scores: Float64Array.of(1), truncated: null, isCached });
    const identity = {} as Reranker['identity'];
    const { reranker, topicIds } = watchCached({ identity, isStructural: false, score });
    await reranker.score({ topicId: 'a', query: '' }, []);
    await reranker.score({ topicId: 'b', query: '' }, []);
    isCached = false;
    await reranker.score({ topicId: 'a', query: '' }, []);
    expect([...topicIds]).toEqual(['b']);
  });
});
