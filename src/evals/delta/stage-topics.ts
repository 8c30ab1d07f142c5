import { GrkError } from '../../contracts/errors.ts';
import type { Report, ReportStage, ReportTopic } from '../../contracts/report.ts';

type StageTopic = ReportStage['topics'][number];

/** What deltas are derived from. */
export type DeltaInput = Pick<
  Report,
  'declared' | 'runConfig' | 'variants' | 'indexes' | 'topics' | 'stages' | 'timing'
>;

/** A stage with its results by topic id. */
export interface StageTopics {
  readonly stage: ReportStage;
  readonly byTopic: ReadonlyMap<string, StageTopic>;
}

/** @throws GrkError GRK_REPORT_INVALID when a topic occurs twice */
export function indexTopics(stage: ReportStage): StageTopics {
  const byTopic = new Map(stage.topics.map((topic) => [topic.topicId, topic]));
  if (byTopic.size !== stage.topics.length) {
    throw new GrkError('GRK_REPORT_INVALID', `stage "${stage.id}" holds a topic twice`, {
      remedy: 'Make the report again with grk eval: this one was changed or cut.',
    });
  }
  return { stage, byTopic };
}

/**
 * The values of a measure, one per topic in the order given; a failed topic counts 0.
 * @throws GrkError GRK_REPORT_INVALID when a topic or value is missing
 */
export function valuesOf(topics: readonly ReportTopic[], stage: StageTopics, measure: string): number[] {
  return topics.map(({ topicId }) => {
    const topic = resultOf(stage, topicId);
    const value = topic.scores[measure] ?? (topic.error === undefined ? undefined : 0);
    if (value !== undefined) return value;
    throw new GrkError(
      'GRK_REPORT_INVALID',
      `stage "${stage.stage.id}" has no value of ${measure} for topic "${topicId}"`,
      { remedy: 'Make the report again with `grk eval --out FILE`.' },
    );
  });
}

/** @throws GrkError GRK_REPORT_INVALID when the stage has no such topic */
export function resultOf({ stage, byTopic }: StageTopics, topicId: string): StageTopic {
  const topic = byTopic.get(topicId);
  if (topic !== undefined) return topic;
  throw new GrkError('GRK_REPORT_INVALID', `stage "${stage.id}" has no result for topic "${topicId}"`, {
    remedy: 'Make the report again with `grk eval --out FILE`.',
  });
}

export function failedCount(topics: readonly ReportTopic[], stage: StageTopics): number {
  return topics.filter(({ topicId }) => resultOf(stage, topicId).error !== undefined).length;
}
