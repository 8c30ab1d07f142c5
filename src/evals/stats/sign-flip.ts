import type { SignFlipTest } from '../../contracts/delta.ts';
import { magnitudes, type PairedSample, pairedSample, TOLERANCE } from './paired-sample.ts';
import { checkSampling, randomWords, type Sampling } from './random.ts';

export const SIGN_FLIP_ALGORITHM = 'sign-flip/1';
/** Up to this many pairs that differ, every pattern of signs is looked at. */
export const MAX_EXACT = 20;

/**
 * Two-sided randomisation test of paired differences (Fisher 1935; Smucker, Allan and Carterette 2007): how often a sum
 * with random signs is at least as far from zero as the observed one. Pairs without a difference change nothing.
 * @throws GrkError GRK_NOTHING_MEASURED, GRK_USAGE, GRK_INTERNAL
 */
export function signFlipTest(differences: readonly number[], sampling: Sampling): SignFlipTest {
  checkSampling(sampling);
  return signFlipOf(pairedSample(differences), sampling);
}

export function signFlipOf(sample: PairedSample, { seed, draws }: Sampling): SignFlipTest {
  const sizes = magnitudes(sample);
  const least = Math.abs(sample.total) - TOLERANCE * sample.absoluteTotal;
  const nonZero = sizes.length;
  if (nonZero <= MAX_EXACT) {
    const patterns = 2 ** nonZero;
    return { p: countAsFar(sizes, least) / patterns, method: 'exact', draws: patterns, nonZero };
  }
  const asFar = drawAsFar(sizes, least, seed, draws);
  return { p: (asFar + 1) / (draws + 1), method: 'randomised', draws, nonZero };
}

/** All 2^n sums of the values with signs; bit i of an index is set where value i is added, else it is subtracted. */
function signedSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  let filled = 1;
  for (const value of values) {
    for (let i = 0; i < filled; i++) {
      const sum = sums[i] ?? 0;
      sums[filled + i] = sum + value;
      sums[i] = sum - value;
    }
    filled *= 2;
  }
  return sums;
}

/**
 * Sign patterns whose sum is at least `least` from zero, of all patterns: the sums of each half of the values, sorted,
 * and one walk over both (meet in the middle).
 */
function countAsFar(sizes: Float64Array, least: number): number {
  if (least <= 0) return 2 ** sizes.length;
  const middle = sizes.length >> 1;
  const left = signedSums(sizes.subarray(0, middle)).sort();
  const right = signedSums(sizes.subarray(middle)).sort();
  let reached = right.length;
  let above = 0;
  for (const sum of left) {
    while (reached > 0 && sum + (right[reached - 1] ?? 0) >= least) reached--;
    above += right.length - reached;
  }
  // Turning all signs maps the sums above zero to those below.
  return 2 * above;
}

const GROUP = 8;
const PATTERNS = 2 ** GROUP;

/** The same among random patterns: a byte of the generator chooses one of the 256 sums of a group of eight values. */
function drawAsFar(sizes: Float64Array, least: number, seed: number, draws: number): number {
  const groups = Math.ceil(sizes.length / GROUP);
  const sums = new Float64Array(groups * PATTERNS);
  const padded = new Float64Array(groups * GROUP);
  padded.set(sizes);
  for (let group = 0; group < groups; group++) {
    sums.set(signedSums(padded.subarray(group * GROUP, (group + 1) * GROUP)), group * PATTERNS);
  }
  const next = randomWords(seed);
  let asFar = 0;
  for (let draw = 0; draw < draws; draw++) {
    let total = 0;
    let word = 0;
    for (let group = 0; group < groups; group++) {
      word = group % 4 === 0 ? next() : word >>> 8;
      total += sums[group * PATTERNS + (word & 0xff)] ?? 0;
    }
    if (Math.abs(total) >= least) asFar++;
  }
  return asFar;
}
