import { GrkError } from '../../contracts/errors.ts';

/**
 * The sum of finite doubles, correctly rounded: independent of their order, and zero only where the true sum is.
 * Shewchuk 1997 (adaptive precision arithmetic), with the final rounding of Python's `math.fsum`.
 * @throws GrkError GRK_INTERNAL for NaN, infinities and a sum out of range
 */
export function exactSum(values: Iterable<number>): number {
  const partials: number[] = [];
  for (const value of values) {
    if (!Number.isFinite(value)) throw new GrkError('GRK_INTERNAL', `${value} cannot be summed`);
    addTo(partials, value);
  }
  const total = roundPartials(partials);
  if (!Number.isFinite(total)) throw new GrkError('GRK_INTERNAL', 'a sum is out of range');
  return total;
}

/** Keeps `partials` non-overlapping, smallest first, so that their mathematical sum is exact. */
function addTo(partials: number[], value: number): void {
  let x = value;
  let kept = 0;
  for (const partial of partials) {
    // Not by a pair of values: this is the innermost loop of every mean.
    const isSmaller = Math.abs(x) < Math.abs(partial);
    const large = isSmaller ? partial : x;
    const small = isSmaller ? x : partial;
    const high = large + small;
    const low = small - (high - large);
    if (low !== 0) partials[kept++] = low;
    x = high;
  }
  partials.length = kept;
  partials.push(x);
}

function roundPartials(partials: readonly number[]): number {
  let i = partials.length - 1;
  let high = partials[i] ?? 0;
  let low = 0;
  while (i > 0 && low === 0) {
    const x = high;
    const y = partials[--i] ?? 0;
    high = x + y;
    low = y - (high - x);
  }
  // Half-way cases: what lies below `low` decides in which direction they round.
  const below = i > 0 ? (partials[i - 1] ?? 0) : 0;
  if ((low < 0 && below < 0) || (low > 0 && below > 0)) {
    const doubled = low * 2;
    const moved = high + doubled;
    if (moved - high === doubled) high = moved;
  }
  return high;
}
