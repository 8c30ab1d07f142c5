import { readFileSync } from 'node:fs';
import type { Report } from '../src/contracts/report.ts';
import type { ChartInput } from '../src/report/charts/chart.ts';
import { reportView } from '../src/report/view/report-view.ts';
import { deriveReport } from '../src/workbench/derive.ts';

const TEXT = readFileSync(new URL('../evals/baselines/handbook.json', import.meta.url), 'utf8');

/** A stored run of this repository, whole: 132 topics, bm25, dense and fusion. */
export function storedReport(): Report {
  return JSON.parse(TEXT) as Report;
}

/** The same over its first answerable and first no-answer topics. */
export function smallReport(answerable: number, noAnswer: number): Report {
  const report = storedReport();
  const first = (is: boolean, count: number) =>
    report.topics.filter((topic) => topic.answerable === is).slice(0, count);
  const topics = [...first(true, answerable), ...first(false, noAnswer)];
  const kept = new Set(topics.map(({ topicId }) => topicId));
  const keeps = ({ topicId }: { readonly topicId: string }) => kept.has(topicId);
  return {
    ...report,
    golden: { ...report.golden, topics: topics.length, answerable, unknown: 0 },
    topics: report.topics.filter(keeps),
    indexes: report.indexes.map((index) => ({ ...index, relevant: index.relevant.filter(keeps) })),
    stages: report.stages.map((stage) => ({
      ...stage,
      topics: stage.topics.filter(keeps),
      controls: stage.controls.map(
        (control) => ({ ...control, topics: control.topics.filter(keeps) }) as typeof control,
      ),
    })),
    timing: {
      ...report.timing,
      stages: report.timing.stages.map(({ repeatsMs: _, ...stage }) => ({ ...stage, topicsMs: [] })),
    },
  };
}

/** The same with other values: of topic `i` in stage `j`, for every measure. */
export function withScores(report: Report, scoreOf: (topic: number, stage: number) => number): Report {
  const measures = report.runConfig.measures.map(({ name }) => name);
  return {
    ...report,
    stages: report.stages.map((stage, j) => ({
      ...stage,
      topics: stage.topics.map((topic, i) => ({
        ...topic,
        scores:
          Object.keys(topic.scores).length === 0
            ? {}
            : Object.fromEntries(measures.map((name) => [name, scoreOf(i, j)])),
      })),
    })),
  };
}

export function chartInputOf(report: Report, name = 'report.json'): ChartInput {
  const derived = deriveReport(report);
  return { reports: [{ name, derived, view: reportView(derived) }], outcome: null };
}
