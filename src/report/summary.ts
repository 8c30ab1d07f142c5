import type { RerankAttribution } from '../contracts/attribution.ts';
import type {
  Axis,
  Direction,
  Evidence,
  EvidenceStatus,
  Headline,
  LatencyRatio,
  MeasureDirection,
  StageDelta,
  VerdictNote,
} from '../contracts/delta.ts';
import type { GateOutcome, GateResult } from '../contracts/gate.ts';
import type { FusionLegs } from '../contracts/legs.ts';
import type { Report } from '../contracts/report.ts';

/** What `grk eval --json` prints. */
export interface EvalSummary {
  /** Path of the report; null where it was not written. */
  readonly report: string | null;
  readonly stages: readonly SummaryStage[];
  readonly deltas: readonly SummaryDelta[];
  readonly attribution: readonly RerankAttribution[];
  readonly legs: readonly FusionLegs[];
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
  /** The verdict over all guarded axes, on the quality axis. */
  readonly headline?: Headline;
  /** On the latency axis. */
  readonly latency?: LatencyRatio;
  readonly notes?: readonly VerdictNote[];
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
  /** Derived from the report; default: none. */
  readonly attribution?: readonly RerankAttribution[];
  readonly legs?: readonly FusionLegs[];
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
    attribution: context.attribution ?? [],
    legs: context.legs ?? [],
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

function summaryDelta(delta: StageDelta, declaredPrimary: string): SummaryDelta {
  const { stage, baseline, axis, isStructural, evidence, primary = declaredPrimary } = delta;
  const { reason, headline, latency, notes } = delta;
  const shown = isStructural ? [] : Object.entries(delta.measures);
  return {
    stage,
    baseline,
    axis,
    isStructural,
    measures: Object.fromEntries(
      shown.map(([name, { delta: size, direction }]) => {
        const isPrimary = name === primary && evidence !== undefined;
        return [name, { delta: size, direction, ...(isPrimary ? { evidence } : {}) }];
      }),
    ),
    direction: isStructural ? null : delta.direction,
    evidence: isStructural ? null : (evidence?.status ?? null),
    verdict: isStructural ? null : delta.verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(headline === undefined ? {} : { headline: isStructural ? withoutVerdict(headline) : headline }),
    ...(latency === undefined || isStructural ? {} : { latency }),
    ...(notes === undefined || isStructural ? {} : { notes }),
  };
}

function withoutVerdict({ reason = 'structural' }: Headline): Headline {
  return { direction: null, verdict: null, reason };
}
