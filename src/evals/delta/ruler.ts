import type { Report } from '../../contracts/report.ts';

/**
 * Topics of both reports for which the relevant passages differ in number or grades, so that the best possible ranking
 * does too. 0 in document unit, where judgments alone decide.
 */
export function countMovedTopics(a: Report, b: Report): number {
  const [before, after] = [gradesOf(a), gradesOf(b)];
  const common = new Set(b.topics.map(({ topicId }) => topicId));
  let moved = 0;
  for (const { topicId, answerable } of a.topics) {
    if (answerable !== true || !common.has(topicId)) continue;
    if (before.get(topicId) !== after.get(topicId)) moved++;
  }
  return moved;
}

/** Topic id to its relevant grades in order, over the index of the first variant. */
function gradesOf({ indexes, variants }: Report): Map<string, string> {
  const index = indexes.find(({ id }) => id === variants[0]?.indexId);
  return new Map(
    (index?.relevant ?? []).map(({ topicId, passages }) => [
      topicId,
      passages
        .map(({ grade }) => grade)
        .sort((x, y) => x - y)
        .join(','),
    ]),
  );
}
