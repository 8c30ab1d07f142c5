import { GrkError } from '../../contracts/errors.ts';
import type { PassageMask, Progress, TopicQuery } from '../../contracts/ports.ts';
import type { ScoredList } from '../../contracts/ranking.ts';
import { type PipelineInput, runPipeline, type StageTrace } from '../../retrieval/pipeline.ts';
import { eachTopic } from './each-topic.ts';
import { mean, pathMs, percentile } from './latency.ts';

const WARM_UP_TOPICS = 5;

export interface RunTopic extends TopicQuery {
  readonly mask: PassageMask | undefined;
}

export interface StageOutcome {
  readonly list: ScoredList;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

export interface StageTiming {
  readonly n: number;
  readonly warmUpTopics: number;
  readonly coldMs: number | null;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly meanMs: number | null;
  /** Per topic in topic order; null: it failed, or is one of `cachedTopicIds`. Empty where nothing was timed. */
  readonly topicsMs: (number | null)[];
  /** Topics that were answered from a cache, at least in part; left out where there are none. */
  readonly cachedTopicIds?: string[];
}

/** Of a stage of which no time is known. */
export const NOT_TIMED: StageTiming = {
  n: 0,
  warmUpTopics: 0,
  coldMs: null,
  p50Ms: null,
  p95Ms: null,
  meanMs: null,
  topicsMs: [],
};

export interface VariantRun {
  /** Per stage name, one outcome per topic in topic order. */
  readonly outcomes: ReadonlyMap<string, readonly StageOutcome[]>;
  readonly timing: ReadonlyMap<string, StageTiming>;
  /** Per topic in topic order, what each stage returned. */
  readonly traces: readonly (readonly StageTrace[])[];
}

/**
 * Runs every topic through a pipeline. A topic that fails is an outcome, never a missing row.
 * The first topics run once before the clock counts; the very first is the cold start and is given apart.
 * @param concurrency how many topics run at a time; latencies above 1 are those under that load
 * @throws GrkError GRK_INTERRUPTED, and the first error of a stage that failed on every topic
 */
export async function executeVariant(
  input: PipelineInput,
  topics: readonly RunTopic[],
  progress: Progress,
  signal: AbortSignal | undefined,
  concurrency = 1,
): Promise<VariantRun> {
  const warmUp = topics.slice(0, WARM_UP_TOPICS);
  let cold: readonly StageTrace[] = [];
  for (const [i, topic] of warmUp.entries()) {
    const traces = await runPipeline(input, topic, topic.mask);
    if (i === 0) cold = traces;
  }
  progress.start('topics', topics.length);
  try {
    const perTopic = await eachTopic(topics, concurrency, signal, async (topic) => {
      const traces = await runPipeline(input, topic, topic.mask);
      progress.advance();
      return traces;
    });
    return collect(input, perTopic, cold, warmUp.length);
  } finally {
    progress.done();
  }
}

function collect(
  input: PipelineInput,
  perTopic: readonly StageTrace[][],
  cold: readonly StageTrace[],
  warmUpTopics: number,
): VariantRun {
  const outcomes = new Map<string, StageOutcome[]>();
  const timing = new Map<string, StageTiming>();
  input.stages.forEach((stage, i) => {
    const traces = perTopic.map((topic) => topic[i] as StageTrace);
    const failures = traces.filter((trace) => trace.error !== undefined);
    if (traces.length > 0 && failures.length === traces.length) throw failures[0]?.error;
    outcomes.set(stage.name, traces.map(outcomeOf));
    const topicsMs = perTopic.map((topic) =>
      topic[i]?.error === undefined ? pathMs(input.stages, topic, stage.name) : null,
    );
    const timesMs = topicsMs.filter((timeMs) => timeMs !== null);
    timing.set(stage.name, {
      n: timesMs.length,
      warmUpTopics,
      coldMs: cold.length === 0 ? null : pathMs(input.stages, cold, stage.name),
      p50Ms: percentile(timesMs, 50),
      p95Ms: percentile(timesMs, 95),
      meanMs: mean(timesMs),
      topicsMs,
    });
  });
  return { outcomes, timing, traces: perTopic };
}

export function outcomeOf({ list, error }: Pick<StageTrace, 'list' | 'error'>): StageOutcome {
  if (error === undefined) return { list, error: undefined };
  const code = error instanceof GrkError ? error.code : 'GRK_INTERNAL';
  return { list, error: { code, message: error instanceof Error ? error.message : String(error) } };
}
