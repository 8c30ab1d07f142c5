import type { Report, ReportRanked, ReportStage, ReportTopic } from '../src/contracts/report.ts';
import { knownMeasures, topicIdsSha256 } from '../src/evals/run/rescore.ts';
import { runConfigSha256 } from '../src/evals/run/run-config.ts';
import { meansOf } from '../src/evals/run/score.ts';
import { BM25, sampleReport } from './sample-report.ts';

/** Stage name to value of every measure, topic by topic. */
export type StageValues = Readonly<Record<string, readonly number[]>>;

/** A report whose stages have these values; topics are `t0`, `t1`, … and every hash is right. */
export function storedReport(values: StageValues, change: (report: Report) => void = () => {}): Report {
  const names = Object.keys(values);
  const report = sampleReport(names.map((name) => ({ ...BM25, name })));
  report.topics = (values[names[0] ?? ''] ?? []).map((_, i) => storedTopic(`t${i}`));
  report.stages = report.stages.map((stage) => withValues(stage, report, values[stage.name] ?? []));
  change(report);
  return sealed(report);
}

export function storedTopic(topicId: string, changes: Partial<ReportTopic> = {}): ReportTopic {
  return {
    topicId,
    query: `query of ${topicId}`,
    answerable: true,
    split: 'dev',
    category: 'c',
    slices: [],
    gold: [],
    ...changes,
  };
}

/** Hits in this order; a document is its own passage. */
export function ranking(...docs: readonly string[]): ReportRanked[] {
  return docs.map((doc, i) => ({ id: `${doc}#`, doc, start: 0, end: 10, score: docs.length - i }));
}

/** The same report with hashes, counts and means of what it holds now. */
export function sealed(report: Report): Report {
  const count = (kind: ReportTopic['answerable']) =>
    report.topics.filter(({ answerable }) => answerable === kind).length;
  report.golden.topics = report.topics.length;
  report.golden.answerable = count(true);
  report.golden.unknown = count('unknown');
  const measures = knownMeasures(report.runConfig);
  for (const stage of report.stages) {
    const scores = stage.topics.map((topic) => topic.scores);
    const isScored = scores.some((topic) => Object.keys(topic).length > 0);
    if (isScored) stage.means = { ...stage.means, ...meansOf(measures, scores) };
  }
  report.runConfig.selection.topicIdsSha256 = topicIdsSha256(report.topics);
  report.golden.judgmentsSha256 = report.runConfig.golden.judgmentsSha256;
  report.golden.corpusSha256 = report.runConfig.golden.corpusSha256;
  report.runConfigSha256 = runConfigSha256(report.runConfig);
  return report;
}

function withValues(stage: ReportStage, { topics, runConfig }: Report, values: readonly number[]): ReportStage {
  return {
    ...stage,
    abstention: null,
    topics: topics.map(({ topicId }, i) => ({
      topicId,
      scores: Object.fromEntries(runConfig.measures.map(({ name }) => [name, values[i] ?? 0])),
      ranking: [],
    })),
  };
}
