import { GrkError } from '../../contracts/errors.ts';
import { LEG_KINDS } from '../../contracts/pipeline.ts';
import type { Report } from '../../contracts/report.ts';

/**
 * Refuses a run in which a leg found nothing for any topic: its numbers would measure a fault of the setting, such as
 * an analyzer that does not fit the language. One answerable topic is no evidence of that: there, a warning stands in
 * the report. Topics on which the leg failed are none either; the failure tells their story.
 * @throws GrkError GRK_LEG_EMPTY naming the leg
 */
export function requireHits({ topics, stages }: Pick<Report, 'topics' | 'stages'>): void {
  const answerable = new Set(topics.filter((topic) => topic.answerable === true).map(({ topicId }) => topicId));
  for (const leg of stages.filter(({ kind }) => LEG_KINDS.includes(kind))) {
    const answered = leg.topics.filter(({ error }) => error === undefined);
    const isEmpty = answered.every(({ ranking }) => ranking.length === 0);
    if (!isEmpty || answered.filter(({ topicId }) => answerable.has(topicId)).length < 2) continue;
    const failed = leg.topics.length - answered.length;
    const beside = failed === 0 ? '' : `, and failed on ${failed} more`;
    throw new GrkError(
      'GRK_LEG_EMPTY',
      `the leg ${leg.id} found nothing for any of ${answered.length} topics${beside}`,
      {
        remedy:
          'Check that the analyzer or the search behind it fits the documents, and that the filter of the variant, if it has one, matches some of them, or leave the leg out of the suite.',
        facts: { stage: leg.id, topics: answered.length, failed },
      },
    );
  }
}
