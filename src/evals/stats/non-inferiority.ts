import type { GainBound } from '../../contracts/gate.ts';
import { bootstrapMean } from './bootstrap.ts';
import { DEFAULT_SEED, MIN_DRAWS } from './random.ts';
import { signFlipTest } from './sign-flip.ts';

export const NON_INFERIORITY_ALGORITHM = 'non-inferiority/1';
/** One-sided. */
const LEVEL = 0.95;
const ALPHA = 0.05;

/**
 * Whether a mean loss beyond `margin` is ruled out: the lower end of the bootstrap lies above −margin, and the sign-flip
 * test of the differences + margin, one-sided, gives p ≤ .05. The first sees skew; the second is what equal differences,
 * whose bootstrap has no width, cannot pass without enough topics (2^−n ≤ .05: five).
 * @param differences candidate − baseline, higher is better
 * @throws GrkError GRK_NOTHING_MEASURED, GRK_INTERNAL
 */
export function nonInferiority(differences: readonly number[], margin: number): GainBound {
  const sampling = { seed: DEFAULT_SEED, draws: MIN_DRAWS };
  const shifted = differences.map((difference) => difference + margin);
  const total = shifted.reduce((sum, value) => sum + value, 0);
  const { p: twoSided, nonZero } = signFlipTest(shifted, sampling);
  // Both tails hold as many patterns.
  const p = total > 0 ? twoSided / 2 : 1 - twoSided / 2;
  const lower = bootstrapMean(differences, sampling)?.lowerBound(LEVEL) ?? null;
  const isDecidable = lower !== null && 2 ** -nonZero <= ALPHA;
  return {
    bound: lower?.bound ?? null,
    method: lower?.method ?? null,
    level: LEVEL,
    p,
    ...sampling,
    isDecidable,
    isShown: isDecidable && lower.bound > -margin && p <= ALPHA,
  };
}
