import type { StageDelta } from '../../contracts/delta.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { Report, ReportStage, ReportTopic } from '../../contracts/report.ts';
import { type ChangeFigure, changeFigure, type Figure, type Maybe, maybe, measureFigure } from './figure.ts';
import { measureViews } from './measures.ts';

/** One topic with the values of every stage. */
export interface TopicView {
  readonly topicId: string;
  readonly query: string;
  readonly answerable: ReportTopic['answerable'];
  readonly split: string;
  readonly category: string;
  readonly slices: readonly string[];
  /** In report order. */
  readonly stages: readonly TopicStage[];
}

export interface TopicStage {
  readonly stage: string;
  readonly isStructural: boolean;
  /** By measure; a failed topic counts 0, null for a topic outside the quality axis. */
  readonly values: Readonly<Record<string, Maybe<Figure>>>;
  /** How many it returned. */
  readonly returned: number;
  readonly error: string | null;
}

/** In report order. */
export function topicViews(report: Report): TopicView[] {
  const names = measureViews(report).map(({ name }) => name);
  const results = report.stages.map((stage) => ({
    stage,
    byTopic: new Map(stage.topics.map((topic) => [topic.topicId, topic])),
  }));
  return report.topics.map((topic) => ({
    topicId: topic.topicId,
    query: topic.query,
    answerable: topic.answerable,
    split: topic.split,
    category: topic.category,
    slices: topic.slices,
    stages: results.flatMap(({ stage, byTopic }) => {
      const result = byTopic.get(topic.topicId);
      return result === undefined ? [] : [topicStage(stage, topic, result, names)];
    }),
  }));
}

function topicStage(
  { id, isStructural }: ReportStage,
  { answerable }: ReportTopic,
  { scores, ranking, error }: ReportStage['topics'][number],
  names: readonly string[],
): TopicStage {
  const scoreOf = (name: string) => {
    if (answerable !== true) return undefined;
    return scores[name] ?? (error === undefined ? undefined : 0);
  };
  return {
    stage: id,
    isStructural,
    values: Object.fromEntries(names.map((name) => [name, maybe(scoreOf(name), measureFigure)])),
    returned: ranking.length,
    error: error === undefined ? null : `${error.code}: ${error.message}`,
  };
}

/** What one comparison did to one answerable topic. */
export interface TopicDelta {
  readonly topicId: string;
  readonly query: string | null;
  readonly baseline: Figure;
  readonly candidate: Figure;
  readonly delta: ChangeFigure;
  readonly hasFailed: boolean;
}

/** Answerable topics by falling delta of a measure, equal ones by id; empty for a structural comparison. */
export function topicDeltas(topics: readonly TopicView[], delta: StageDelta, measure: string): TopicDelta[] {
  if (delta.isStructural || delta.axis !== 'quality') return [];
  const rows = topics.flatMap(({ topicId, query, answerable, stages }): TopicDelta[] => {
    const [before, after] = [delta.baseline, delta.stage].map((id) => stages.find(({ stage }) => stage === id));
    const [baseline, candidate] = [before?.values[measure] ?? null, after?.values[measure] ?? null];
    if (answerable !== true || baseline === null || candidate === null) return [];
    const hasFailed = [before, after].some((each) => each?.error != null);
    const change = changeFigure(candidate.value - baseline.value);
    return [{ topicId, query: query === '' ? null : query, baseline, candidate, delta: change, hasFailed }];
  });
  return rows.sort((a, b) => b.delta.value - a.delta.value || compareBytes(a.topicId, b.topicId));
}
