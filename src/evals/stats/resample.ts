import type { PairedSample } from './paired-sample.ts';
import { indexSampler, type Sampling } from './random.ts';

/** A sample, turned so that exchanging candidate and baseline cannot change it, and its resampled sums. */
export interface Resampled {
  /** All signs are turned. */
  readonly isMirrored: boolean;
  /** As `PairedSample`, after turning. */
  readonly values: Float64Array;
  readonly total: number;
  /** Sums of as many values as there are topics, drawn with replacement, ascending; one sum where all are equal. */
  readonly sums: Float64Array;
}

/** Samples of equal size share their draws, which gives each the bits that it has alone. */
export function resample(samples: readonly PairedSample[], { seed, draws }: Sampling): Resampled[] {
  const resampled = samples.map((sample): Resampled => {
    const isMirrored = leansDown(sample.values);
    const total = isMirrored ? 0 - sample.total : sample.total;
    return {
      isMirrored,
      values: isMirrored ? sample.values.map((value) => 0 - value).reverse() : sample.values,
      total,
      sums: sample.sd === null ? Float64Array.of(total) : new Float64Array(draws),
    };
  });
  const drawn = resampled.filter((_, i) => samples[i]?.sd !== null);
  for (const size of new Set(drawn.map(({ values }) => values.length))) {
    fillSums(
      drawn.filter(({ values }) => values.length === size),
      indexSampler(seed, size),
      new Uint32Array(size),
    );
  }
  return resampled;
}

function fillSums(drawn: readonly Resampled[], sample: (out: Uint32Array) => void, indices: Uint32Array): void {
  const draws = drawn[0]?.sums.length ?? 0;
  for (let draw = 0; draw < draws; draw++) {
    sample(indices);
    for (const { values, sums } of drawn) {
      let sum = 0;
      for (let i = 0; i < indices.length; i++) sum += values[indices[i] ?? 0] ?? 0;
      sums[draw] = sum;
    }
  }
  for (const { sums } of drawn) sums.sort();
}

/** Exchanging candidate and baseline changes the answer, unless the sorted differences are symmetric about zero. */
function leansDown(sorted: Float64Array): boolean {
  for (let i = 0; i < sorted.length; i++) {
    const balance = (sorted[i] ?? 0) + (sorted[sorted.length - 1 - i] ?? 0);
    if (balance !== 0) return balance < 0;
  }
  return false;
}
