import type { IndexedPassage } from '../../contracts/document.ts';
import type { Determinism } from '../../contracts/embedder.ts';
import type { ExternalIdentity } from '../../contracts/external.ts';
import type { Topic, Unit } from '../../contracts/golden.ts';
import type { Measure } from '../../contracts/measure.ts';
import type { Stage } from '../../contracts/pipeline.ts';
import type { Reranker } from '../../contracts/ports.ts';
import type { ScoredList } from '../../contracts/ranking.ts';
import type { Control, Report, ReportStage, ReportTopic, ReportWarning } from '../../contracts/report.ts';
import { truncate } from '../../retrieval/collapse.ts';
import { inputsOf } from '../../retrieval/pipeline.ts';
import type { ControlRun } from './controls.ts';
import type { StageOutcome, VariantRun } from './execute.ts';
import { abstentionOf, meansOf, scoreTopic, type TopicRelevance } from './score.ts';

/** How many passages of each ranking have their text stored. */
const TEXT_DEPTH = 10;

/** A variant with what it ran over and what came out. */
export interface VariantResult {
  readonly name: string;
  readonly stages: readonly Stage[];
  readonly passages: readonly IndexedPassage[];
  readonly relevance: readonly TopicRelevance[];
  readonly run: VariantRun;
  /** Of the embedder, where dense stages run. */
  readonly dense: { readonly isStructural: boolean; readonly determinism: Determinism } | null;
  /** Of external stages, by name. */
  readonly external?: ReadonlyMap<string, ExternalIdentity>;
  /** By stage name, where rerank stages run. */
  readonly rerankers: ReadonlyMap<string, Pick<Reranker, 'identity' | 'isStructural'>>;
  readonly controls: readonly ControlRun[];
  /** Rankings name documents where these are judged, else passages. */
  readonly unit: Unit;
}

/** A span that a gold entry points at, for the report. */
export interface GoldSpan {
  readonly doc: string;
  readonly grade: number;
  readonly start?: number;
  readonly end?: number;
}

export function reportTopics(topics: readonly Topic[], gold: readonly (readonly GoldSpan[])[]): ReportTopic[] {
  return topics.map((topic, i) => ({
    topicId: topic.topicId,
    query: topic.query,
    answerable: topic.answerable,
    split: topic.split,
    category: topic.category,
    slices: [...topic.slices],
    gold: [...(gold[i] ?? [])],
  }));
}

/** The stages of a variant as the report holds them: rankings, scores, means, abstention. */
export function reportStages(
  topics: readonly Topic[],
  measures: readonly Measure[],
  result: VariantResult,
): ReportStage[] {
  return result.stages.map((stage) => {
    const outcomes = result.run.outcomes.get(stage.name) ?? [];
    const rows = topicRows(topics, measures, result, outcomes, (outcome) => ({
      ranking: rankingOf(outcome.list, result.passages),
    }));
    const legs = legsOf(result.stages, stage);
    const usesDense = legs.some((leg) => leg.kind === 'dense');
    const rerankers = rerankersOf(result, stage);
    return {
      id: `${result.name}/${stage.name}`,
      variant: result.name,
      name: stage.name,
      kind: stage.kind,
      input: inputsOf(stage).map((name) => `${result.name}/${name}`),
      isStructural:
        (usesDense && result.dense?.isStructural === true) || rerankers.some(({ isStructural }) => isStructural),
      determinism: weakest([
        ...legs.map((leg) => determinismOf(leg, result)),
        ...rerankers.map(({ identity }) => identity.determinism),
      ]),
      means: meansOf(
        measures,
        rows.map((row) => row.scores),
      ),
      abstention: legs.some((leg) => leg.kind === 'dense' || (leg.kind === 'external' && !leg.canAbstain))
        ? null
        : abstentionOf(
            topics.map((topic) => topic.answerable),
            outcomes,
          ),
      topics: rows,
      controls: controlsOf(topics, measures, result, stage.name),
    };
  });
}

function determinismOf(leg: Stage, { dense, external }: VariantResult): Determinism {
  if (leg.kind === 'dense') return dense?.determinism ?? 'none';
  return leg.kind === 'external' ? (external?.get(leg.name)?.determinism ?? 'none') : 'bitwise';
}

/** A stage promises no more than the weakest of what it rests on. */
function weakest(promises: readonly Determinism[]): Determinism {
  const order = ['none', 'machine', 'bitwise'] as const;
  return order.find((each) => promises.includes(each)) ?? 'bitwise';
}

