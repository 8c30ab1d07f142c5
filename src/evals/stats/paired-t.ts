import type { PairedT } from '../../contracts/delta.ts';
import { studentCdf } from './distributions.ts';
import { type PairedSample, pairedSample } from './paired-sample.ts';

export const PAIRED_T_ALGORITHM = 'paired-t/1';

/**
 * Student's two-sided paired t test (1908); null where t is undefined: for one topic, and where all differences are
 * equal.
 * @throws GrkError GRK_NOTHING_MEASURED, GRK_INTERNAL
 */
export function pairedT(differences: readonly number[]): PairedT | null {
  return pairedTOf(pairedSample(differences));
}

export function pairedTOf({ total, size, sd }: PairedSample): PairedT | null {
  if (sd === null) return null;
  const t = total / size / (sd / Math.sqrt(size));
  // A p too small for a double is the smallest double, not zero.
  return { t, df: size - 1, p: Math.max(2 * studentCdf(-Math.abs(t), size - 1), Number.MIN_VALUE) };
}
