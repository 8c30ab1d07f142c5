import type { VerdictNote, WinTieLoss } from '../../contracts/delta.ts';
import type { FusionLegs } from '../../contracts/legs.ts';
import type { Report } from '../../contracts/report.ts';
import { type ChangeFigure, changeFigure, type Figure, type Maybe, maybe, measureFigure } from './figure.ts';
import { stageLabel } from './stage-label.ts';

/** What the legs of a fusion contribute. */
export interface FusionView {
  readonly stage: string;
  readonly label: string;
  readonly isStructural: boolean;
  readonly k: number;
  readonly primary: string;
  readonly relevant: number;
  readonly topicsLeftOut: number;
  readonly legs: readonly LegView[];
  readonly overlaps: readonly { readonly labels: readonly [string, string]; readonly jaccard: Maybe<Figure> }[];
  readonly notes: readonly VerdictNote[];
}

export interface LegView {
  readonly leg: string;
  readonly label: string;
  readonly changedTopics: number;
  readonly topics: number;
  readonly effect: Maybe<ChangeFigure>;
  readonly effectTopics: WinTieLoss;
  readonly foundOnlyHere: number;
}

export function fusionView(report: Report, fusion: FusionLegs): FusionView {
  const { stage, isStructural, k, primary, relevant, topicsLeftOut, notes } = fusion;
  return {
    stage,
    label: stageLabel(report, stage),
    isStructural,
    k,
    primary,
    relevant,
    topicsLeftOut,
    legs: fusion.legs.map(({ leg, changedTopics, topics, effect, effectTopics, foundOnlyHere }) => ({
      leg,
      label: stageLabel(report, leg),
      changedTopics,
      topics,
      effect: maybe(effect, changeFigure),
      effectTopics,
      foundOnlyHere,
    })),
    overlaps: fusion.overlaps.map(({ legs: [a, b], jaccard }) => ({
      labels: [stageLabel(report, a), stageLabel(report, b)],
      jaccard: maybe(jaccard, measureFigure),
    })),
    notes,
  };
}
