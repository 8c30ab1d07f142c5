import { type PairedSample, pairedSample } from './paired-sample.ts';

/**
 * Standardised mean of paired differences, mean ÷ standard deviation (Cohen's d_z); null where the deviation is zero or
 * unknown.
 * @throws GrkError GRK_NOTHING_MEASURED, GRK_INTERNAL
 */
export function effectSize(differences: readonly number[]): number | null {
  return effectSizeOf(pairedSample(differences));
}

export function effectSizeOf({ total, size, sd }: PairedSample): number | null {
  return sd === null ? null : total / size / sd;
}
