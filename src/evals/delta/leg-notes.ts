import type { VerdictNote } from '../../contracts/delta.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { isWholeFusion, overlapsOf, topsOf } from './leg-tops.ts';
import type { DeltaInput } from './stage-topics.ts';

/** What makes a fusion less than it is called. Nothing for stages of another kind. */
export function legNotes(report: DeltaInput, stage: ReportStage): VerdictNote[] {
  if (stage.kind !== 'fusion') return [];
  const tops = topsOf(report, stage);
  const whole = tops.legs.filter((leg) => isWholeFusion(tops, leg)).map((leg) => leg.stage.id);
  const disjoint = overlapsOf(tops).filter(({ isDisjoint }) => isDisjoint);
  const notes: VerdictNote[] = [];
  if (whole.length > 0) {
    const message = `the top ${tops.k} of ${stage.id} is that of ${whole.join(' and of ')} on all ${tops.topics.length} topics: a single leg in disguise`;
    notes.push({ code: 'single-leg-in-disguise', message });
  }
  for (const { legs } of disjoint) {
    const message = `${legs.join(' and ')} have nothing in common on any topic: their ids may differ, and then ${stage.id} joins nothing`;
    notes.push({ code: 'disjoint-legs', message });
  }
  return notes;
}
