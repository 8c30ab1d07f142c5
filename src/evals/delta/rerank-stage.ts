import { GrkError } from '../../contracts/errors.ts';
import type { ReportRanked, ReportStage } from '../../contracts/report.ts';
import { findStage } from './pair.ts';
import { keyOf } from './report-relevance.ts';
import { type DeltaInput, resultOf, type StageTopics } from './stage-topics.ts';

/** A rerank stage with what it read and how deep. */
export interface RerankStage {
  readonly stage: ReportStage;
  readonly input: ReportStage;
  readonly depth: number;
}

/** @throws GrkError GRK_REPORT_INVALID, GRK_UNKNOWN_NAME for a report that does not hold together */
export function rerankStage(report: DeltaInput, stage: ReportStage): RerankStage {
  const settings = settingsOf(report, stage);
  if (typeof settings.depth !== 'number') throw invalid(stage, 'the depth');
  return { stage, input: findStage(report, stage.input[0] ?? ''), depth: settings.depth };
}

/** How a stage was set. */
export function settingsOf({ runConfig }: DeltaInput, stage: ReportStage): Readonly<Record<string, unknown>> {
  const variant = runConfig.variants.find(({ name }) => name === stage.variant);
  const found = variant?.stages.find(({ name }) => name === stage.name);
  if (found === undefined) throw invalid(stage, 'the settings');
  return found.settings;
}

function invalid(stage: ReportStage, what: string): GrkError {
  return new GrkError('GRK_REPORT_INVALID', `the report does not hold ${what} of stage "${stage.id}"`, {
    remedy: 'Make the report again with `grk eval --out FILE`.',
  });
}

/** The candidates of a topic before and after, by key; undefined where the stage failed. */
export interface Candidates {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The reranker's, in the order of `after`. */
  readonly scores: readonly number[];
}

export function candidatesOf(
  report: DeltaInput,
  input: StageTopics,
  reranked: StageTopics,
  depth: number,
  topicId: string,
): Candidates | undefined {
  const [from, to] = [resultOf(input, topicId), resultOf(reranked, topicId)];
  if (from.error !== undefined || to.error !== undefined) return undefined;
  const keys = (ranking: readonly ReportRanked[]) => ranking.slice(0, depth).map((hit) => keyOf(report, hit));
  return {
    before: keys(from.ranking),
    after: keys(to.ranking),
    scores: to.ranking.slice(0, depth).map(({ score }) => score),
  };
}
