import { hitsWithin, type JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily } from './measure-family.ts';

/** Whether anything relevant stands within a cutoff. */
export const SUCCESS: MeasureFamily = {
  name: 'Success',
  summary: '1 where a relevant document stands in the first k, else 0.',
  cutoff: 'required',
  source: 'trec_eval success.',
  algorithm: 'success/1',
  compute: success,
};

function success({ ranked }: JudgedRanking, cutoff: number): number {
  return hitsWithin(ranked, cutoff) > 0 ? 1 : 0;
}
