import type { StageDelta } from '../../contracts/delta.ts';
import { acrossPair } from './across.ts';
import { pairDeltas } from './derive.ts';
import type { GateReports } from './gate-series.ts';

/**
 * Every stage that both reports have, against itself, on the declared measures that both hold; empty where they do not
 * share the primary one. Without evidence: only what a gate names was declared.
 * @throws GrkError GRK_NOT_COMPARABLE, GRK_REPORT_INVALID
 */
export function baselineDeltas({ candidate, baseline, candidateLabel, baselineLabel }: GateReports): StageDelta[] {
  const known = new Set(baseline.runConfig.measures.map(({ name }) => name));
  const { primary, secondary } = candidate.declared;
  if (!known.has(primary)) return [];
  const declared = { primary, secondary: secondary.filter((name) => known.has(name)) };
  return candidate.stages
    .filter(({ id }) => baseline.stages.some((stage) => stage.id === id))
    .flatMap(({ id }) =>
      pairDeltas(
        acrossPair(
          { report: baseline, stage: id, label: baselineLabel },
          { report: candidate, stage: id, label: candidateLabel },
          { declared },
        ),
      ),
    );
}
