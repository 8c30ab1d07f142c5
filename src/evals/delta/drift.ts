import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { VerdictNote } from '../../contracts/delta.ts';
import type { Report, ReportTopic } from '../../contracts/report.ts';

type Topics = Pick<Report, 'topics' | 'runConfig'>;

/**
 * Topics of the candidate that the baseline has too: the same id, question and kind. Under one id, another question is
 * another topic.
 */
export function commonTopics(baseline: Topics, candidate: Topics): ReportTopic[] {
  const known = new Map(baseline.topics.map((topic) => [topic.topicId, topic]));
  return candidate.topics.filter((topic) => {
    const other = known.get(topic.topicId);
    return other !== undefined && other.query === topic.query && other.answerable === topic.answerable;
  });
}

/** What a verdict carries where judgments or topics differ and were compared all the same; undefined where they agree. */
export function driftNote(baseline: Topics, candidate: Topics): VerdictNote | undefined {
  const facts = ({ runConfig: { golden, selection } }: Topics) => [golden.judgmentsSha256, selection.topicIdsSha256];
  if (canonicalJson(facts(baseline)) === canonicalJson(facts(candidate))) return undefined;
  const common = commonTopics(baseline, candidate);
  const known = new Map(baseline.topics.map((topic) => [topic.topicId, topic]));
  const regraded = common.filter(
    ({ topicId, gold }) => canonicalJson(gold) !== canonicalJson(known.get(topicId)?.gold ?? []),
  ).length;
  const message =
    `judgments or topics differ: compared over the ${common.length} topics in common ` +
    `(baseline ${baseline.topics.length}, candidate ${candidate.topics.length})` +
    (regraded === 0 ? '' : `, of which ${regraded} have other judgments`);
  return { code: 'drift', message };
}
