import type { Axis, Direction, Evidence, EvidenceStatus, MeasureDirection, StageDelta } from '../contracts/delta.ts';
import type { GateOutcome, GateResult } from '../contracts/gate.ts';
import type { Report } from '../contracts/report.ts';

/** What `grk eval --json` prints. */
export interface EvalSummary {
  /** Path of the report; null where it was not written. */
  readonly report: string | null;
  readonly stages: readonly SummaryStage[];
  readonly deltas: readonly SummaryDelta[];
  /** Empty where nothing was gated. */
  readonly gates: readonly GateResult[];
  readonly exitCode: number;
  /** Counts that are no part of the run, where something was counted. */
  readonly onThisMachine?: { readonly comparisonsWithBaseline?: number; readonly looksAtTest?: number };
}

export interface SummaryStage {
  readonly id: string;
  readonly name: string;
  readonly isStructural: boolean;
  readonly means: Readonly<Record<string, number>>;
}

export interface SummaryDelta {
  readonly stage: string;
  readonly baseline: string;
  readonly axis: Axis;
  readonly isStructural: boolean;
  /** Empty for a structural stage. */
  readonly measures: Readonly<Record<string, SummaryMeasure>>;
  /** Of the primary measure; null where the comparison was not declared or nothing may be concluded. */
  readonly evidence: EvidenceStatus | null;
  readonly direction: Direction | null;
  readonly verdict: string | null;
  /** Why there is no verdict. */
  readonly reason?: string;
}

export interface SummaryMeasure {
  readonly delta: number;
  readonly direction: MeasureDirection;
  /** On the primary measure of a declared comparison. */
  readonly evidence?: Evidence;
}

export interface SummaryContext {
  readonly reportPath: string | undefined;
  readonly exitCode: number;
  readonly gates?: GateOutcome | undefined;
  /** null: not counted. */
  readonly looksAtTest?: number | null;
}

/** The run in brief, numbers unrounded. */
export function evalSummary(report: Report, deltas: readonly StageDelta[], context: SummaryContext): EvalSummary {
  return {
    report: context.reportPath ?? null,
    stages: report.stages.map(({ id, name, isStructural, means }) => ({ id, name, isStructural, means })),
    deltas: deltas.map((delta) => summaryDelta(delta, report.declared.primary)),
    gates: context.gates?.results ?? [],
    exitCode: context.exitCode,
    ...countsOf(context),
  };
}

function countsOf({ gates, looksAtTest = null }: SummaryContext): Pick<EvalSummary, 'onThisMachine'> {
  const comparisonsWithBaseline = gates?.comparisonsOnThisMachine ?? null;
  if (comparisonsWithBaseline === null && looksAtTest === null) return {};
  return {
    onThisMachine: {
      ...(comparisonsWithBaseline === null ? {} : { comparisonsWithBaseline }),
      ...(looksAtTest === null ? {} : { looksAtTest }),
    },
  };
}

function summaryDelta(
  { stage, baseline, axis, isStructural, measures, direction, verdict, reason, evidence }: StageDelta,
  primary: string,
): SummaryDelta {
  const shown = isStructural ? [] : Object.entries(measures);
  return {
    stage,
    baseline,
    axis,
    isStructural,
    measures: Object.fromEntries(
      shown.map(([name, { delta, direction: way }]) => {
        const isPrimary = name === primary && evidence !== undefined;
        return [name, { delta, direction: way, ...(isPrimary ? { evidence } : {}) }];
      }),
    ),
    direction: isStructural ? null : direction,
    evidence: isStructural ? null : (evidence?.status ?? null),
    verdict: isStructural ? null : verdict,
    ...(reason === undefined ? {} : { reason }),
  };
}
