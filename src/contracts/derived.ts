import type { RerankAttribution } from './attribution.ts';
import type { Interval, SliceDeltas, StageDelta } from './delta.ts';
import type { FusionLegs } from './legs.ts';
import type { Report } from './report.ts';

/**
 * Bootstrap interval of one measure of one comparison within a run. Of the primary measure it is that of the evidence;
 * all others are exploratory: nothing was corrected, and nothing is claimed.
 */
export interface MeasureInterval {
  /** Stage ids. */
  readonly stage: string;
  readonly baseline: string;
  readonly measure: string;
  /** null for one topic. */
  readonly interval: Interval | null;
}

/** Mean share of the relevant entries within the first k of a stage, over the answerable topics. */
export interface RecallCurve {
  /** Stage id. */
  readonly stage: string;
  readonly isStructural: boolean;
  /** Answerable topics; a failed one counts 0. */
  readonly topics: number;
  /** Rising `k`, from 1 to the depth that rankings are stored to; empty where nothing was answerable. */
  readonly points: readonly { readonly k: number; readonly recall: number }[];
}

/**
 * What a stage would lose if it answered only the topics whose first hit scores highest: one point per distinct score.
 * Risk is the mean of 1 − the primary measure over what is answered; answering a no-answer topic is a risk of 1.
 */
export interface RiskCoverage {
  /** Stage id. */
  readonly stage: string;
  readonly isStructural: boolean;
  readonly measure: string;
  /** Answerable and no-answer topics: what coverage is a share of. */
  readonly topics: number;
  readonly noAnswerTopics: number;
  /** Falling `threshold`, rising `coverage`. */
  readonly points: readonly { readonly threshold: number; readonly coverage: number; readonly risk: number }[];
  /** Why there are no points; absent where there are. */
  readonly reason?: string;
}

/** A report, and all that is derived from it when it is read. */
export interface DerivedReport {
  readonly report: Report;
  readonly deltas: readonly StageDelta[];
  readonly slices: readonly SliceDeltas[];
  readonly attribution: readonly RerankAttribution[];
  readonly legs: readonly FusionLegs[];
  readonly intervals: readonly MeasureInterval[];
  readonly recall: readonly RecallCurve[];
  readonly riskCoverage: readonly RiskCoverage[];
}
