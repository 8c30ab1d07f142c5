import { hitsWithin, type JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { JUDGED_ONLY, REL } from './parameters.ts';

/** Whether anything relevant stands within a cutoff. */
export const SUCCESS: MeasureFamily = {
  name: 'Success',
  summary: '1 where a relevant document stands in the first k, else 0.',
  cutoff: 'required',
  parameters: [REL, JUDGED_ONLY],
  aggregate: 'mean',
  source: 'trec_eval success.',
  algorithm: 'success/1',
  compute: success,
};

function success({ ranked }: JudgedRanking, { cutoff, rel }: MeasureSettings): number {
  return hitsWithin(ranked, cutoff, rel) > 0 ? 1 : 0;
}
