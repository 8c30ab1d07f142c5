import type { Answerable } from '../../contracts/golden.ts';
import { type Measure, measureName } from '../../contracts/measure.ts';
import type { ScoredList } from '../../contracts/ranking.ts';
import type { Abstention } from '../../contracts/report.ts';
import { aggregate } from '../metrics/aggregate.ts';
import { scoreAll } from '../metrics/score.ts';
import { isSpanMeasure } from '../metrics/span.ts';
import type { RankedSpan, SpanRanking } from '../metrics/span-ranking.ts';
import type { StageOutcome } from './execute.ts';

/** What counts as relevant for one topic, over passage numbers. */
export interface TopicRelevance {
  /** Grade of a passage, or of its document in document unit; null where nothing was judged. */
  readonly gradeOf: (passage: number) => number | null;
  /** Every judged grade, retrieved or not. */
  readonly judged: readonly number[];
  /** What span measures read; without it they are refused. */
  readonly spans?: TopicSpans;
}

/** Where things stand in their documents, in UTF-16 offsets. */
export interface TopicSpans {
  readonly of: (passage: number) => RankedSpan;
  readonly gold: SpanRanking['gold'];
}

/**
 * Per-topic values for the quality axis; topics outside it (not answerable, unknown) get no scores.
 * @throws GrkError GRK_UNSUPPORTED for a span measure where there are no spans
 */
export function scoreTopic(
  measures: readonly Measure[],
  answerable: Answerable,
  relevance: TopicRelevance,
  outcome: StageOutcome,
): Record<string, number> {
  if (answerable !== true) return {};
  const { spans, judged } = relevance;
  const readsSpans = spans !== undefined && measures.some(({ family }) => isSpanMeasure(family));
  return scoreAll(measures, {
    ranked: gradesOf(outcome.list, relevance),
    judged,
    ...(readsSpans ? { spans: { ranked: Array.from(outcome.list.passages, spans.of), gold: spans.gold } } : {}),
  });
}

function gradesOf(list: ScoredList, relevance: TopicRelevance): (number | null)[] {
  return Array.from(list.passages, (passage) => relevance.gradeOf(passage));
}

/** Version id of `meansOf`. */
export const MEANS_ALGORITHM = 'means/1';

/** Values over the topics that have scores, by each measure's aggregate; a failed or empty topic counts 0. */
export function meansOf(
  measures: readonly Measure[],
  scores: readonly Record<string, number>[],
): Record<string, number> {
  const scored = scores.filter((topic) => Object.keys(topic).length > 0);
  return Object.fromEntries(
    measures.map((measure) => {
      const name = measureName(measure);
      return [
        name,
        aggregate(
          measure,
          scored.map((topic) => topic[name] ?? 0),
        ),
      ];
    }),
  );
}

/** Version id of `abstentionOf`. */
export const ABSTENTION_ALGORITHM = 'silence/1';

/** Counts silence on topics with and without an answer; a failed topic is one of its kind, and not silent. */
export function abstentionOf(answerable: readonly Answerable[], outcomes: readonly StageOutcome[]): Abstention {
  const topicsOf = (kind: Answerable) => answerable.filter((each) => each === kind).length;
  const silentOf = (kind: Answerable) =>
    outcomes.filter(({ error, list }, i) => answerable[i] === kind && error === undefined && list.passages.length === 0)
      .length;
  return {
    noAnswerTopics: topicsOf(false),
    silentOnNoAnswer: silentOf(false),
    answerableTopics: topicsOf(true),
    silentOnAnswerable: silentOf(true),
  };
}
