import type { Interval, LatencyRatio, MeasureDelta } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import { mean } from '../metrics/mean.ts';
import { bootstrapMean } from '../stats/bootstrap.ts';
import { DEFAULT_SEED, MIN_DRAWS } from '../stats/random.ts';
import { compareMeasure, lowerIsBetter } from './compare.ts';
import type { ReportedPair, ReportedSide } from './pair.ts';
import type { DeltaInput } from './stage-topics.ts';

/** Geometric mean over topics and repeats of a stage's latency: lower is better. */
export const GEOMETRIC_MEAN_MS = 'geometricMeanMs';

/** Times of two runs are no pairs. */
export const TIMED_IN_TWO_RUNS = 'the stages were timed in two runs';

const NO_REPEATS = 'no repeats, which --repeats N makes';

export interface LatencyComparison {
  /** Of `GEOMETRIC_MEAN_MS`; wins are topics on which the candidate was faster. */
  readonly measure: MeasureDelta;
  readonly latency: LatencyRatio;
  /** Topics that every repeat of both stages answered. */
  readonly topics: number;
}

/** Repeats per topic that a report holds of its stages; 1 where they were timed once. */
export function repeatsOf({ timing }: DeltaInput): number {
  return Math.max(1, ...timing.stages.map(({ repeatsMs }) => repeatsMs?.[0]?.length ?? 0));
}

/**
 * Compares what two stages of one run took: per topic the mean of the logarithms over the repeats, candidate − baseline.
 * A topic that failed in a repeat of either is left out.
 * @returns a reason where there is nothing to compare
 * @throws GrkError GRK_REPORT_INVALID where repeats and topics do not fit together
 */
export function compareLatency(pair: ReportedPair, margin: number | null): LatencyComparison | string {
  const { baseline, candidate } = pair;
  if (baseline.report !== candidate.report) return TIMED_IN_TWO_RUNS;
  const repeats = repeatsOf(candidate.report);
  if (repeats < 2) return [...[baseline, candidate].flatMap(cachedText), NO_REPEATS].join(', and ');
  const [before, after] = [meanLogs(baseline, repeats), meanLogs(candidate, repeats)];
  if (before === undefined || after === undefined) {
    return `${(before === undefined ? baseline : candidate).stage.id} was not timed in repeats`;
  }
  const timed = pair.topics.flatMap(({ topicId }) => {
    const [a, b] = [before.get(topicId), after.get(topicId)];
    return a === undefined || b === undefined ? [] : [{ a, b }];
  });
  if (timed.length === 0) return 'no topic was answered in every repeat of both stages';
  if (timed.some(({ a, b }) => Number.isNaN(a + b))) {
    return 'the clock measured no time at all for a topic';
  }
  const logs = lowerIsBetter(
    compareMeasure(
      timed.map(({ a }) => a),
      timed.map(({ b }) => b),
    ),
  );
  const sampling = { seed: DEFAULT_SEED, draws: MIN_DRAWS };
  const differences = timed.map(({ a, b }) => b - a);
  const interval = bootstrapMean(differences, sampling)?.interval(1 - candidate.report.declared.alpha) ?? null;
  const [slow, fast] = [Math.exp(logs.baseline), Math.exp(logs.candidate)];
  return {
    measure: { ...logs, baseline: slow, candidate: fast, delta: fast - slow },
    latency: { ratio: Math.exp(logs.delta), interval: exponential(interval), margin, repeats },
    topics: timed.length,
  };
}

/** Why one pass over the topics gave no time of a stage. */
function cachedText({ report, stage }: ReportedSide): string[] {
  const cached = report.timing.stages.find(({ id }) => id === stage.id)?.cachedTopicIds?.length ?? 0;
  if (cached === 0) return [];
  return [`scores of ${stage.id} came from the cache for ${cached} of ${report.topics.length} topics`];
}

function exponential(interval: Interval | null): Interval | null {
  if (interval === null) return null;
  return { ...interval, lower: Math.exp(interval.lower), upper: Math.exp(interval.upper) };
}

/** Topic id to the mean logarithm of its repeats, for topics without a failed one; undefined: it has no repeats. */
function meanLogs({ report, stage }: ReportedSide, repeats: number): Map<string, number> | undefined {
  const rows = report.timing.stages.find(({ id }) => id === stage.id)?.repeatsMs;
  if (rows === undefined) return undefined;
  if (rows.length !== report.topics.length || rows.some((row) => row.length !== repeats)) {
    throw new GrkError('GRK_REPORT_INVALID', `the repeats of "${stage.id}" do not fit the topics of the report`, {
      remedy: 'Make the report again with `grk eval --repeats N`.',
    });
  }
  return new Map(
    report.topics.flatMap(({ topicId }, i) => {
      const times = (rows[i] ?? []).filter((ms) => ms !== null);
      return times.length < repeats ? [] : [[topicId, meanLog(times)]];
    }),
  );
}

/** NaN where the clock stood still or ran back. */
function meanLog(times: readonly number[]): number {
  return times.every((ms) => ms > 0) ? mean(times.map(Math.log)) : Number.NaN;
}
