import { hitsWithin, type JudgedRanking, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily } from './measure-family.ts';

/** Recall at a cutoff. */
export const RECALL: MeasureFamily = {
  name: 'R',
  summary: 'Relevant documents in the first k, divided by all that were judged relevant.',
  cutoff: 'required',
  source: 'trec_eval recall.',
  algorithm: 'r/1',
  compute: recall,
};

function recall({ ranked, judged }: JudgedRanking, cutoff: number): number {
  const relevant = relevantCount(judged);
  return relevant === 0 ? 0 : hitsWithin(ranked, cutoff) / relevant;
}
