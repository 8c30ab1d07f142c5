import type { StageDelta } from '../../contracts/delta.ts';
import { familyEvidence } from '../stats/evidence.ts';
import { type DeltaInput, indexTopics, valuesOf } from './stage-topics.ts';

/**
 * Adds to each comparison of the declared family what the primary measure's paired differences show. The family is
 * every stage that could be compared with the declared baseline; a comparison outside it gets no evidence.
 * @throws GrkError GRK_REPORT_INVALID
 */
export function withEvidence(report: DeltaInput, deltas: readonly StageDelta[]): StageDelta[] {
  const { primary, alpha, minimumEffect } = report.declared;
  const topics = report.topics.filter((topic) => topic.answerable === true);
  const family = deltas.filter(({ axis, direction }) => axis === 'quality' && direction !== null);
  if (family.length === 0) return [...deltas];
  const compared = new Set(family.flatMap(({ stage, baseline }) => [stage, baseline]));
  const valuesById = new Map(
    report.stages
      .filter(({ id }) => compared.has(id))
      .map((stage) => [stage.id, valuesOf(topics, indexTopics(stage), primary)]),
  );
  const differences = family.map(({ stage, baseline }) => {
    const reference = valuesById.get(baseline) ?? [];
    return (valuesById.get(stage) ?? []).map((value, i) => value - (reference[i] ?? 0));
  });
  const evidence = familyEvidence(differences, { alpha, minimumEffect });
  return deltas.map((delta) => {
    const found = evidence[family.indexOf(delta)];
    return found === undefined ? delta : { ...delta, evidence: found };
  });
}
