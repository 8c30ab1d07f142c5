import { GrkError } from '../../contracts/errors.ts';
import type { Stage, Variant } from '../../contracts/pipeline.ts';
import type { ReportWarning } from '../../contracts/report.ts';
import type { Suite } from '../../contracts/suite.ts';
import { inputsOf } from '../../retrieval/pipeline.ts';
import { type ControlRuler, type PlannedControl, planControls } from './controls.ts';
import { checkGuards } from './guards.ts';

/** Why a kind of stage cannot run here. */
export interface Unavailable {
  readonly reason: string;
  readonly remedy: string;
}

export interface Availability {
  readonly dense: Unavailable | null;
  readonly rerank: Unavailable | null;
}

export interface PlannedVariant {
  readonly variant: Variant;
  /** The stages that will run; those left out are in the plan's warnings. */
  readonly stages: readonly Stage[];
  /** Second runs of these stages, so that effects can be told apart. */
  readonly controls: readonly PlannedControl[];
}

export interface Plan {
  readonly variants: readonly PlannedVariant[];
  readonly baseline: string;
  readonly warnings: readonly ReportWarning[];
}

/**
 * Decides which stages run.
 * A stage that is not available is left out with a warning, or refused where it was asked for by name.
 * @param isNamed whether a suite or option names this kind of stage
 * @param ruler what is measured, which decides the control runs
 * @throws GrkError GRK_STAGE_UNAVAILABLE, GRK_CONFIG_INVALID for guards that could not be kept
 */
export function planSuite(
  suite: Suite,
  availability: Availability,
  isNamed: (kind: Stage['kind']) => boolean,
  ruler: Pick<ControlRuler, 'measures' | 'topK'>,
): Plan {
  checkGuards(suite.guards);
  const warnings: ReportWarning[] = [];
  const variants = suite.variants.map((variant): PlannedVariant => {
    const stages: Stage[] = [];
    for (const stage of variant.stages) {
      const id = `${variant.name}/${stage.name}`;
      const why = unavailable(stage, availability, stages);
      if (why === null) stages.push(stage);
      else if (isNamed(stage.kind)) {
        throw new GrkError('GRK_STAGE_UNAVAILABLE', `stage ${id} cannot run: ${why.reason}`, { remedy: why.remedy });
      } else
        warnings.push({
          code: 'stage-left-out',
          stage: id,
          message: `${id} is left out: ${why.reason}`,
          remedy: why.remedy,
        });
    }
    return { variant, stages, controls: planControls(stages, { ...ruler, primary: suite.primary }) };
  });
  const ids = stageIds({ variants });
  const baseline = suite.baseline ?? ids[0];
  if (baseline === undefined || !ids.includes(baseline)) {
    throw new GrkError(
      'GRK_STAGE_UNAVAILABLE',
      `the baseline ${baseline ?? ''} cannot run here, so nothing could be compared`,
      {
        remedy: 'Name another baseline, or make the stage available.',
      },
    );
  }
  return { variants, baseline, warnings };
}

/** The stages of a variant whose kind is available and whose inputs run too. */
export function runnableStages(stages: readonly Stage[], availability: Availability): Stage[] {
  const running: Stage[] = [];
  for (const stage of stages) if (unavailable(stage, availability, running) === null) running.push(stage);
  return running;
}

/**
 * Refuses a rerank stage deeper than the rankings that a report keeps: it could not show all candidates.
 * @throws GrkError GRK_WINDOW
 */
export function checkKept(stages: readonly Stage[], topK: number): void {
  for (const stage of stages) {
    if (stage.kind !== 'rerank' || stage.depth <= topK) continue;
    throw new GrkError(
      'GRK_WINDOW',
      `depth ${stage.depth} of stage "${stage.name}" is above the ${topK} ranks that are kept`,
      { remedy: `Raise --top-k to ${stage.depth}, or lower the depth in the suite.` },
    );
  }
}

/** Ids of the stages that will run, in order. */
export function stageIds({ variants }: Pick<Plan, 'variants'>): string[] {
  return variants.flatMap(({ variant, stages }) => stages.map(({ name }) => `${variant.name}/${name}`));
}

function unavailable(stage: Stage, availability: Availability, running: readonly Stage[]): Unavailable | null {
  if (stage.kind === 'dense') return availability.dense;
  if (stage.kind === 'rerank' && availability.rerank !== null) return availability.rerank;
  const gone = inputsOf(stage).find((name) => !running.some((other) => other.name === name));
  if (gone === undefined) return null;
  return {
    reason: `it reads "${gone}", which is left out`,
    remedy: `Make "${gone}" available, or go on without this stage.`,
  };
}
