import type { Correction, PairedStatistics, StageDelta } from './delta.ts';
import type { RunCoverage } from './score.ts';

/**
 * What a difference between two reports means. `blocks`: their numbers may not be set against each other. `moves-ruler`:
 * some measures are not compared. `explains`: a change that can move rankings, and so the numbers. `provenance`: it
 * cannot change a number of this comparison.
 */
export type DifferenceEffect = 'blocks' | 'moves-ruler' | 'explains' | 'provenance';

/** One thing in which a report differs from the baseline report. */
export interface Difference {
  readonly effect: DifferenceEffect;
  /** Stable, such as `judgments`, `corpus`, `chunker`, `embedder`, `fusion.k`, `node`. */
  readonly what: string;
  /** Variant of the pipeline where there are several; null: of the whole run. */
  readonly variant: string | null;
  /** In words for people; null: the report has none. */
  readonly baseline: string | null;
  readonly candidate: string | null;
  readonly meaning: string;
}

/** One report or run file of a comparison. */
export interface ComparedSource {
  /** As sentences call it. */
  readonly name: string;
  /** null: it was in memory. */
  readonly file: string | null;
  /** Facts of a report; null for a run file. */
  readonly report: ComparedReport | null;
  /** What a run has in common with the judgments; null for a report. */
  readonly coverage: RunCoverage | null;
}

export interface ComparedReport {
  readonly golden: string;
  readonly goldenVersion: string;
  readonly split: string;
  readonly topics: number;
  readonly answerable: number;
  readonly startedAt: string;
  readonly tool: string;
  readonly corpusSha256: string;
  readonly judgmentsSha256: string;
  readonly topicIdsSha256: string;
  readonly runConfigSha256: string;
}

/** How one source stands to the baseline. */
export interface Comparability {
  /** Name of the source. */
  readonly source: string;
  /** Blocking ones first, provenance last; empty: nothing differs. */
  readonly differences: readonly Difference[];
  /** Stage ids of the baseline and of the candidate that no comparison of this command reads. */
  readonly unpaired: { readonly baseline: readonly string[]; readonly candidate: readonly string[] };
}

/** Where the relevant part of a document stands in both rankings. */
export interface RelevantMove {
  readonly doc: string;
  /** UTF-16 offsets of the gold entry; absent for a whole document. */
  readonly start?: number;
  readonly end?: number;
  readonly grade: number;
  /** From 1; null: not in the stored ranking. */
  readonly baselineRank: number | null;
  readonly candidateRank: number | null;
  /** Across the cutoff of the measure, or into and out of the ranking where it has none. */
  readonly crossing: 'enters' | 'leaves' | null;
}

/** A topic whose value changed. */
export interface TopicChange {
  readonly topicId: string;
  /** null: run files hold no texts. */
  readonly query: string | null;
  readonly baseline: number;
  readonly candidate: number;
  readonly delta: number;
  /** Candidate or baseline failed on it, and counts 0. */
  readonly hasFailed: boolean;
  /** By grade, highest first. */
  readonly moves: readonly RelevantMove[];
}

/** A stage of a source; for a run file, the run. */
export interface ComparedStage {
  /** Name of the source. */
  readonly source: string;
  /** Stage id, or the name of the run. */
  readonly stage: string;
  /** As sentences call it. */
  readonly label: string;
}

/** What a stage took, as its report says. */
export interface TimedStage {
  /** Topics that were timed; those whose scores came from a cache were not. */
  readonly topics: number;
  readonly p50Ms: number;
}

/** Times of two runs, to be seen beside each other: no direction follows from them. */
export interface ComparedLatency {
  /** null: not timed. */
  readonly baseline: TimedStage | null;
  readonly candidate: TimedStage | null;
  /** Why there is no direction. */
  readonly reason: string;
}

/** One stage against one other. */
export interface Comparison {
  readonly baseline: ComparedStage;
  readonly candidate: ComparedStage;
  /** The measure that evidence and changes are about: the primary one; across chunkers, a span measure. */
  readonly primary: string;
  /** Quality first. `evidence` is that of the family of this command; none where the comparison is exploratory. */
  readonly deltas: readonly StageDelta[];
  /** Of two reports, over all their topics; null for run files, one report, some of the topics, a structural stage. */
  readonly latency: ComparedLatency | null;
  /** Facts of an exploratory comparison: no correction, no claim. null where there is evidence, or no number. */
  readonly exploratory: PairedStatistics | null;
  /** Those whose value of the primary measure changed, largest change first; empty for a structural stage. */
  readonly changes: readonly TopicChange[];
}

/** Every comparison of one command on its primary measure. */
export interface ComparisonFamily {
  /** Comparisons with a number; the correction is over so many. */
  readonly size: number;
  readonly correction: Correction;
  readonly alpha: number;
  /** Why nothing may be claimed, in words; null: the comparisons are what the command line declared. */
  readonly exploratory: string | null;
}

/** What `grk eval compare` found; `--json` prints it as it is. */
export interface CompareOutcome {
  readonly kind: 'reports' | 'runs';
  /** The first is the baseline. */
  readonly sources: readonly ComparedSource[];
  /** Qrels that run files were scored by; null for reports. */
  readonly qrels: string | null;
  readonly primary: string;
  /** Every measure that is compared, primary first. */
  readonly measures: readonly string[];
  /** Slice or categories that topics were kept by; null: all. */
  readonly scope: string | null;
  /** How stages were paired, in words. */
  readonly pairing: string;
  /** One per source but the baseline, or for the only one; empty for run files, which share their judgments. */
  readonly comparability: readonly Comparability[];
  /** Judgments that stored rankings were scored by again; null: scores are as stored. */
  readonly rescored: Rescored | null;
  readonly family: ComparisonFamily;
  readonly comparisons: readonly Comparison[];
  readonly warnings: readonly string[];
}

export interface Rescored {
  /** The golden set, or the report whose gold was used. */
  readonly by: string;
  readonly judgmentsSha256: string;
  /** Whose values could not be made again. */
  readonly droppedMeasures: readonly string[];
  /** Stage ids whose control runs keep no rankings, so that there is no attribution. */
  readonly droppedControls: readonly string[];
}

/** Which stages were asked for, each by id or by a name that only one stage has. */
export interface StageWishes {
  /** Of each candidate. */
  readonly stage?: string | undefined;
  /** Of the baseline. */
  readonly against?: string | undefined;
}

/** What of some reports is compared, and how. */
export interface CompareOptions extends StageWishes {
  /** Another primary measure than the baseline declares; exploratory. */
  readonly measure?: string | undefined;
  /** Topics with this label, or of these categories; exploratory. */
  readonly slice?: string | undefined;
  readonly categories?: readonly string[];
  readonly allowDrift?: boolean;
  /** Scores stored rankings again, by `golden` or by the judgments in the newest report. */
  readonly rescore?: boolean;
  readonly golden?: string | undefined;
  /** Default: holm. */
  readonly correction?: Correction | undefined;
}