/** One row per topic: its scores, what `more` tells of its outcome, and its error. */
function topicRows<T extends object>(
  topics: readonly Topic[],
  measures: readonly Measure[],
  result: VariantResult,
  outcomes: readonly StageOutcome[],
  more: (outcome: StageOutcome) => T,
): (T & Pick<ReportStage['topics'][number], 'topicId' | 'scores' | 'error'>)[] {
  return topics.map((topic, i) => {
    const outcome = outcomes[i];
    const relevance = result.relevance[i];
    if (outcome === undefined || relevance === undefined) throw new RangeError(`no outcome for topic ${topic.topicId}`);
    return {
      topicId: topic.topicId,
      scores: scoreTopic(measures, topic.answerable, relevance, outcome),
      ...more(outcome),
      ...(outcome.error === undefined ? {} : { error: outcome.error }),
    };
  });
}

function controlsOf(
  topics: readonly Topic[],
  measures: readonly Measure[],
  result: VariantResult,
  stage: string,
): Control[] {
  const key = result.unit === 'document' ? 'doc' : 'id';
  return result.controls
    .filter(({ control }) => control.of === stage)
    .map(({ control, outcomes }): Control => {
      const { depth } = control;
      const rows = topicRows(topics, measures, result, outcomes, ({ list }) => ({
        ids: rankingOf(truncate(list, depth), result.passages).map((hit) => hit[key]),
      }));
      if (control.kind === 'rerank-depth') return { kind: control.kind, depth, topics: rows };
      return { kind: control.kind, leg: `${result.name}/${control.leg}`, depth, topics: rows };
    });
}

/** Warnings that a reader of the numbers must see. */
export function stageWarnings(stages: readonly ReportStage[]): ReportWarning[] {
  return stages.flatMap((stage) => {
    const failed = stage.topics.filter((topic) => topic.error !== undefined);
    const empty = stage.topics.filter((topic) => topic.error === undefined && topic.ranking.length === 0);
    const found: ReportWarning[] = [];
    if (failed.length > 0) {
      const [first] = failed;
      found.push({
        code: 'topics-failed',
        stage: stage.id,
        message: `${stage.id}: ${failed.length} of ${stage.topics.length} topics failed and count 0 (first: ${first?.topicId}: ${first?.error?.message})`,
      });
    }
    if (empty.length === stage.topics.length && empty.length > 0) {
      found.push({
        code: 'leg-without-hits',
        stage: stage.id,
        message: `${stage.id} returned nothing for any of ${empty.length} topics`,
        remedy:
          stage.kind === 'external'
            ? 'Check that your search has these documents and understands the queries.'
            : 'Check that the analyzer fits the language of the documents.',
      });
    }
    if (stage.isStructural) {
      found.push({
        code: 'structural',
        stage: stage.id,
        ...(stage.kind === 'rerank'
          ? {
              message: `${stage.id} is structural: it rests on a stand-in for a reranker or on vectors that carry no meaning, so it gets no verdict`,
              remedy: 'Measure quality with a real reranker and embedder.',
            }
          : {
              message: `${stage.id} is structural: its vectors carry no meaning, so it gets no verdict`,
              remedy: 'Measure quality with a real embedder, such as --embedder static:shipped.',
            }),
      });
    }
    return found;
  });
}

/** Ids of the passages whose text a report holds: the top of every ranking, and the relevant ones. */
export function textIds(stages: readonly ReportStage[], relevant: Report['indexes'][number]['relevant']): string[] {
  const ids = new Set<string>();
  for (const stage of stages) {
    for (const topic of stage.topics) for (const hit of topic.ranking.slice(0, TEXT_DEPTH)) ids.add(hit.id);
  }
  for (const topic of relevant) for (const { id } of topic.passages) ids.add(id);
  return [...ids].sort();
}

function legsOf(stages: readonly Stage[], stage: Stage): Stage[] {
  const inputs = inputsOf(stage);
  if (inputs.length === 0) return [stage];
  return stages.filter((other) => inputs.includes(other.name)).flatMap((other) => legsOf(stages, other));
}

/** The rerankers that a stage rests on, its own included. */
function rerankersOf(result: VariantResult, stage: Stage): Pick<Reranker, 'identity' | 'isStructural'>[] {
  const own = result.rerankers.get(stage.name);
  const below = result.stages
    .filter(({ name }) => inputsOf(stage).includes(name))
    .flatMap((input) => rerankersOf(result, input));
  return [...below, ...(own === undefined ? [] : [own])];
}

function rankingOf(list: ScoredList, passages: readonly IndexedPassage[]): ReportStage['topics'][number]['ranking'] {
  return Array.from(list.passages, (number, i) => {
    const passage = passages[number];
    if (passage === undefined) throw new RangeError(`there is no passage number ${number}`);
    return {
      id: passage.id,
      doc: passage.doc,
      start: passage.startUtf16,
      end: passage.endUtf16,
      score: list.scores[i] ?? 0,
    };
  });
}
