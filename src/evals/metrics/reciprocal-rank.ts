import { isRelevant, type JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily } from './measure-family.ts';

/** Reciprocal rank of the first relevant document. */
export const RECIPROCAL_RANK: MeasureFamily = {
  name: 'RR',
  summary: '1 / rank of the first relevant document; 0 where none is retrieved, or none within the cutoff.',
  cutoff: 'optional',
  source: 'trec_eval recip_rank (no cutoff); MS MARCO MRR@k (with one).',
  algorithm: 'rr/1',
  compute: reciprocalRank,
};

function reciprocalRank({ ranked }: JudgedRanking, cutoff: number): number {
  const index = ranked.findIndex(isRelevant);
  return index === -1 || index >= cutoff ? 0 : 1 / (index + 1);
}
