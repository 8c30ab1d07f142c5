import { hitsWithin, type JudgedRanking, relevantCount } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { JUDGED_ONLY, REL } from './parameters.ts';

/** Precision of all that was retrieved. */
export const SET_PRECISION: MeasureFamily = {
  name: 'SetP',
  summary: 'Relevant documents retrieved, divided by all retrieved; the order does not matter.',
  cutoff: 'none',
  parameters: [REL, JUDGED_ONLY],
  aggregate: 'mean',
  source: 'trec_eval set_P.',
  algorithm: 'setp/1',
  compute: setPrecision,
};

/** Recall of all that was retrieved. */
export const SET_RECALL: MeasureFamily = {
  name: 'SetR',
  summary: 'Relevant documents retrieved, divided by all that were judged relevant; the order does not matter.',
  cutoff: 'none',
  parameters: [REL],
  aggregate: 'mean',
  source: 'trec_eval set_recall.',
  algorithm: 'setr/1',
  compute: setRecall,
};

/** Both in one. */
export const SET_F: MeasureFamily = {
  name: 'SetF',
  summary: 'Weighted harmonic mean of SetP and SetR: (beta + 1) · P · R / (R + beta · P).',
  cutoff: 'none',
  parameters: [
    REL,
    { name: 'beta', type: 'weight', default: 1, summary: 'importance of recall relative to precision' },
    JUDGED_ONLY,
  ],
  aggregate: 'mean',
  source: 'van Rijsbergen 1979; trec_eval set_F, which does not square beta.',
  algorithm: 'setf/1',
  compute: setF,
};

function setPrecision({ ranked }: JudgedRanking, { rel }: MeasureSettings): number {
  return ranked.length === 0 ? 0 : hitsWithin(ranked, ranked.length, rel) / ranked.length;
}

function setRecall({ ranked, judged }: JudgedRanking, { rel }: MeasureSettings): number {
  const relevant = relevantCount(judged, rel);
  return relevant === 0 ? 0 : hitsWithin(ranked, ranked.length, rel) / relevant;
}

function setF(ranking: JudgedRanking, settings: MeasureSettings): number {
  const precision = setPrecision(ranking, settings);
  const recall = setRecall(ranking, settings);
  const { beta } = settings;
  return precision === 0 || recall === 0 ? 0 : ((beta + 1) * precision * recall) / (beta * precision + recall);
}
