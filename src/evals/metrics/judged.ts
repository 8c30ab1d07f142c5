import { isJudged, type JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';

/** How much of the top anybody judged. */
export const JUDGED: MeasureFamily = {
  name: 'Judged',
  summary: 'Share of the first k documents that were judged, of those retrieved; 0 where nothing was.',
  cutoff: 'optional',
  parameters: [],
  aggregate: 'mean',
  source:
    'ir_measures Judged: divided by min(k, retrieved). It sorts ties by id ascending, and counts grades below 0 as ' +
    'judged; here all measures read one list, and such a grade is a document that was pooled and not judged.',
  algorithm: 'judged/1',
  compute: judgedShare,
};

function judgedShare({ ranked }: JudgedRanking, { cutoff }: MeasureSettings): number {
  const end = Math.min(cutoff, ranked.length);
  let judged = 0;
  for (let i = 0; i < end; i++) if (isJudged(ranked[i])) judged++;
  return end === 0 ? 0 : judged / end;
}
