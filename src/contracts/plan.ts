import type { Gate } from './gate.ts';
import type { ReportWarning } from './report.ts';

/** What a baseline's own values say could be detected; nothing is guessed. */
export interface Detectable {
  readonly stage: string;
  readonly against: string;
  /** In the primary measure, with the power of the evidence. */
  readonly minimumDetectableEffect: number;
  /** Standard deviation of the paired differences, as measured. */
  readonly sd: number;
}

/** What an eval would do. Nothing was run. */
export interface EvalPlan {
  readonly golden: {
    readonly name: string;
    readonly version: string;
    readonly split: string;
    readonly topics: number;
    readonly answerable: number;
  };
  readonly stages: readonly { readonly id: string; readonly kind: string }[];
  /** Stage id that the others are compared with. */
  readonly baselineStage: string;
  readonly primary: string;
  readonly secondary: readonly string[];
  readonly measures: readonly string[];
  readonly alpha: number;
  /** Declared comparisons within the run. */
  readonly familySize: number;
  readonly gates: readonly Gate[];
  /** Comparisons that the gates declare together. */
  readonly gateFamilySize: number;
  /** Undefined where no baseline was given. */
  readonly detectable?: readonly Detectable[];
  readonly warnings: readonly ReportWarning[];
}
