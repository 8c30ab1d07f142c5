/** Direction of one measure: the sign of the exact sum of the paired differences. */
export type MeasureDirection = 'up' | 'down' | 'none';
/** Direction of a stage over its primary and secondary measures. */
export type Direction = 'IMPROVEMENT' | 'REGRESSION' | 'MIXED' | 'NO CHANGE';
export type Axis = 'quality' | 'abstention';

export interface WinTieLoss {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

export interface MeasureDelta {
  readonly baseline: number;
  readonly candidate: number;
  /** Candidate mean − baseline mean. */
  readonly delta: number;
  readonly direction: MeasureDirection;
  readonly topics: WinTieLoss;
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
  /** The one sentence that names what was compared with what; null where nothing may be concluded. */
  readonly verdict: string | null;
  /** Why nothing may be concluded; absent where there is a verdict. */
  readonly reason?: string;
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
