import type { StageDelta } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';

/** The stage of a report as users call it: by name, and by id where there are several variants. Not escaped. */
export function stageLabel({ stages, variants }: Pick<Report, 'stages' | 'variants'>, id: string): string {
  const stage = stages.find((each) => each.id === id);
  return stage === undefined || variants.length > 1 ? id : stage.name;
}

/** The stages that others are compared with, as the deltas say, else as the report declares; the input of a rerank
 * stage, which it is compared with too, is none of them. */
export function baselineIds({ declared }: Pick<Report, 'declared'>, deltas: readonly StageDelta[]): readonly string[] {
  if (deltas.length === 0) return [declared.baseline];
  const firstOfStage = new Map(deltas.toReversed().map(({ stage, baseline }) => [stage, baseline]));
  return [...new Set(firstOfStage.values())];
}
