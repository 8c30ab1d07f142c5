import type { Interval } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import { normalCdf, normalQuantile } from './distributions.ts';
import { type PairedSample, pairedSample, TOLERANCE } from './paired-sample.ts';
import { checkSampling, type Sampling } from './random.ts';
import { type Resampled, resample } from './resample.ts';

export const BOOTSTRAP_ALGORITHM = 'bca-bootstrap/1';

export type IntervalMethod = Interval['method'];

/** The resampled means of one list of differences, in the unit of the differences. */
export interface BootstrapMean {
  /** `level` of the resampled means, the same share left out on both sides. */
  interval(level: number): Interval;
  /** One-sided: the mean lies above `bound` with confidence `level`. */
  lowerBound(level: number): { readonly bound: number; readonly level: number; readonly method: IntervalMethod };
}

/**
 * Bias-corrected and accelerated bootstrap of the mean (Efron 1987), acceleration by the jackknife, quantiles linear
 * between neighbours. The percentile bootstrap where all differences are equal or a correction is not finite.
 * Exchanging candidate and baseline mirrors the result. Null for one topic: it says nothing about spread.
 * @throws GrkError GRK_NOTHING_MEASURED, GRK_USAGE, GRK_INTERNAL
 */
export function bootstrapMean(differences: readonly number[], sampling: Sampling): BootstrapMean | null {
  checkSampling(sampling);
  return bootstrapMeansOf([pairedSample(differences)], sampling)[0] ?? null;
}

/** The same for several samples, in less time than one by one. */
export function bootstrapMeansOf(samples: readonly PairedSample[], sampling: Sampling): (BootstrapMean | null)[] {
  const resampled = resample(samples, sampling);
  return samples.map((sample, i) => {
    const own = resampled[i];
    return own === undefined || sample.size < 2 ? null : readIntervals(sample, own);
  });
}

function readIntervals(sample: PairedSample, { isMirrored, values, total, sums }: Resampled): BootstrapMean {
  const bias = sample.sd === null ? Number.NaN : biasOf(sums, total, TOLERANCE * sample.absoluteTotal);
  const acceleration = accelerationOf(values, total / sample.size);
  const oriented = (z: number) => (isMirrored ? -z : z);
  /** Where to read the resampled means for a normal quantile; NaN where the correction has no finite value. */
  const corrected = (z: number): number => {
    const shift = bias + z;
    return acceleration * shift < 1 ? bias + shift / (1 - acceleration * shift) : Number.NaN;
  };
  const methodFor = (...zs: number[]): IntervalMethod =>
    zs.every((z) => Number.isFinite(corrected(oriented(z)))) ? 'bca' : 'percentile';
  /** The lower end for z below zero, the upper for z above. */
  const end = (z: number, method: IntervalMethod): number => {
    const at = method === 'bca' ? corrected(oriented(z)) : oriented(z);
    const value = (quantile(sums, normalCdf(at)) / sample.size) * sample.scale;
    return isMirrored ? 0 - value : value;
  };

  return {
    interval: (level) => {
      const z = normalQuantile((1 - checkedLevel(level)) / 2);
      const method = methodFor(z, -z);
      return { lower: end(z, method), upper: end(-z, method), level, method };
    },
    lowerBound: (level) => {
      const z = normalQuantile(1 - checkedLevel(level));
      const method = methodFor(z);
      return { bound: end(z, method), level, method };
    },
  };
}

/** The normal quantile of the share of sums below the observed one, half of the equal ones counted. */
function biasOf(sums: Float64Array, total: number, tolerance: number): number {
  let below = 0;
  let equal = 0;
  for (const sum of sums) {
    if (Math.abs(sum - total) <= tolerance) equal++;
    else if (sum < total) below++;
  }
  return normalQuantile((below + equal / 2) / sums.length);
}

/** For a mean, leaving one value out moves it in proportion to the value's distance from the mean. */
function accelerationOf(values: Float64Array, mean: number): number {
  let squares = 0;
  let cubes = 0;
  for (const value of values) {
    const distance = value - mean;
    squares += distance * distance;
    cubes += distance * distance * distance;
  }
  return cubes / (6 * squares * Math.sqrt(squares));
}

function quantile(sorted: Float64Array, p: number): number {
  const position = (sorted.length - 1) * p;
  const index = Math.floor(position);
  const low = sorted[index] ?? 0;
  const high = sorted[index + 1] ?? low;
  return low + (high - low) * (position - index);
}

function checkedLevel(level: number): number {
  if (!(level > 0 && level < 1))
    throw new GrkError('GRK_USAGE', `the level ${level} does not lie between 0 and 1`, {
      remedy: 'Write, for example, .95.',
    });
  return level;
}
