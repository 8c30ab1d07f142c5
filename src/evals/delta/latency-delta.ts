import type { Direction, LatencyRatio, StageDelta } from '../../contracts/delta.ts';
import { compareLatency, GEOMETRIC_MEAN_MS, repeatsOf } from './latency.ts';
import { comparedNames, identityOf, type ReportedPair, structuralReason } from './pair.ts';
import { latencyText, latencyVerdict } from './verdict.ts';

/**
 * The pair on the latency axis, for all topics of a run; undefined where latency is neither guarded nor repeated.
 * A direction is given only where the interval of the ratio leaves the declared guard, 1 ÷ (1 + margin) to 1 + margin.
 * @throws GrkError GRK_REPORT_INVALID
 */
export function latencyDelta(pair: ReportedPair): StageDelta | undefined {
  const { report } = pair.candidate;
  const guards = report.declared.guards.filter(({ axis }) => axis === 'latency');
  const isRepeated = pair.baseline.report === report && repeatsOf(report) > 1;
  if (pair.scope !== undefined || (guards.length === 0 && !isRepeated)) return undefined;
  const identity = identityOf(pair, 'latency');
  const margins = guards.flatMap(({ margin }) => margin ?? []);
  const compared = compareLatency(pair, margins.length === 0 ? null : Math.min(...margins));
  if (typeof compared === 'string') {
    const reason = structuralReason(pair) ?? `not comparable: ${compared}`;
    return { ...identity, topics: 0, measures: {}, direction: null, verdict: null, reason };
  }
  const { latency, measure, topics } = compared;
  const facts = { ...identity, topics, measures: { [GEOMETRIC_MEAN_MS]: measure }, latency };
  const structural = structuralReason(pair);
  const direction = structural === undefined ? directionOf(latency) : null;
  if (direction === null) {
    const reason = structural ?? `not comparable: ${whyNot(latency)}`;
    return { ...facts, direction, verdict: null, reason };
  }
  return { ...facts, direction, verdict: latencyVerdict(comparedNames(pair), direction, latency, topics) };
}

function directionOf({ interval, margin }: LatencyRatio): Direction | null {
  if (interval === null || margin === null) return null;
  if (interval.lower > 1 + margin) return 'REGRESSION';
  return interval.upper < 1 / (1 + margin) ? 'IMPROVEMENT' : null;
}

function whyNot(latency: LatencyRatio): string {
  const numbers = latencyText(latency);
  const { interval, margin } = latency;
  if (margin === null) return `no guard with a margin says how much latency may change, ${numbers}`;
  if (interval === null) return `one topic says nothing about spread, ${numbers}`;
  return `the interval lies ${isWithin(interval, margin) ? 'within' : 'across'} the guard, ${numbers}`;
}

function isWithin({ lower, upper }: { readonly lower: number; readonly upper: number }, margin: number): boolean {
  return lower >= 1 / (1 + margin) && upper <= 1 + margin;
}
