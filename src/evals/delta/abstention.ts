import type { Direction, MeasureDelta } from '../../contracts/delta.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import { compareMeasure, lowerIsBetter } from './compare.ts';
import { combine } from './direction.ts';
import { resultOf, type StageTopics } from './stage-topics.ts';

/** Share of no-answer topics for which nothing was returned: higher is better. */
export const SILENT_ON_NO_ANSWER = 'silentOnNoAnswer';
/** Share of answerable topics for which nothing was returned: lower is better. */
export const SILENT_ON_ANSWERABLE = 'silentOnAnswerable';

export interface AbstentionComparison {
  /** Directions are those of the shares; wins are topics on which the candidate did right and the baseline did not. */
  readonly measures: Readonly<Record<string, MeasureDelta>>;
  readonly direction: Direction;
  readonly betterOn: readonly string[];
  readonly worseOn: readonly string[];
  readonly topics: number;
}

/**
 * Compares when two stages keep silent; undefined where one of them has no rule by which it could.
 * A failed topic is not silence.
 */
export function compareAbstention(
  topics: readonly ReportTopic[],
  baseline: StageTopics,
  candidate: StageTopics,
): AbstentionComparison | undefined {
  if (baseline.stage.abstention === null || candidate.stage.abstention === null) return undefined;
  const noAnswer = topics.filter((topic) => topic.answerable === false);
  const answerable = topics.filter((topic) => topic.answerable === true);
  const silence = (subset: readonly ReportTopic[]) =>
    subset.length === 0 ? undefined : compareMeasure(silences(subset, baseline), silences(subset, candidate));
  const right = silence(noAnswer);
  const wrong = silence(answerable);
  const gains = [
    ...(right?.direction === 'up' ? ['no-answer'] : []),
    ...(wrong?.direction === 'down' ? ['answerable'] : []),
  ];
  const losses = [
    ...(right?.direction === 'down' ? ['no-answer'] : []),
    ...(wrong?.direction === 'up' ? ['answerable'] : []),
  ];
  return {
    measures: {
      ...(right === undefined ? {} : { [SILENT_ON_NO_ANSWER]: right }),
      ...(wrong === undefined ? {} : { [SILENT_ON_ANSWERABLE]: lowerIsBetter(wrong) }),
    },
    direction: combine(gains.length > 0, losses.length > 0),
    betterOn: gains,
    worseOn: losses,
    topics: noAnswer.length + answerable.length,
  };
}

export function silences(topics: readonly ReportTopic[], stage: StageTopics): number[] {
  return topics.map(({ topicId }) => {
    const { ranking, error } = resultOf(stage, topicId);
    return ranking.length === 0 && error === undefined ? 1 : 0;
  });
}
