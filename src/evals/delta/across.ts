import { GrkError } from '../../contracts/errors.ts';
import type { Declaration, Report, ReportTopic } from '../../contracts/report.ts';
import { commonTopics, driftNote } from './drift.ts';
import { findStage, type ReportedPair, sideOf } from './pair.ts';

/** One stage of one report, for a comparison with a stage of another. */
export interface ReportSide {
  readonly report: Report;
  /** Stage id. */
  readonly stage: string;
  /** How sentences call it. */
  readonly label: string;
}

export interface AcrossOptions {
  /** Default: what the candidate’s report declares. */
  readonly declared?: Pick<Declaration, 'primary' | 'secondary'>;
  /** Keeps topics for which this holds; default: all. */
  readonly keeps?: (topic: ReportTopic) => boolean;
  readonly scope?: string | undefined;
  /** Other judgments or topics are compared all the same, over the topics that both reports have. */
  readonly allowDrift?: boolean;
}

/**
 * Pairs stages of two reports over their topics, on the measures that both computed in the same way.
 * @throws GrkError GRK_NOT_COMPARABLE where judgments or topics differ, or passages were ranked here and documents there;
 * GRK_UNKNOWN_NAME, GRK_REPORT_INVALID
 */
export function acrossPair(baseline: ReportSide, candidate: ReportSide, options: AcrossOptions = {}): ReportedPair {
  refuseDrift(baseline, candidate, options.allowDrift ?? false);
  const topics = commonTopics(baseline.report, candidate.report);
  refuseOtherTopics(baseline, candidate, topics);
  return {
    topics: topics.filter((topic) => options.keeps?.(topic) ?? true),
    scope: options.scope,
    declared: options.declared ?? candidate.report.declared,
    measures: commonMeasures(baseline.report, candidate.report),
    baseline: sideOf(baseline.report, findStage(baseline.report, baseline.stage), baseline.label),
    candidate: sideOf(candidate.report, findStage(candidate.report, candidate.stage), candidate.label),
  };
}

/** Names of the measures that both reports computed by the same version. */
export function commonMeasures(a: Pick<Report, 'runConfig'>, b: Pick<Report, 'runConfig'>): string[] {
  const versions = new Map(a.runConfig.measures.map(({ name, algorithm }) => [name, algorithm]));
  return b.runConfig.measures.filter(({ name, algorithm }) => versions.get(name) === algorithm).map(({ name }) => name);
}

/** What two runs need in common for their values to be pairs. */
export interface Ground {
  readonly judgments: string;
  readonly topics: string;
  readonly unit: string;
}

export function groundOf({ runConfig: { golden, selection } }: Pick<Report, 'runConfig'>): Ground {
  return { judgments: golden.judgmentsSha256, topics: selection.topicIdsSha256, unit: golden.unit };
}

export function differingGround(a: Ground, b: Ground): (keyof Ground)[] {
  return (['judgments', 'topics', 'unit'] as const).filter((key) => a[key] !== b[key]);
}

/** Where hashes agree, no topic is left out for what it asks: they would not be those of the content. */
function refuseOtherTopics(baseline: ReportSide, candidate: ReportSide, common: readonly ReportTopic[]): void {
  if (common.length === candidate.report.topics.length || driftNote(baseline.report, candidate.report)) return;
  const kept = new Set(common);
  const other = candidate.report.topics.find((topic) => !kept.has(topic))?.topicId;
  throw new GrkError(
    'GRK_REPORT_INVALID',
    `topic "${other}" is not the same in ${baseline.label} and ${candidate.label}, though their hashes of judgments are: one was changed`,
    { remedy: 'Take the reports as `grk eval` wrote them, or make them again.' },
  );
}

function refuseDrift(baseline: ReportSide, candidate: ReportSide, allowDrift: boolean): void {
  const [a, b] = [groundOf(baseline.report), groundOf(candidate.report)];
  const differing = differingGround(a, b);
  // Scores of passages and of documents have no scale in common, whatever is allowed.
  if (differing.length === 0 || (allowDrift && a.unit === b.unit)) return;
  throw new GrkError(
    'GRK_NOT_COMPARABLE',
    `${baseline.label} and ${candidate.label} rest on different ${differing.join(' and ')}`,
    {
      remedy:
        a.unit === b.unit
          ? 'Measure both on the same golden set and split; --rescore scores stored rankings by one set of judgments, and --allow-drift compares what they share, with a warning.'
          : 'Measure both on the same golden set: one ranks passages, the other documents.',
      facts: { baseline: a, candidate: b },
    },
  );
}
