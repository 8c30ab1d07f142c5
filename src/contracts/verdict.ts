import type { Axis, Direction, Evidence, MeasureDelta, StageDelta, VerdictNote } from './delta.ts';

/** One stage of a report against another one of it. */
export interface Verdict {
  /** Stage id. */
  readonly stage: string;
  readonly baseline: string;
  /** Over quality and all guarded axes; null where nothing may be concluded. */
  readonly direction: Direction | null;
  /** What was compared with what and came out, or why nothing may be concluded. */
  readonly sentence: string;
  /** The measure that evidence is about; null where the stages share no number. */
  readonly primary: string | null;
  readonly delta: MeasureDelta | null;
  /** null: the comparison was not declared before the run, or has no number. */
  readonly evidence: Evidence | null;
  readonly notes: readonly VerdictNote[];
  /** Every axis that was looked at. */
  readonly axes: Readonly<Partial<Record<Axis, StageDelta>>>;
}

export interface VerdictOptions {
  /** Id, or a name that only one stage has; default: the last stage. */
  readonly stage?: string | undefined;
  /** The same; default: the declared baseline. Evidence is for what the run declared: that one, or a reranker’s input. */
  readonly baseline?: string | undefined;
}
