import type { StageDelta } from '../../contracts/delta.ts';
import { headlineOf } from './headline.ts';
import { notesOf } from './notes.ts';
import { comparedNames, type ReportedPair } from './pair.ts';

/**
 * Adds headline and notes to the quality delta of a pair. Without a direction there is no verdict for notes to travel
 * with.
 * @param deltas all of the pair's, with their evidence
 * @throws GrkError GRK_REPORT_INVALID
 */
export function conclude(pair: ReportedPair, deltas: readonly StageDelta[]): StageDelta[] {
  const { guards } = pair.candidate.report.declared;
  return deltas.map((delta) => {
    if (delta.axis !== 'quality') return delta;
    const headline = headlineOf(comparedNames(pair), delta, deltas, guards);
    const notes = delta.direction === null ? [] : notesOf(pair, delta);
    return { ...delta, headline, ...(notes.length === 0 ? {} : { notes }) };
  });
}
