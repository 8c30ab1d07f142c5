import { hitsWithin, type JudgedRanking, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { JUDGED_ONLY, REL } from './parameters.ts';

/** Recall at a cutoff. */
export const RECALL: MeasureFamily = {
  name: 'R',
  summary: 'Relevant documents in the first k, divided by all that were judged relevant.',
  cutoff: 'required',
  parameters: [REL, JUDGED_ONLY],
  aggregate: 'mean',
  source: 'trec_eval recall.',
  algorithm: 'r/1',
  compute: recall,
};

function recall({ ranked, judged }: JudgedRanking, { cutoff, rel }: MeasureSettings): number {
  const relevant = relevantCount(judged, rel);
  return relevant === 0 ? 0 : hitsWithin(ranked, cutoff, rel) / relevant;
}
