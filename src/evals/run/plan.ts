import { GrkError } from '../../contracts/errors.ts';
import type { Stage, Variant } from '../../contracts/pipeline.ts';
import type { ReportWarning } from '../../contracts/report.ts';
import type { Suite } from '../../contracts/suite.ts';
import { inputsOf } from '../../retrieval/pipeline.ts';

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
 * @throws GrkError GRK_STAGE_UNAVAILABLE, GRK_UNSUPPORTED
 */
export function planSuite(suite: Suite, availability: Availability, isNamed: (kind: Stage['kind']) => boolean): Plan {
  refuseUnread(suite);
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
    return { variant, stages };
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

/** Ids of the stages that will run, in order. */
export function stageIds({ variants }: Pick<Plan, 'variants'>): string[] {
  return variants.flatMap(({ variant, stages }) => stages.map(({ name }) => `${variant.name}/${name}`));
}

function unavailable(stage: Stage, availability: Availability, running: readonly Stage[]): Unavailable | null {
  if (stage.kind === 'dense') return availability.dense;
  if (stage.kind === 'rerank') return availability.rerank;
  const gone = inputsOf(stage).find((name) => !running.some((other) => other.name === name));
  if (gone === undefined) return null;
  return {
    reason: `it reads "${gone}", which is left out`,
    remedy: `Make "${gone}" available, or leave this stage out of the suite.`,
  };
}

/** A setting that this version does not act on is refused: a gate that is never evaluated would look passed. */
function refuseUnread(suite: Suite): void {
  const unread = [
    ...(suite.guards.length > 0 ? ['guards'] : []),
    ...(suite.minimumEffect === undefined ? [] : ['minimumEffect']),
  ];
  if (unread.length === 0) return;
  throw new GrkError(
    'GRK_UNSUPPORTED',
    `the suite sets ${unread.join(', ')}, which this version of grk does not evaluate`,
    {
      remedy: `Take ${unread.join(', ')} out of the suite: nothing would be checked.`,
    },
  );
}
