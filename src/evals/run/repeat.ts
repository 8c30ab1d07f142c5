import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import type { Progress } from '../../contracts/ports.ts';
import { MAX_REPEATS } from '../../contracts/suite.ts';
import { type PipelineInput, runPipeline } from '../../retrieval/pipeline.ts';
import type { RunTopic } from './execute.ts';
import { pathMs } from './latency.ts';

/** A variant that was scored, ready to be run again. */
export interface RepeatedVariant {
  readonly name: string;
  readonly pipeline: PipelineInput;
  /** In the order of the report; those of every variant are the same. */
  readonly topics: readonly RunTopic[];
}

/** Stage id to milliseconds of the stage's path: per topic in topic order, then per repeat; null: it failed. */
export type RepeatsMs = ReadonlyMap<string, (number | null)[][]>;

/** @throws GrkError GRK_USAGE for more than are useful */
export function checkRepeats(repeats: number): number {
  if (Number.isInteger(repeats) && repeats >= 1 && repeats <= MAX_REPEATS) return repeats;
  throw new GrkError('GRK_USAGE', `${repeats} repeats were asked for`, { remedy: `Ask for 1 to ${MAX_REPEATS}.` });
}

/**
 * Times every stage again, for comparison: in each repeat all variants answer a topic one after the other before the next
 * topic comes, so that a machine which slows down slows all alike. Which variant begins changes from repeat to repeat.
 * The rankings are those of the scoring pass, and are not read again. Nothing for a single repeat: that pass timed it.
 * @throws GrkError GRK_INTERRUPTED
 */
export async function timeRepeats(
  variants: readonly RepeatedVariant[],
  repeats: number,
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<RepeatsMs> {
  const topics = variants[0]?.topics.length ?? 0;
  const found = new Map<string, (number | null)[][]>();
  if (repeats < 2) return found;
  for (const { name, pipeline } of variants) {
    for (const stage of pipeline.stages)
      found.set(
        `${name}/${stage.name}`,
        Array.from({ length: topics }, () => []),
      );
  }
  progress.start('repeats', repeats * topics);
  try {
    for (let repeat = 0; repeat < repeats; repeat++) {
      const order = variants.map((_, i) => variants[(i + repeat) % variants.length]);
      for (let topic = 0; topic < topics; topic++) {
        throwIfAborted(signal);
        for (const variant of order) if (variant !== undefined) await timeTopic(variant, topic, found);
        progress.advance();
        // Without a turn of the event loop a signal is not seen.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  } finally {
    progress.done();
  }
  return found;
}

async function timeTopic({ name, pipeline, topics }: RepeatedVariant, at: number, found: RepeatsMs): Promise<void> {
  const topic = topics[at];
  if (topic === undefined) throw new RangeError(`variant ${name} has no topic ${at}`);
  const traces = await runPipeline(pipeline, topic, topic.mask);
  for (const { stage, error } of traces) {
    const ms = error === undefined ? pathMs(pipeline.stages, traces, stage) : null;
    found.get(`${name}/${stage}`)?.[at]?.push(ms);
  }
}
