import type { Stage } from '../../contracts/pipeline.ts';
import type { Reranker } from '../../contracts/ports.ts';
import type { StageTiming, VariantRun } from './execute.ts';
import { mean, pathOf, percentile } from './latency.ts';

/** Topics whose scores were kept from an earlier call, as of the last call for each. */
export interface CachedTopics {
  /** The reranker, watched. */
  readonly reranker: Reranker;
  readonly topicIds: ReadonlySet<string>;
}

export function watchCached(reranker: Reranker): CachedTopics {
  const topicIds = new Set<string>();
  const score: Reranker['score'] = async (topic, passages, signal) => {
    topicIds.delete(topic.topicId);
    const scores = await reranker.score(topic, passages, signal);
    if (scores.isCached === true) topicIds.add(topic.topicId);
    return scores;
  };
  return { reranker: { ...reranker, score }, topicIds };
}

/**
 * Takes topics that a stage, or one that it rests on, answered from a cache out of the times: what a lookup takes says
 * nothing of a search.
 * @param cached by name of a rerank stage
 * @param topicIds of the run, in order
 */
export function withoutCached(
  run: VariantRun,
  stages: readonly Stage[],
  cached: ReadonlyMap<string, ReadonlySet<string>>,
  topicIds: readonly string[],
): VariantRun {
  const timing = new Map(run.timing);
  for (const [name, each] of run.timing) {
    const path = pathOf(stages, name);
    const isCached = (topicId: string) => [...path].some((stage) => cached.get(stage)?.has(topicId) === true);
    const cachedTopicIds = topicIds.filter(isCached);
    if (cachedTopicIds.length > 0) timing.set(name, leftOut(each, topicIds, cachedTopicIds));
  }
  return { ...run, timing };
}

function leftOut(timing: StageTiming, topicIds: readonly string[], cachedTopicIds: string[]): StageTiming {
  const cached = new Set(cachedTopicIds);
  const isCached = (at: number) => cached.has(topicIds[at] ?? '');
  const topicsMs = timing.topicsMs.map((ms, at) => (isCached(at) ? null : ms));
  const timesMs = topicsMs.filter((ms) => ms !== null);
  return {
    n: timesMs.length,
    warmUpTopics: timing.warmUpTopics,
    // The first topic of the warm-up is that of the run.
    coldMs: isCached(0) ? null : timing.coldMs,
    p50Ms: percentile(timesMs, 50),
    p95Ms: percentile(timesMs, 95),
    meanMs: mean(timesMs),
    topicsMs,
    cachedTopicIds,
  };
}
