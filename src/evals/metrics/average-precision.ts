import { isRelevant, type JudgedRanking, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily } from './measure-family.ts';

/** Average precision. */
export const AVERAGE_PRECISION: MeasureFamily = {
  name: 'AP',
  summary: 'Precision at each relevant rank, summed and divided by all that were judged relevant, also under a cutoff.',
  cutoff: 'optional',
  source: 'trec_eval map, map_cut.',
  algorithm: 'ap/1',
  compute: averagePrecision,
};

function averagePrecision({ ranked, judged }: JudgedRanking, cutoff: number): number {
  const relevant = relevantCount(judged);
  if (relevant === 0) return 0;
  const end = Math.min(cutoff, ranked.length);
  let hits = 0;
  let sum = 0;
  for (let i = 0; i < end; i++) {
    if (!isRelevant(ranked[i])) continue;
    hits++;
    sum += hits / (i + 1);
  }
  return sum / relevant;
}
