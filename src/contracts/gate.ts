import type { Evidence, Interval, MeasureDelta, StageDelta } from './delta.ts';

export const GATE_KINDS = ['any-loss', 'significant', 'non-inferior'] as const;
export type GateKind = (typeof GATE_KINDS)[number];
/** What `--gate` without a value means. */
export const BARE_GATE: GateKind = 'significant';
/** Words that stand in place of a measure. */
export const GATE_AXES = ['abstention', 'latency', 'failed'] as const;
export type GateAxis = 'quality' | (typeof GATE_AXES)[number];

export interface GateSlice {
  readonly by: 'category' | 'split' | 'slice';
  readonly name: string;
}

/** One gate, read and checked against what a run measures: which comparison, and when it fails. */
export interface Gate {
  /** As it was written. */
  readonly gate: string;
  readonly kind: GateKind;
  /** The loss that is borne: in the unit of the measure, or a share of the topics. 0 where none was given. */
  readonly margin: number;
  readonly axis: GateAxis;
  /** Stage id. */
  readonly stage: string;
  /** Whether the gate names the stage; else it is the last one. */
  readonly isStageNamed: boolean;
  /** On the quality axis. */
  readonly measure?: string;
  readonly slice?: GateSlice;
}

export type GateStatus = 'passed' | 'failed' | 'undecidable' | 'unmeasured';

/** One-sided: with confidence `level` the mean gain lies above `bound`. */
export interface GainBound {
  /** Null for one topic. */
  readonly bound: number | null;
  readonly level: number;
  readonly method: Interval['method'] | null;
  /** Of the sign-flip test of gains + margin, one-sided. */
  readonly p: number;
  readonly seed: number;
  readonly draws: number;
  /** False: so few topics could not have shown it, whatever their values. */
  readonly isDecidable: boolean;
  /** A mean loss beyond the margin is ruled out. */
  readonly isShown: boolean;
}

/** What a gate looked at: one list of paired values. The abstention axis has two. */
export interface GateComparison {
  /** A measure, or the share of topics that is counted. */
  readonly measure: string;
  readonly isLowerBetter: boolean;
  readonly delta: MeasureDelta;
  /** Of `significant`, over the gains: what is lower and better counts as gained. */
  readonly evidence?: Evidence;
  /** Of `non-inferior`. */
  readonly bound?: GainBound;
}

export interface LosingTopic {
  readonly topicId: string;
  readonly query: string;
  readonly measure: string;
  readonly baseline: number;
  readonly candidate: number;
}

export interface GateResult extends Omit<Gate, 'isStageNamed'> {
  readonly status: GateStatus;
  /** The one sentence that says what was found. */
  readonly sentence: string;
  /** Empty where nothing was measured. */
  readonly comparisons: readonly GateComparison[];
  /** The topics that lost most, at most five. */
  readonly losers: readonly LosingTopic[];
}

/** A run held against a baseline report. */
export interface GateOutcome {
  readonly baseline: {
    /** Path as it was given; null: it was in memory. */
    readonly file: string | null;
    readonly runConfigSha256: string;
    readonly corpusSha256: string;
  };
  /** Comparisons that `significant` gates declared together. */
  readonly familySize: number;
  /** Undecidable gates do not pass. */
  readonly isStrict: boolean;
  readonly results: readonly GateResult[];
  /** Every stage that both reports have, on the declared measures; without evidence, as nothing but the gates was declared. */
  readonly deltas: readonly StageDelta[];
  /** How often this baseline was compared with on this machine, this time included; null where it could not be counted. */
  readonly comparisonsOnThisMachine: number | null;
}

/** What accepting a report as the baseline changes. */
export interface Acceptance {
  /** As it was given. */
  readonly file: string;
  readonly change: 'new' | 'replaced' | 'unchanged';
  /** Why the baseline that was there cannot be compared with; null where it can, and where there was none. */
  readonly incomparable: string | null;
  /** Stages that both have, the accepted one against the old. */
  readonly deltas: readonly StageDelta[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}
