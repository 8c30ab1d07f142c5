import { isRelevant, type JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { JUDGED_ONLY, REL } from './parameters.ts';

/** Reciprocal rank of the first relevant document. */
export const RECIPROCAL_RANK: MeasureFamily = {
  name: 'RR',
  summary: '1 / rank of the first relevant document; 0 where none is retrieved, or none within the cutoff.',
  cutoff: 'optional',
  parameters: [REL, JUDGED_ONLY],
  aggregate: 'mean',
  source: 'trec_eval recip_rank (no cutoff); MS MARCO MRR@k (with one).',
  algorithm: 'rr/1',
  compute: reciprocalRank,
};

function reciprocalRank({ ranked }: JudgedRanking, { cutoff, rel }: MeasureSettings): number {
  const index = ranked.findIndex((grade) => isRelevant(grade, rel));
  return index === -1 || index >= cutoff ? 0 : 1 / (index + 1);
}
