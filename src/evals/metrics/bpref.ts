import { isJudged, isRelevant, type JudgedRanking, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { REL } from './parameters.ts';

/** Binary preference: what is not judged is not looked at. */
export const BPREF: MeasureFamily = {
  name: 'Bpref',
  summary: 'Share of the judged not relevant documents that each relevant one stands above; unjudged ones are ignored.',
  cutoff: 'none',
  parameters: [REL],
  aggregate: 'mean',
  source: 'Buckley & Voorhees 2004; trec_eval bpref: each relevant gives 1 − min(n above, R) / min(N, R).',
  algorithm: 'bpref/1',
  compute: bpref,
};

function bpref({ ranked, judged }: JudgedRanking, { rel }: MeasureSettings): number {
  const relevant = relevantCount(judged, rel);
  if (relevant === 0) return 0;
  const compared = Math.min(relevantCount(judged, 0) - relevant, relevant);
  let above = 0;
  let sum = 0;
  for (const grade of ranked) {
    if (!isJudged(grade)) continue;
    if (!isRelevant(grade, rel)) above++;
    else sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / compared;
  }
  return sum / relevant;
}
