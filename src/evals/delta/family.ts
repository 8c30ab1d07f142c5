import type { Correction, Evidence, PairedStatistics, StageDelta } from '../../contracts/delta.ts';
import { familyEvidence, pairedStatistics } from '../stats/evidence.ts';
import { conclude } from './conclude.ts';
import { pairDeltas } from './derive.ts';
import { isReported, type StagePair } from './pair.ts';
import { valuesOf } from './stage-topics.ts';

export interface PairFamilySettings {
  readonly alpha: number;
  readonly minimumEffect: number | null;
  readonly correction: Correction;
  /** Chosen when reading: facts of each comparison alone, and no claim. */
  readonly isExploratory: boolean;
}

export interface ComparedPair {
  readonly pair: StagePair;
  /** Quality first. */
  readonly deltas: readonly StageDelta[];
  /** null: there is evidence instead, or no number. */
  readonly exploratory: PairedStatistics | null;
}

/**
 * Compares pairs, with evidence for the primary measure of each and the correction over all of them. A pair without a
 * verdict is no comparison and is not counted.
 * @throws GrkError GRK_REPORT_INVALID, GRK_USAGE
 */
export function comparePairs(pairs: readonly StagePair[], settings: PairFamilySettings): ComparedPair[] {
  const compared = pairs.map((pair) => ({ pair, deltas: pairDeltas(pair) }));
  const family = compared.filter(({ deltas: [quality] }) => quality?.direction != null);
  const differences = family.map(({ pair, deltas: [quality] }) =>
    differencesOf(pair, quality?.primary ?? pair.declared.primary),
  );
  const { alpha, minimumEffect, correction, isExploratory } = settings;
  const facts: readonly (Evidence | PairedStatistics)[] = isExploratory
    ? differences.map((each) => pairedStatistics(each, { alpha, minimumEffect }))
    : family.length === 0
      ? []
      : familyEvidence(differences, { alpha, minimumEffect, correction });
  return compared.map((each) => {
    const found = facts[family.indexOf(each)];
    if (found === undefined) return { ...each, exploratory: null };
    if (!('status' in found)) return { ...each, exploratory: found };
    const [quality, ...rest] = each.deltas;
    const deltas = quality === undefined ? rest : [{ ...quality, evidence: found }, ...rest];
    const { pair } = each;
    return { pair, deltas: isReported(pair) ? conclude(pair, deltas) : deltas, exploratory: null };
  });
}

/** Candidate − baseline of a measure, per answerable topic. */
function differencesOf({ topics, baseline, candidate }: StagePair, measure: string): number[] {
  const answerable = topics.filter((topic) => topic.answerable === true);
  const reference = valuesOf(answerable, baseline, measure);
  return valuesOf(answerable, candidate, measure).map((value, i) => value - (reference[i] ?? 0));
}
