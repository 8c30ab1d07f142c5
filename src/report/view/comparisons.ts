import type { CompareOutcome, Comparison } from '../../contracts/compare.ts';
import type {
  Axis,
  Direction,
  Evidence,
  EvidenceStatus,
  Headline,
  Interval,
  MeasureDelta,
  StageDelta,
  VerdictNote,
  WinTieLoss,
} from '../../contracts/delta.ts';
import type { MeasureInterval } from '../../contracts/derived.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { Report } from '../../contracts/report.ts';
import { changeDigits, probabilityText, ratioText } from '../../contracts/rounding.ts';
import {
  type ChangeFigure,
  changeFigure,
  type Figure,
  type Maybe,
  measureFigure,
  millisecondFigure,
} from './figure.ts';
import { declaredMeasures } from './measures.ts';
import { stageLabel } from './stage-label.ts';

/** One stage against one other on one axis, as a table, a page or a chart shows it. */
export interface ComparisonView {
  /** Stage ids. */
  readonly stage: string;
  readonly baseline: string;
  readonly label: string;
  readonly baselineLabel: string;
  readonly axis: Axis;
  readonly topics: number;
  readonly isStructural: boolean;
  /** The measure that evidence is about, on the quality axis. */
  readonly primary: string;
  /** Empty for a structural stage. On the quality axis primary first. */
  readonly rows: readonly DeltaRow[];
  readonly direction: Direction | null;
  readonly verdict: string | null;
  /** Why there is no verdict; null where there is one. */
  readonly reason: string | null;
  readonly headline: Headline | null;
  readonly evidence: EvidenceView | null;
  /** On the latency axis, where it was measured. */
  readonly ratio: RatioView | null;
  readonly notes: readonly VerdictNote[];
}

export interface DeltaRow {
  readonly measure: string;
  /** `measure` in words: measures of other axes than quality have no name that people use. */
  readonly label: string;
  readonly isPrimary: boolean;
  readonly isLowerBetter: boolean;
  /** null: not measured. */
  readonly values: DeltaValues | null;
}

export interface DeltaValues {
  readonly baseline: Figure;
  readonly candidate: Figure;
  readonly delta: ChangeFigure;
  readonly topics: WinTieLoss;
  readonly interval: IntervalView | null;
}

export interface IntervalView {
  /** Per cent. */
  readonly level: number;
  readonly lower: Figure;
  readonly upper: Figure;
  /** Nothing was declared about this measure: no correction, no claim. */
  readonly isExploratory: boolean;
}

export interface EvidenceView {
  readonly status: EvidenceStatus;
  readonly p: Figure;
  readonly correction: string;
  readonly familySize: number;
  readonly interval: IntervalView | null;
  readonly detectable: Maybe<Figure>;
  readonly minimumEffect: number | null;
}

export interface RatioView {
  readonly ratio: Figure;
  readonly lower: Maybe<Figure>;
  readonly upper: Maybe<Figure>;
}

const CORRECTIONS = { holm: 'Holm', 'benjamini-hochberg': 'Benjamini-Hochberg' } as const;

/** How measures of other axes than quality are called, in the order in which they stand. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  silentOnNoAnswer: 'silent on no-answer',
  silentOnAnswerable: 'wrongly silent',
  geometricMeanMs: 'geometric mean ms',
};
const LOWER_IS_BETTER: ReadonlySet<string> = new Set(['silentOnAnswerable', 'geometricMeanMs']);
const MILLISECONDS: ReadonlySet<string> = new Set(['geometricMeanMs']);

/** The comparisons within one run, in the order derived. */
export function comparisonViews(
  report: Report,
  deltas: readonly StageDelta[],
  intervals: readonly MeasureInterval[] = [],
): ComparisonView[] {
  return deltas.map((delta) => {
    const labels = { label: stageLabel(report, delta.stage), baselineLabel: stageLabel(report, delta.baseline) };
    const own = intervals.filter(({ stage, baseline }) => stage === delta.stage && baseline === delta.baseline);
    return comparisonView(delta, { ...labels, declared: declaredMeasures(report), intervals: own });
  });
}

/** The comparisons of reports or run files with each other. */
export function outcomeViews(outcome: CompareOutcome): ComparisonView[] {
  return outcome.comparisons.flatMap((comparison) =>
    comparison.deltas.map((delta) => comparisonView(delta, contextOf(outcome, comparison))),
  );
}

function contextOf({ measures }: CompareOutcome, comparison: Comparison): ComparisonContext {
  const { baseline, candidate, primary, exploratory } = comparison;
  const { stage } = candidate;
  return {
    label: candidate.label,
    baselineLabel: baseline.label,
    declared: measures,
    intervals:
      exploratory === null
        ? []
        : [{ stage, baseline: baseline.stage, measure: primary, interval: exploratory.interval }],
  };
}

