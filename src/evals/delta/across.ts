import { GrkError } from '../../contracts/errors.ts';
import type { Declaration, Report, ReportTopic } from '../../contracts/report.ts';
import { findStage, type StagePair, sideOf } from './pair.ts';

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
 * Pairs stages of two reports over their topics.
 * @throws GrkError GRK_NOT_COMPARABLE where judgments or topics differ, GRK_UNKNOWN_NAME, GRK_REPORT_INVALID
 */
export function acrossPair(baseline: ReportSide, candidate: ReportSide, options: AcrossOptions = {}): StagePair {
  if (options.allowDrift !== true) refuseDrift(baseline, candidate);
  const known = new Set(baseline.report.topics.map(({ topicId }) => topicId));
  const topics = candidate.report.topics.filter(
    (topic) => known.has(topic.topicId) && (options.keeps?.(topic) ?? true),
  );
  const names = new Set(baseline.report.runConfig.measures.map(({ name }) => name));
  return {
    topics,
    scope: options.scope,
    declared: options.declared ?? candidate.report.declared,
    measures: candidate.report.runConfig.measures.map(({ name }) => name).filter((name) => names.has(name)),
    baseline: sideOf(baseline.report, findStage(baseline.report, baseline.stage), baseline.label),
    candidate: sideOf(candidate.report, findStage(candidate.report, candidate.stage), candidate.label),
  };
}

function refuseDrift(baseline: ReportSide, candidate: ReportSide): void {
  const facts = ({ report }: ReportSide) => ({
    judgments: report.runConfig.golden.judgmentsSha256,
    topics: report.runConfig.selection.topicIdsSha256,
    unit: report.runConfig.golden.unit,
  });
  const [a, b] = [facts(baseline), facts(candidate)];
  const differing = (['judgments', 'topics', 'unit'] as const).filter((key) => a[key] !== b[key]);
  if (differing.length === 0) return;
  throw new GrkError(
    'GRK_NOT_COMPARABLE',
    `${baseline.label} and ${candidate.label} rest on different ${differing.join(' and ')}`,
    {
      remedy:
        'Measure both on the same golden set and split; --rescore scores stored rankings by one set of judgments, and --allow-drift compares what they share, with a warning.',
      facts: { baseline: a, candidate: b },
    },
  );
}
