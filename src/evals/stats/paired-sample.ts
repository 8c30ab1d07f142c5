import type { WinTieLoss } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';

/** Two sums of differences closer than this share of the sum of their sizes are equal: rounding is far below it. */
export const TOLERANCE = 1e-12;
const MAX_SIZE = 1e200;

/** Paired differences, candidate − baseline, one per topic, in the form that every test reads. */
export interface PairedSample {
  readonly topics: WinTieLoss;
  readonly size: number;
  /** The largest absolute difference; 1 where all are zero. */
  readonly scale: number;
  /** Differences ÷ scale in ascending order, so that no result depends on the order of the topics. */
  readonly values: Float64Array;
  /** Sum of `values`; changes its sign, and nothing else, when candidate and baseline change places. */
  readonly total: number;
  /** Sum of the absolute `values`. */
  readonly absoluteTotal: number;
  /** Standard deviation of `values` (n − 1); null for one topic, and where all are equal up to rounding. */
  readonly sd: number | null;
}

/**
 * @throws GrkError GRK_NOTHING_MEASURED for no differences; GRK_INTERNAL for NaN, infinities and sizes above 1e200
 */
export function pairedSample(differences: readonly number[]): PairedSample {
  if (differences.length === 0)
    throw new GrkError('GRK_NOTHING_MEASURED', 'there is no topic to compare on', {
      remedy: 'Compare on topics that both sides answered.',
    });
  const scale = largest(differences) || 1;
  // Adding 0 turns −0 into 0.
  const values = Float64Array.from(differences, (difference) => difference / scale + 0).sort();
  const losses = values.filter((value) => value < 0).reverse();
  const wins = values.filter((value) => value > 0);
  const gain = sum(wins);
  const loss = -sum(losses);
  return {
    topics: { wins: wins.length, ties: values.length - wins.length - losses.length, losses: losses.length },
    size: values.length,
    scale,
    values,
    total: gain - loss,
    absoluteTotal: gain + loss,
    sd: standardDeviation(values, (gain - loss) / values.length),
  };
}

/** Absolute values of the pairs that differ, ascending. */
export function magnitudes({ values }: PairedSample): Float64Array {
  return values
    .filter((value) => value !== 0)
    .map(Math.abs)
    .sort();
}

function largest(differences: readonly number[]): number {
  let found = 0;
  for (const difference of differences) {
    const size = Math.abs(difference);
    if (!(size <= MAX_SIZE)) throw new GrkError('GRK_INTERNAL', `${difference} cannot be a difference of two scores`);
    if (size > found) found = size;
  }
  return found;
}

function standardDeviation(values: Float64Array, mean: number): number | null {
  const range = (values.at(-1) ?? 0) - (values[0] ?? 0);
  if (values.length < 2 || range <= TOLERANCE) return null;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return Math.sqrt(squares / (values.length - 1));
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