export interface ComparisonContext {
  readonly label: string;
  readonly baselineLabel: string;
  /** Primary first. */
  readonly declared: readonly string[];
  readonly intervals: readonly MeasureInterval[];
}

export function comparisonView(delta: StageDelta, context: ComparisonContext): ComparisonView {
  const { stage, baseline, axis, topics, isStructural, direction, verdict, headline, evidence, latency } = delta;
  const primary = delta.primary ?? context.declared[0] ?? '';
  const shown = isStructural ? [] : rowNames(delta, context.declared);
  return {
    stage,
    baseline,
    label: context.label,
    baselineLabel: context.baselineLabel,
    axis,
    topics,
    isStructural,
    primary,
    rows: shown.map((name) => deltaRow(name, { delta, primary, intervals: context.intervals })),
    direction: isStructural ? null : direction,
    verdict: isStructural ? null : verdict,
    reason: delta.reason ?? (isStructural ? 'structural: vectors that mean nothing' : null),
    headline: headline ?? null,
    evidence: evidence === undefined || isStructural ? null : evidenceView(evidence),
    ratio:
      latency === undefined || isStructural
        ? null
        : {
            ratio: ratioFigure(latency.ratio),
            lower: latency.interval === null ? null : ratioFigure(latency.interval.lower),
            upper: latency.interval === null ? null : ratioFigure(latency.interval.upper),
          },
    notes: isStructural ? [] : (delta.notes ?? []),
  };
}

/**
 * The measures of a comparison in order: as declared; across chunkers those that stand in for them; on other axes what
 * should be silent first.
 */
export function rowNames({ axis, primary, measures }: StageDelta, declared: readonly string[]): string[] {
  const [first] = declared;
  if (axis === 'quality')
    return primary === undefined || primary === first ? [...new Set(declared)] : Object.keys(measures);
  const known = Object.keys(OTHER_NAMES).filter((name) => name in measures);
  return [
    ...known,
    ...Object.keys(measures)
      .filter((name) => !known.includes(name))
      .sort(compareBytes),
  ];
}

/** A measure in words. */
export function measureLabel(name: string): string {
  return OTHER_NAMES[name] ?? name;
}

interface RowContext {
  readonly delta: StageDelta;
  readonly primary: string;
  readonly intervals: readonly MeasureInterval[];
}

function deltaRow(name: string, context: RowContext): DeltaRow {
  const { delta, primary } = context;
  const measure = delta.measures[name];
  const isPrimary = delta.axis === 'quality' && name === primary;
  return {
    measure: name,
    label: measureLabel(name),
    isPrimary,
    isLowerBetter: LOWER_IS_BETTER.has(name),
    values: measure === undefined ? null : valuesOf(name, measure, isPrimary, context),
  };
}

function valuesOf(
  name: string,
  measure: MeasureDelta,
  isPrimary: boolean,
  { delta, intervals }: RowContext,
): DeltaValues {
  const figure = MILLISECONDS.has(name) ? millisecondFigure : measureFigure;
  const declared = isPrimary && delta.evidence !== undefined ? delta.evidence.interval : undefined;
  const read = intervals.find((each) => each.measure === name)?.interval;
  const interval = declared ?? read ?? null;
  return {
    baseline: figure(measure.baseline),
    candidate: figure(measure.candidate),
    delta: changeFigure(measure.delta, measure.direction),
    topics: measure.topics,
    interval: interval === null ? null : intervalView(interval, declared === undefined),
  };
}

export function evidenceView(evidence: Evidence): EvidenceView {
  const { status, adjustedP, correction, familySize, interval, sensitivity } = evidence;
  return {
    status,
    p: { value: adjustedP, text: probabilityText(adjustedP) },
    correction: CORRECTIONS[correction],
    familySize,
    interval: interval === null ? null : intervalView(interval, false),
    detectable: sensitivity === null ? null : measureFigure(sensitivity.minimumDetectableEffect),
    minimumEffect: sensitivity?.minimumEffect ?? null,
  };
}

export function intervalView({ lower, upper, level }: Interval, isExploratory: boolean): IntervalView {
  return { level: Number((level * 100).toPrecision(6)), lower: bound(lower), upper: bound(upper), isExploratory };
}

/** Without a plus sign. */
function bound(value: number): Figure {
  return { value, text: `${value < 0 ? '−' : ''}${changeDigits(value)}` };
}

function ratioFigure(value: number): Figure {
  return { value, text: ratioText(value) };
}
