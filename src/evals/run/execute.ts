import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import type { PassageMask, Progress, TopicQuery } from '../../contracts/ports.ts';
import type { ScoredList } from '../../contracts/ranking.ts';
import { type PipelineInput, runPipeline, type StageTrace } from '../../retrieval/pipeline.ts';
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
}

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
 * @throws GrkError GRK_INTERRUPTED, and the first error of a stage that failed on every topic
 */
export async function executeVariant(
  input: PipelineInput,
  topics: readonly RunTopic[],
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<VariantRun> {
  const warmUp = topics.slice(0, WARM_UP_TOPICS);
  let cold: readonly StageTrace[] = [];
  for (const [i, topic] of warmUp.entries()) {
    const traces = await runPipeline(input, topic, topic.mask);
    if (i === 0) cold = traces;
  }
  const perTopic: StageTrace[][] = [];
  progress.start('topics', topics.length);
  try {
    for (const topic of topics) {
      throwIfAborted(signal);
      perTopic.push(await runPipeline(input, topic, topic.mask));
      progress.advance();
      // The pipeline may never wait for anything; without a turn of the event loop a signal is not seen.
      if (perTopic.length % 32 === 0) await nextTurn();
    }
  } finally {
    progress.done();
  }
  return collect(input, perTopic, cold, warmUp.length);
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
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
    const timesMs = perTopic.flatMap((topic) =>
      topic[i]?.error === undefined ? [pathMs(input.stages, topic, stage.name)] : [],
    );
    timing.set(stage.name, {
      n: timesMs.length,
      warmUpTopics,
      coldMs: cold.length === 0 ? null : pathMs(input.stages, cold, stage.name),
      p50Ms: percentile(timesMs, 50),
      p95Ms: percentile(timesMs, 95),
      meanMs: mean(timesMs),
    });
  });
  return { outcomes, timing, traces: perTopic };
}

export function outcomeOf({ list, error }: Pick<StageTrace, 'list' | 'error'>): StageOutcome {
  if (error === undefined) return { list, error: undefined };
  const code = error instanceof GrkError ? error.code : 'GRK_INTERNAL';
  return { list, error: { code, message: error instanceof Error ? error.message : String(error) } };
}
