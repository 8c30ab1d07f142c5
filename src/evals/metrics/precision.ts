import { hitsWithin, type JudgedRanking, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { JUDGED_ONLY, REL } from './parameters.ts';

/** Precision at a cutoff. */
export const PRECISION: MeasureFamily = {
  name: 'P',
  summary: 'Relevant documents in the first k, divided by k even where fewer were retrieved.',
  cutoff: 'required',
  parameters: [REL, JUDGED_ONLY],
  aggregate: 'mean',
  source: 'trec_eval P.',
  algorithm: 'p/1',
  compute: precision,
};

/** Precision where it meets recall. */
export const R_PRECISION: MeasureFamily = {
  name: 'Rprec',
  summary: 'Precision in the first R, where R is how many documents were judged relevant.',
  cutoff: 'none',
  parameters: [REL, JUDGED_ONLY],
  aggregate: 'mean',
  source: 'trec_eval Rprec.',
  algorithm: 'rprec/1',
  compute: rPrecision,
};

function precision({ ranked }: JudgedRanking, { cutoff, rel }: MeasureSettings): number {
  return hitsWithin(ranked, cutoff, rel) / cutoff;
}

function rPrecision({ ranked, judged }: JudgedRanking, { rel }: MeasureSettings): number {
  const relevant = relevantCount(judged, rel);
  return relevant === 0 ? 0 : hitsWithin(ranked, relevant, rel) / relevant;
}
