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
  const stageOf = new Map(report.stages.map((stage) => [stage.id, stage]));
  const values = (id: string) => {
    const stage = stageOf.get(id);
    return stage === undefined ? [] : valuesOf(topics, indexTopics(stage), primary);
  };
  const family = deltas.filter(({ axis, direction }) => axis === 'quality' && direction !== null);
  if (family.length === 0) return [...deltas];
  const differences = family.map(({ stage, baseline }) => {
    const reference = values(baseline);
    return values(stage).map((value, i) => value - (reference[i] ?? 0));
  });
  const evidence = familyEvidence(differences, { alpha, minimumEffect });
  return deltas.map((delta) => {
    const found = evidence[family.indexOf(delta)];
    return found === undefined ? delta : { ...delta, evidence: found };
  });
}
