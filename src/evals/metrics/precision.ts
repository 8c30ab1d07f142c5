import { hitsWithin, type JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily } from './measure-family.ts';

/** Precision at a cutoff. */
export const PRECISION: MeasureFamily = {
  name: 'P',
  summary: 'Relevant documents in the first k, divided by k even where fewer were retrieved.',
  cutoff: 'required',
  source: 'trec_eval P.',
  algorithm: 'p/1',
  compute: precision,
};

function precision({ ranked }: JudgedRanking, cutoff: number): number {
  return hitsWithin(ranked, cutoff) / cutoff;
}
