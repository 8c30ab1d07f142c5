import { GrkError } from '../../contracts/errors.ts';
import { LEG_KINDS } from '../../contracts/pipeline.ts';
import type { Report } from '../../contracts/report.ts';

/**
 * Refuses a run in which a leg found nothing for any topic: its numbers would measure a fault of the setting, such as
 * an analyzer that does not fit the language. One answerable topic is no evidence of that: there, a warning stands in
 * the report. A leg that failed on a topic has another story, which the failure tells.
 * @throws GrkError GRK_LEG_EMPTY naming the leg
 */
export function requireHits({ topics, stages }: Pick<Report, 'topics' | 'stages'>): void {
  const answerable = topics.filter((topic) => topic.answerable === true).length;
  const legs = stages.filter(({ kind }) => LEG_KINDS.includes(kind));
  const empty = legs.find((leg) =>
    leg.topics.every(({ ranking, error }) => ranking.length === 0 && error === undefined),
  );
  if (empty === undefined || answerable < 2) return;
  throw new GrkError('GRK_LEG_EMPTY', `the leg ${empty.id} found nothing for any of ${topics.length} topics`, {
    remedy: 'Check that the analyzer or the search behind it fits the documents, or leave the leg out of the suite.',
    facts: { stage: empty.id, topics: topics.length },
  });
}
