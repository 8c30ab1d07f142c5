import type { FusionLegs, LegContribution } from '../../contracts/legs.ts';
import type { Control, ReportStage, ReportTopic } from '../../contracts/report.ts';
import { compareMeasure } from './compare.ts';
import { legNotes } from './leg-notes.ts';
import { isSame, isWholeFusion, overlapsOf, type Tops, topsOf } from './leg-tops.ts';
import { type AttributionInput, keyOf, relevanceOf } from './report-relevance.ts';
import { settingsOf } from './rerank-stage.ts';
import { type DeltaInput, resultOf, type StageTopics } from './stage-topics.ts';

/**
 * What each leg of every fusion contributes.
 * @throws GrkError GRK_REPORT_INVALID, GRK_UNKNOWN_NAME for a report that does not hold together
 */
export function deriveLegs(report: AttributionInput): FusionLegs[] {
  return report.stages.filter(({ kind }) => kind === 'fusion').map((stage) => fusionLegs(report, stage));
}

function fusionLegs(report: AttributionInput, stage: ReportStage): FusionLegs {
  const tops = topsOf(report, stage);
  const { primary } = report.declared;
  const relevance = relevanceOf(report, stage);
  const relevantOf = ({ topicId }: ReportTopic) =>
    [...relevance.gradesOf(topicId)].filter(([, grade]) => grade > 0).map(([key]) => key);
  const found = tops.legs.map((leg) => foundBy(report, stage, leg));
  const legs = tops.legs.map((leg, i): LegContribution => {
    const others = found.filter((_, j) => j !== i);
    const isOnlyHere = (topicId: string, key: string) =>
      found[i]?.(topicId).has(key) === true && others.every((other) => !other(topicId).has(key));
    return {
      leg: leg.stage.id,
      ...changeWithout(report, tops, leg.stage.id),
      foundOnlyHere: count(tops.topics, (topic) => relevantOf(topic).filter((key) => isOnlyHere(topic.topicId, key))),
      isWholeFusion: isWholeFusion(tops, leg),
    };
  });
  return {
    stage: stage.id,
    isStructural: stage.isStructural,
    k: tops.k,
    primary,
    topicsLeftOut: report.topics.length - tops.topics.length,
    relevant: count(tops.topics, relevantOf),
    legs,
    overlaps: overlapsOf(tops),
    notes: legNotes(report, stage),
  };
}

type Change = Pick<LegContribution, 'changedTopics' | 'topics' | 'effect' | 'effectTopics'>;

/** The control without the leg against the fusion, over the topics on which it did not fail either. */
function changeWithout(report: AttributionInput, { fusion, topics, k, keysOf }: Tops, leg: string): Change {
  const control = controlOf(fusion.stage, leg);
  const byTopic = new Map(control?.topics.map((topic) => [topic.topicId, topic]));
  const compared = topics.filter(({ topicId }) => {
    const topic = byTopic.get(topicId);
    return topic !== undefined && topic.error === undefined;
  });
  const answerable = compared.filter((topic) => topic.answerable === true);
  const { primary } = report.declared;
  const without = answerable.map(({ topicId }) => byTopic.get(topicId)?.scores[primary] ?? 0);
  const fused = answerable.map(({ topicId }) => resultOf(fusion, topicId).scores[primary] ?? 0);
  const delta = answerable.length === 0 ? undefined : compareMeasure(without, fused);
  return {
    changedTopics: compared.filter(({ topicId }) => {
      const ids = byTopic.get(topicId)?.ids.slice(0, k) ?? [];
      return !isSame(ids, keysOf(fusion, topicId));
    }).length,
    topics: compared.length,
    effect: delta?.delta ?? null,
    effectTopics: delta?.topics ?? { wins: 0, ties: 0, losses: 0 },
  };
}

function controlOf(stage: ReportStage, leg: string): Control | undefined {
  return stage.controls.find((control) => control.kind === 'without-leg' && control.leg === leg);
}

/** What a leg brought into the fusion, as far as the report keeps it. */
function foundBy(report: DeltaInput, stage: ReportStage, leg: StageTopics): (topicId: string) => ReadonlySet<string> {
  const { window } = settingsOf(report, stage);
  const depth = typeof window === 'number' ? window : report.runConfig.topK;
  const sets = new Map(
    leg.stage.topics.map(({ topicId, ranking }) => [
      topicId,
      new Set(ranking.slice(0, depth).map((hit) => keyOf(report, hit))),
    ]),
  );
  return (topicId) => sets.get(topicId) ?? new Set();
}

function count(topics: readonly ReportTopic[], keysOf: (topic: ReportTopic) => readonly string[]): number {
  return topics.reduce((sum, topic) => sum + keysOf(topic).length, 0);
}
