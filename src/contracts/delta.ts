/** Direction of one measure: the sign of the exact sum of the paired differences. */
export type MeasureDirection = 'up' | 'down' | 'none';
/** Direction of a stage over its primary and secondary measures. */
export type Direction = 'IMPROVEMENT' | 'REGRESSION' | 'MIXED' | 'NO CHANGE';
export type Axis = 'quality' | 'abstention' | 'latency' | 'cost';

export interface WinTieLoss {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** What the declared test says about one comparison; read in this order. */
export type EvidenceStatus = 'identical' | 'supported' | 'undecidable' | 'not supported';
export type Correction = 'holm' | 'benjamini-hochberg';

/** Two-sided sign-flip randomisation test of paired differences. */
export interface SignFlipTest {
  /** Above 0, at most 1. */
  readonly p: number;
  readonly method: 'exact' | 'randomised';
  /** Sign patterns looked at: all 2^n of them, or B drawn ones. */
  readonly draws: number;
  /** Pairs that differ. */
  readonly nonZero: number;
}

export interface PairedT {
  readonly t: number;
  readonly df: number;
  readonly p: number;
}

/** Bootstrap interval of the mean difference. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
  readonly level: number;
  readonly method: 'bca' | 'percentile';
}

/** What this many topics with differences that scatter like these can show. */
export interface Sensitivity {
  /** Standard deviation of the differences. */
  readonly sd: number;
  /** Two-sided, of one comparison: α over the family size. */
  readonly alpha: number;
  readonly power: number;
  readonly minimumDetectableEffect: number;
  /** As declared; null where none was. */
  readonly minimumEffect: number | null;
  /** The declared minimum effect is smaller than what can be detected; null where none was declared. */
  readonly isUndersized: boolean | null;
  /** Topics with which the declared minimum effect could be detected; null where none was declared. */
  readonly topicsNeeded: number | null;
}

/** Facts about one list of paired differences. On their own they are exploratory: no claim, no stars. */
export interface PairedStatistics {
  readonly topics: WinTieLoss;
  readonly signFlip: SignFlipTest;
  /** Second opinion; null where t is undefined. */
  readonly pairedT: PairedT | null;
  /** The two tests lie on different sides of α. */
  readonly straddlesAlpha: boolean;
  /** Null for one topic. */
  readonly interval: Interval | null;
  /** Mean ÷ standard deviation of the differences; null where the deviation is zero or unknown. */
  readonly effectSize: number | null;
  /** Null where the deviation is zero or unknown. */
  readonly sensitivity: Sensitivity | null;
  readonly alpha: number;
  readonly seed: number;
  /** B of every randomised part. */
  readonly draws: number;
}

/** The same for a comparison of the family that was declared before the run. */
export interface Evidence extends PairedStatistics {
  readonly status: EvidenceStatus;
  readonly correction: Correction;
  /** p after correction over the family. */
  readonly adjustedP: number;
  /** Declared comparisons. */
  readonly familySize: number;
}

export interface MeasureDelta {
  readonly baseline: number;
  readonly candidate: number;
  /** Candidate mean − baseline mean. */
  readonly delta: number;
  readonly direction: MeasureDirection;
  readonly topics: WinTieLoss;
}

/** Latency of one stage against another: candidate ÷ baseline, per topic over interleaved repeats of one run. */
export interface LatencyRatio {
  /** Geometric mean over the topics. */
  readonly ratio: number;
  /** Of the ratio; null for one topic. */
  readonly interval: Interval | null;
  /** The share that may be lost, as declared; null where no guard gives one. */
  readonly margin: number | null;
  readonly repeats: number;
}

/** Something that limits what a verdict can mean; it travels with it wherever it is shown. */
export interface VerdictNote {
  /**
   * Stable, such as `topics-failed`, `no-op-reranker`, `judged-gap`, `pinned`, `tuned-on-test`, `undersized`,
   * `below-minimum-effect`, `drift`.
   */
  readonly code: string;
  readonly message: string;
}

/** The verdict over all guarded axes. */
export interface Headline {
  readonly direction: Direction | null;
  readonly verdict: string | null;
  /** Why there is no headline; absent where there is one. */
  readonly reason?: string;
}

/** One stage against one other on one axis. A structural stage has no direction and no verdict. */
export interface StageDelta {
  readonly stage: string;
  readonly baseline: string;
  readonly axis: Axis;
  readonly measures: Readonly<Record<string, MeasureDelta>>;
  readonly topics: number;
  readonly isStructural: boolean;
  readonly direction: Direction | null;
  /** The measure that evidence is about, on the quality axis: the declared one, across chunkers a span measure. */
  readonly primary?: string;
  /** Of the primary measure, for a comparison that was declared before the run. */
  readonly evidence?: Evidence;
  /** The one sentence that names what was compared with what; null where nothing may be concluded. */
  readonly verdict: string | null;
  /** Why nothing may be concluded; absent where there is a verdict. */
  readonly reason?: string;
  /** On the quality axis, for all topics of a run. */
  readonly headline?: Headline;
  /** On the latency axis, where it was measured. */
  readonly latency?: LatencyRatio;
  /** On the quality axis, for all topics of a run: what travels with the verdict; absent where there is nothing. */
  readonly notes?: readonly VerdictNote[];
}

/** The same comparison over the topics of one category, split or slice label. */
export interface SliceDeltas {
  readonly by: 'category' | 'split' | 'slice';
  readonly name: string;
  /** Answerable topics. */
  readonly topics: number;
  readonly noAnswerTopics: number;
  /** Stage id to measure to mean over the answerable topics; empty where there are none. */
  readonly means: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly deltas: readonly StageDelta[];
}
