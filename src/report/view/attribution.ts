import type { MeasureAttribution, RerankAttribution } from '../../contracts/attribution.ts';
import type { VerdictNote, WinTieLoss } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import { type ChangeFigure, changeFigure, type Figure, type Maybe, maybe, measureFigure } from './figure.ts';
import { declaredMeasures } from './measures.ts';
import { stageLabel } from './stage-label.ts';

/** What a rerank stage did, on the declared measures. */
export interface AttributionView {
  readonly stage: string;
  readonly label: string;
  readonly inputLabel: string;
  readonly baselineLabel: string;
  readonly depth: number;
  readonly isStructural: boolean;
  readonly topics: number;
  readonly topicsLeftOut: number;
  readonly promoted: number;
  readonly demoted: number;
  /** One per declared measure; `parts` null: not measured. Empty where `reason` says why. */
  readonly rows: readonly AttributionRow[];
  readonly reason: string | null;
  readonly notes: readonly VerdictNote[];
}

export interface AttributionRow {
  readonly measure: string;
  readonly parts: AttributionParts | null;
}

export interface AttributionParts {
  readonly isPinned: boolean;
  readonly k: number;
  /** total = retrieval + reorder + pool. */
  readonly total: Maybe<ChangeFigure>;
  readonly retrieval: Maybe<ChangeFigure>;
  readonly reorder: ChangeFigure;
  readonly pool: ChangeFigure;
  readonly input: Figure;
  readonly reranked: Figure;
  readonly ceiling: Maybe<Figure>;
  readonly headroomUsed: Maybe<Figure>;
  readonly againstInput: WinTieLoss;
}

export function attributionView(report: Report, attribution: RerankAttribution): AttributionView {
  const { stage, depth, isStructural, topics, topicsLeftOut, promoted, demoted, reason, notes } = attribution;
  return {
    stage,
    label: stageLabel(report, stage),
    inputLabel: stageLabel(report, attribution.input),
    baselineLabel: stageLabel(report, attribution.baseline),
    depth,
    isStructural,
    topics,
    topicsLeftOut,
    promoted,
    demoted,
    rows: reason !== undefined ? [] : declaredMeasures(report).map((name) => rowOf(name, attribution.measures[name])),
    reason: reason ?? null,
    notes,
  };
}

function rowOf(measure: string, found: MeasureAttribution | undefined): AttributionRow {
  if (found === undefined) return { measure, parts: null };
  const { isPinned, k, againstInput } = found;
  return {
    measure,
    parts: {
      isPinned,
      k,
      total: maybe(found.total, changeFigure),
      retrieval: maybe(found.retrieval, changeFigure),
      reorder: changeFigure(found.reorder),
      pool: changeFigure(found.pool),
      input: measureFigure(found.input),
      reranked: measureFigure(found.reranked),
      ceiling: maybe(found.ceiling, measureFigure),
      headroomUsed: maybe(found.headroomUsed, measureFigure),
      againstInput,
    },
  };
}
