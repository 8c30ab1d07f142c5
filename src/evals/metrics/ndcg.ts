import { GrkError } from '../../contracts/errors.ts';
import type { JudgedRanking } from './judged-ranking.ts';
import { log2 } from './log2.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { JUDGED_ONLY } from './parameters.ts';

/** Normalised discounted cumulative gain. */
export const NDCG: MeasureFamily = {
  name: 'nDCG',
  summary: 'Gain of the ranking, discounted by rank, as a share of the best possible order of all judged grades.',
  cutoff: 'optional',
  parameters: [
    {
      name: 'dcg',
      type: 'dcg',
      default: 'log2',
      summary: "'log2': gain = grade, as trec_eval; 'exp-log2': gain = 2^grade − 1, as gdeval",
    },
    {
      name: 'gains',
      type: 'gains',
      default: null,
      summary: 'gains in the place of grades, {grade:gain,…}; a grade that is not named is its own gain',
    },
    JUDGED_ONLY,
  ],
  aggregate: 'mean',
  source: 'Järvelin & Kekäläinen 2002; trec_eval ndcg, ndcg_cut: gain = grade, discount 1 / log2(rank + 1).',
  algorithm: 'ndcg/1',
  compute: ndcg,
};

const MAX_EXPONENT = 1000;
const discounts: number[] = [];

/** log2(rank + 1) for a rank counted from 0 here. */
function discountAt(index: number): number {
  for (let i = discounts.length; i <= index; i++) discounts.push(log2(i + 2));
  return discounts[index] ?? Number.NaN;
}

/** Never below 0: trec_eval's level does not touch gains. */
function gainOf(grade: number | null | undefined, { dcg, gains }: MeasureSettings): number {
  if (grade === null || grade === undefined || grade < 0) return 0;
  const gain = gains.size === 0 ? grade : (gains.get(grade) ?? grade);
  return dcg === 'log2' ? gain : exponential(gain);
}

/** 2^n − 1 by doubling, which is exact. */
function exponential(n: number): number {
  if (n > MAX_EXPONENT) {
    throw new GrkError('GRK_USAGE', `the grade ${n} has no exponential gain: it is above ${MAX_EXPONENT}`, {
      remedy: 'Use a lower grade, or a gain that is not exponential.',
    });
  }
  let power = 1;
  for (let i = 0; i < n; i++) power *= 2;
  return power - 1;
}

function discounted(gains: readonly number[], cutoff: number): number {
  const end = Math.min(cutoff, gains.length);
  let sum = 0;
  for (let i = 0; i < end; i++) {
    const gain = gains[i] ?? 0;
    if (gain > 0) sum += gain / discountAt(i);
  }
  return sum;
}

/** The ideal order holds all judged grades, not only those retrieved, and is cut at the same rank. */
function ndcg({ ranked, judged }: JudgedRanking, settings: MeasureSettings): number {
  const gains = (grades: JudgedRanking['ranked']) => grades.map((grade) => gainOf(grade, settings));
  const best = gains(judged)
    .filter((gain) => gain > 0)
    .sort((a, b) => b - a);
  const ideal = discounted(best, settings.cutoff);
  return ideal === 0 ? 0 : discounted(gains(ranked), settings.cutoff) / ideal;
}
