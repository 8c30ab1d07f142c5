import type { StageDelta, VerdictNote } from '../../contracts/delta.ts';
import { changeText, measureDigits } from '../../contracts/rounding.ts';
import { judgedNotes } from './judged-notes.ts';
import { legNotes } from './leg-notes.ts';
import type { ReportedPair } from './pair.ts';
import { pinnedNotes } from './pinned-notes.ts';
import { rerankNotes } from './rerank-notes.ts';
import { failedCount } from './stage-topics.ts';

/**
 * Says what limits the verdict on a pair; nothing where nothing does.
 * @param delta of the pair on the quality axis, with its direction, and its evidence where it was declared
 */
export type NoteMaker = (pair: ReportedPair, delta: StageDelta) => VerdictNote[];

/** In the order in which they are read. A note about one stage reads `pair.candidate.report` and `pair.candidate.stage`. */
const NOTE_MAKERS: readonly NoteMaker[] = [
  failedNotes,
  ({ candidate: { report, stage } }) => rerankNotes(report, stage),
  ({ candidate: { report, stage } }) => legNotes(report, stage),
  judgedNotes,
  tunedNotes,
  effectNotes,
  pinnedNotes,
];

/** What travels with a verdict. @throws GrkError GRK_REPORT_INVALID */
export function notesOf(pair: ReportedPair, delta: StageDelta): VerdictNote[] {
  return NOTE_MAKERS.flatMap((maker) => maker(pair, delta));
}

function failedNotes({ topics, candidate, baseline }: ReportedPair): VerdictNote[] {
  return [candidate, baseline].flatMap((side) => {
    const failed = failedCount(topics, side);
    if (failed === 0) return [];
    const message = `${failed} of ${topics.length} topics failed in ${side.label} and count 0`;
    return [{ code: 'topics-failed', message }];
  });
}

/** A report cannot tell a final look at the test split from a search on it: several pipelines to choose from are a search. */
function tunedNotes({ topics, candidate, baseline }: ReportedPair): VerdictNote[] {
  const runs = candidate.report === baseline.report ? 1 : 2;
  const pipelines = Math.max(runs, candidate.report.variants.length, baseline.report.variants.length);
  if (pipelines < 2 || !topics.some(({ split }) => split === 'test')) return [];
  const message = `${pipelines} pipelines are compared on the test split: choosing by these numbers tunes on test; choose on another split`;
  return [{ code: 'tuned-on-test', message }];
}

/** What the declared minimum effect says of the difference, and of the number of topics. */
function effectNotes({ candidate }: ReportedPair, { primary, measures, topics, evidence }: StageDelta): VerdictNote[] {
  const { minimumEffect, primary: declared } = candidate.report.declared;
  // It was declared in the unit of the declared measure, which across chunkers is another.
  if (minimumEffect === null || evidence === undefined || primary !== declared) return [];
  const { status, sensitivity } = evidence;
  const notes: VerdictNote[] = [];
  const delta = measures[primary]?.delta ?? 0;
  if (status === 'supported' && Math.abs(delta) < minimumEffect) {
    const message = `${primary} ${changeText(delta)} is supported, but smaller than the declared minimum effect ${minimumEffect}`;
    notes.push({ code: 'below-minimum-effect', message });
  }
  if (sensitivity?.isUndersized === true) {
    const { minimumDetectableEffect, topicsNeeded } = sensitivity;
    const needed = topicsNeeded === null ? 'more than 2,000,000,000' : `about ${topicsNeeded}`;
    const message = `undersized: ${topics} topics detect ${measureDigits(minimumDetectableEffect)}; the declared minimum effect ${minimumEffect} needs ${needed}`;
    notes.push({ code: 'undersized', message });
  }
  return notes;
}
