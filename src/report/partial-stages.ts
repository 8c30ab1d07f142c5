import type { GateOutcome } from '../contracts/gate.ts';
import type { Report } from '../contracts/report.ts';

/** A run and what its gates found. */
export interface GatedRun {
  readonly report: Pick<Report, 'stages'>;
  readonly gates: GateOutcome;
}

export interface PartialStage {
  readonly stage: string;
  readonly sentence: string;
}

/** Stages with failed topics: they make a run partial, whatever its gates say. */
export function partialStages({ stages }: Pick<Report, 'stages'>): PartialStage[] {
  return stages.flatMap(({ id, topics }) => {
    const failed = topics.filter(({ error }) => error !== undefined).length;
    const sentence = `${id}: ${failed} of ${topics.length} topics failed and count 0`;
    return failed === 0 ? [] : [{ stage: id, sentence }];
  });
}
