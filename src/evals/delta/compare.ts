import type { MeasureDelta, MeasureDirection, WinTieLoss } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import { exactSum } from '../metrics/exact-sum.ts';
import { mean } from '../metrics/mean.ts';

/**
 * Compares paired values, one pair per topic. `delta` is the exact sum of the 2n terms +candidate, −baseline over n, so
 * that it is zero, and the direction `none`, exactly where the true sums are equal. No tolerance, no rounding.
 * @throws GrkError GRK_NOTHING_MEASURED for no pairs, GRK_INTERNAL for lists of unequal length
 */
export function compareMeasure(baseline: readonly number[], candidate: readonly number[]): MeasureDelta {
  if (baseline.length !== candidate.length) throw new GrkError('GRK_INTERNAL', 'paired values differ in number');
  const sum = exactSum([...candidate, ...baseline.map((value) => -value)]);
  return {
    baseline: mean(baseline),
    candidate: mean(candidate),
    delta: sum / baseline.length,
    direction: directionOf(sum),
    topics: countTopics(baseline, candidate),
  };
}

/** The same for what is better the lower it is: wins are topics on which the candidate's value is lower. */
export function lowerIsBetter(measure: MeasureDelta): MeasureDelta {
  const { wins, ties, losses } = measure.topics;
  return { ...measure, topics: { wins: losses, ties, losses: wins } };
}

function directionOf(sum: number): MeasureDirection {
  return sum > 0 ? 'up' : sum < 0 ? 'down' : 'none';
}

function countTopics(baseline: readonly number[], candidate: readonly number[]): WinTieLoss {
  let wins = 0;
  let losses = 0;
  candidate.forEach((value, i) => {
    const other = baseline[i] ?? Number.NaN;
    if (value > other) wins++;
    else if (value < other) losses++;
  });
  return { wins, ties: candidate.length - wins - losses, losses };
}
