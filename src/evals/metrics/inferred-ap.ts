import { isJudged, isRelevant, type JudgedRanking, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { REL } from './parameters.ts';

/** Average precision estimated from judgments that are a sample of the pool. */
export const INFERRED_AP: MeasureFamily = {
  name: 'infAP',
  summary: 'AP as a sample of the pool lets it be inferred: a grade below 0 marks what was pooled and not judged.',
  cutoff: 'none',
  parameters: [REL],
  aggregate: 'mean',
  source: 'Yilmaz & Aslam 2006; trec_eval infAP.',
  algorithm: 'infap/1',
  compute: inferredAp,
};

/** Smooths the precision among judged documents where there are none. */
const EPSILON = 0.00001;

function inferredAp({ ranked, judged }: JudgedRanking, { rel }: MeasureSettings): number {
  const relevant = relevantCount(judged, rel);
  if (relevant === 0) return 0;
  let hits = 0;
  let misses = 0;
  let pooled = 0;
  let sum = 0;
  ranked.forEach((grade, above) => {
    if (grade === null) return;
    if (!isJudged(grade)) pooled++;
    else if (!isRelevant(grade, rel)) misses++;
    else {
      sum += 1 / (above + 1);
      if (above > 0) {
        const share = (hits + misses + pooled) / above;
        const precision = (hits + EPSILON) / (hits + misses + 2 * EPSILON);
        sum += (above / (above + 1)) * share * precision;
      }
      hits++;
    }
  });
  return sum / relevant;
}
