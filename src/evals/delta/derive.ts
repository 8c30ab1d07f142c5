import type { StageDelta } from '../../contracts/delta.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import { abstentionDelta } from './abstention-delta.ts';
import { withEvidence } from './evidence.ts';
import { findStage, type StagePair, sideOf } from './pair.ts';
import { qualityDelta } from './quality-delta.ts';
import type { DeltaInput } from './stage-topics.ts';

export interface DeltaOptions {
  /** Stage id to compare with; default: the declared baseline. */
  readonly baseline?: string;
}

/**
 * Every stage but the baseline against it, in report order: quality first, then abstention where it is an axis of this
 * run. A losing stage is one of them like any other.
 * @throws GrkError GRK_UNKNOWN_NAME, GRK_REPORT_INVALID
 */
export function deriveDeltas(report: DeltaInput, options: DeltaOptions = {}): StageDelta[] {
  const deltas = deltasOver(report, report.topics, options, undefined);
  // What is chosen when reading is exploratory: evidence is for what was declared before the run.
  const isDeclared = (options.baseline ?? report.declared.baseline) === report.declared.baseline;
  return isDeclared ? withEvidence(report, deltas) : deltas;
}

/** The same over some of the topics; `scope` says which, as `category NAME`. */
export function deltasOver(
  report: DeltaInput,
  topics: readonly ReportTopic[],
  options: DeltaOptions,
  scope: string | undefined,
): StageDelta[] {
  const baseline = sideOf(report, findStage(report, options.baseline ?? report.declared.baseline));
  const measures = report.runConfig.measures.map(({ name }) => name);
  return report.stages
    .filter((stage) => stage.id !== baseline.stage.id)
    .flatMap((stage) =>
      pairDeltas({
        topics,
        scope,
        declared: report.declared,
        measures,
        baseline,
        candidate: sideOf(report, stage),
      }),
    );
}

/** One comparison on every axis that its topics can measure: quality first. */
export function pairDeltas(pair: StagePair): StageDelta[] {
  const abstention = abstentionDelta(pair);
  return [qualityDelta(pair), ...(abstention === undefined ? [] : [abstention])];
}
