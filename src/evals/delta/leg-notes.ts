import type { VerdictNote } from '../../contracts/delta.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { isWholeFusion, overlapsOf, shortTopics, topsOf } from './leg-tops.ts';
import type { DeltaInput } from './stage-topics.ts';

/** What makes a fusion less than it is called. Nothing for stages of another kind. */
export function legNotes(report: DeltaInput, stage: ReportStage): VerdictNote[] {
  if (stage.kind !== 'fusion') return [];
  const tops = topsOf(report, stage);
  const whole = tops.legs.filter((leg) => isWholeFusion(tops, leg));
  const disjoint = overlapsOf(tops).filter(({ isDisjoint }) => isDisjoint);
  const notes: VerdictNote[] = [];
  for (const leg of whole) {
    const short = shortTopics(tops, leg);
    const behind = short === 0 ? '' : `; on ${short} of them it has too few hits, and others stand behind its own`;
    const message = `the top ${tops.k} of ${stage.id} is that of ${leg.stage.id} on all ${tops.topics.length} topics${behind}: a single leg in disguise`;
    notes.push({ code: 'single-leg-in-disguise', message });
  }
  for (const { legs } of disjoint) {
    const message = `${legs.join(' and ')} have nothing in common on any topic: their ids may differ, and then ${stage.id} joins nothing`;
    notes.push({ code: 'disjoint-legs', message });
  }
  return notes;
}
