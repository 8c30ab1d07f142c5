import type { SliceDeltas } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import { type ChangeFigure, changeFigure, type Figure, type Maybe, maybe, measureFigure } from './figure.ts';
import { baselineIds, stageLabel } from './stage-label.ts';

/** The topics of one category, split or label. */
export interface SliceView {
  readonly by: SliceDeltas['by'];
  readonly name: string;
  /** Answerable ones. */
  readonly topics: number;
  readonly noAnswerTopics: number;
  /** Baselines first, then in report order. */
  readonly stages: readonly SliceStage[];
}

export interface SliceStage {
  readonly stage: string;
  readonly label: string;
  readonly isBaseline: boolean;
  /** By measure. */
  readonly cells: Readonly<Record<string, SliceCell>>;
}

export interface SliceCell {
  readonly mean: Maybe<Figure>;
  /** Against the declared baseline; null for a baseline, for a structural stage, and where nothing was compared. */
  readonly delta: Maybe<ChangeFigure>;
}

export function sliceView(report: Report, slice: SliceDeltas, baselines: readonly string[]): SliceView {
  const { by, name, topics, noAnswerTopics } = slice;
  return {
    by,
    name,
    topics,
    noAnswerTopics,
    stages: orderedStages(report, baselines).map((stage) => ({
      stage,
      label: stageLabel(report, stage),
      isBaseline: baselines.includes(stage),
      cells: Object.fromEntries(report.runConfig.measures.map((each) => [each.name, cellOf(slice, stage, each.name)])),
    })),
  };
}

/** All slices of one report, whose baselines they agree on. */
export function sliceViews(report: Report, slices: readonly SliceDeltas[]): SliceView[] {
  const baselines = baselineIds(
    report,
    slices.flatMap(({ deltas }) => deltas),
  );
  return slices.map((slice) => sliceView(report, slice, baselines));
}

function cellOf({ means, deltas }: SliceDeltas, stage: string, measure: string): SliceCell {
  const found = deltas.find((delta) => delta.axis === 'quality' && delta.stage === stage);
  const delta = found === undefined || found.isStructural ? undefined : found.measures[measure];
  return {
    mean: maybe(means[stage]?.[measure], measureFigure),
    delta: delta === undefined ? null : changeFigure(delta.delta, delta.direction),
  };
}

function orderedStages({ stages }: Report, baselines: readonly string[]): string[] {
  const ids = stages.map(({ id }) => id);
  return [...ids.filter((id) => baselines.includes(id)), ...ids.filter((id) => !baselines.includes(id))];
}
