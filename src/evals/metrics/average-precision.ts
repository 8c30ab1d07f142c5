import { isRelevant, type JudgedRanking, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { JUDGED_ONLY, REL } from './parameters.ts';

/** Average precision. */
export const AVERAGE_PRECISION: MeasureFamily = {
  name: 'AP',
  summary: 'Precision at each relevant rank, summed and divided by all that were judged relevant, also under a cutoff.',
  cutoff: 'optional',
  parameters: [REL, JUDGED_ONLY],
  aggregate: 'mean',
  source: 'trec_eval map, map_cut.',
  algorithm: 'ap/1',
  compute: averagePrecision,
};

/** Average precision, averaged so that a topic that fails weighs more. */
export const GEOMETRIC_AVERAGE_PRECISION: MeasureFamily = {
  name: 'GMAP',
  summary: 'AP per topic; over topics the geometric mean, each at least 0.00001. trec_eval prints no value per topic.',
  cutoff: 'none',
  parameters: [REL, JUDGED_ONLY],
  aggregate: 'geometric mean',
  source: 'Robertson 2006; trec_eval gm_map.',
  algorithm: 'gmap/1',
  compute: averagePrecision,
};

function averagePrecision({ ranked, judged }: JudgedRanking, { cutoff, rel }: MeasureSettings): number {
  const relevant = relevantCount(judged, rel);
  if (relevant === 0) return 0;
  const end = Math.min(cutoff, ranked.length);
  let hits = 0;
  let sum = 0;
  for (let i = 0; i < end; i++) {
    if (!isRelevant(ranked[i], rel)) continue;
    hits++;
    sum += hits / (i + 1);
  }
  return sum / relevant;
}
