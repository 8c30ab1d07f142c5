import type { StageDelta } from '../../contracts/delta.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import { abstentionDelta } from './abstention-delta.ts';
import { conclude } from './conclude.ts';
import { withEvidence } from './evidence.ts';
import { latencyDelta } from './latency-delta.ts';
import { isReported, pairsOver, type ReportedPair, type StagePair } from './pair.ts';
import { qualityDelta } from './quality-delta.ts';
import type { DeltaInput } from './stage-topics.ts';

export interface DeltaOptions {
  /** Stage id to compare with; default: the declared baseline. */
  readonly baseline?: string;
}

/**
 * Every stage but the baseline against it, in report order, each rerank stage also against its input: quality first,
 * then abstention and latency where they are axes of this run. A losing stage is one of them like any other.
 * @throws GrkError GRK_UNKNOWN_NAME, GRK_REPORT_INVALID
 */
export function deriveDeltas(report: DeltaInput, options: DeltaOptions = {}): StageDelta[] {
  const baseline = options.baseline ?? report.declared.baseline;
  const pairs = pairsOver(report, report.topics, baseline, undefined);
  const deltas = pairs.flatMap(pairDeltas);
  // What is chosen when reading is exploratory: evidence is for what was declared before the run.
  const found = baseline === report.declared.baseline ? withEvidence(report, deltas) : deltas;
  return pairs.flatMap((pair) => conclude(pair, found.filter(isOf(pair))));
}

/** The same over some of the topics, without headline and notes; `scope` says which, as `category NAME`. */
export function deltasOver(
  report: DeltaInput,
  topics: readonly ReportTopic[],
  options: DeltaOptions,
  scope: string | undefined,
): StageDelta[] {
  return pairsOver(report, topics, options.baseline ?? report.declared.baseline, scope).flatMap(pairDeltas);
}

/** One comparison on every axis that its topics can measure: quality first. */
export function pairDeltas(pair: StagePair): StageDelta[] {
  const latency = isReported(pair) ? latencyDelta(pair) : undefined;
  return [qualityDelta(pair), abstentionDelta(pair), latency].filter((delta) => delta !== undefined);
}

function isOf({ baseline, candidate }: ReportedPair): (delta: StageDelta) => boolean {
  return (delta) => delta.stage === candidate.stage.id && delta.baseline === baseline.stage.id;
}
