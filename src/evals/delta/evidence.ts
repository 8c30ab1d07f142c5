import type { Evidence, StageDelta } from '../../contracts/delta.ts';
import { familyEvidence } from '../stats/evidence.ts';
import { findStage } from './pair.ts';
import { type DeltaInput, indexTopics, valuesOf } from './stage-topics.ts';

/**
 * Adds to each comparison of the declared family what its primary measure's paired differences show. The family is
 * every quality comparison that has a direction; one without gets no evidence.
 * @throws GrkError GRK_REPORT_INVALID
 */
export function withEvidence(report: DeltaInput, deltas: readonly StageDelta[]): StageDelta[] {
  const { primary, alpha, minimumEffect } = report.declared;
  const family = deltas.filter(({ axis, direction }) => axis === 'quality' && direction !== null);
  if (family.length === 0) return [...deltas];
  const valuesOfStage = readOnce(report);
  const differences = family.map((delta) => {
    const measure = delta.primary ?? primary;
    const reference = valuesOfStage(delta.baseline, measure);
    return valuesOfStage(delta.stage, measure).map((value, i) => value - (reference[i] ?? 0));
  });
  const evidence = familyEvidence(differences, { alpha, minimumEffect });
  return deltas.map((delta) => {
    const found = evidence[family.indexOf(delta)];
    if (found === undefined) return delta;
    // The minimum effect was declared in the unit of the declared measure.
    return { ...delta, evidence: (delta.primary ?? primary) === primary ? found : withoutMinimumEffect(found) };
  });
}

/** The values of a stage over the answerable topics; a stage that several are compared with is read once. */
function readOnce(report: DeltaInput): (id: string, measure: string) => readonly number[] {
  const topics = report.topics.filter((topic) => topic.answerable === true);
  const known = new Map<string, readonly number[]>();
  return (id, measure) => {
    const key = JSON.stringify([id, measure]);
    const values = known.get(key) ?? valuesOf(topics, indexTopics(findStage(report, id)), measure);
    known.set(key, values);
    return values;
  };
}

function withoutMinimumEffect(evidence: Evidence): Evidence {
  if (evidence.sensitivity === null) return evidence;
  const nothing = { minimumEffect: null, isUndersized: null, topicsNeeded: null };
  return { ...evidence, sensitivity: { ...evidence.sensitivity, ...nothing } };
}
