import { isRelevant, type JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';

/** Rank-biased precision. */
export const RANK_BIASED_PRECISION: MeasureFamily = {
  name: 'RBP',
  summary:
    'Gain at each rank, weighted by the chance p of reading on. Gain = grade / highest grade judged for the topic.',
  cutoff: 'optional',
  parameters: [
    { name: 'p', type: 'share', default: 0.8, summary: 'persistence: how likely a reader goes on to the next rank' },
    {
      name: 'rel',
      type: 'grade',
      default: null,
      summary: 'least grade that counts as relevant, with gain 1; without it grades give gains',
    },
  ],
  aggregate: 'mean',
  source: 'Moffat & Zobel 2008; trec_eval 10 rbp, whose p is 0.9; with rel, ir_measures (cwl_eval).',
  algorithm: 'rbp/1',
  compute: rankBiasedPrecision,
};

function rankBiasedPrecision({ ranked, judged }: JudgedRanking, { cutoff, rel, p }: MeasureSettings): number {
  const highest = judged.reduce((high, grade) => Math.max(high, grade), 0);
  const least = rel === 0 ? 1 : rel;
  const end = Math.min(cutoff, ranked.length);
  let weight = 1;
  let sum = 0;
  for (let i = 0; i < end; i++) {
    const grade = ranked[i];
    if (isRelevant(grade, least)) sum += weight * (rel === 0 ? grade / highest : 1);
    weight *= p;
  }
  return (1 - p) * sum;
}
