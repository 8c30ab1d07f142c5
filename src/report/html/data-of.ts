import { rankedEntries } from '../view/rankings.ts';
import type { TopicView } from '../view/topics.ts';
import { type Column, type Pair, saidOf } from './columns.ts';
import type { PageData, PageDelta, PageEntry, PageTopic } from './page-data.ts';
import { type Passages, PassageTable } from './passage-texts.ts';

/** How far rankings are shown; relevant entries stand below it too. */
export const SHOWN_DEPTH = 10;

export interface DataInput {
  readonly topics: readonly TopicView[];
  readonly columns: readonly Column[];
  readonly pairs: readonly Pair[];
}

/** The data of the script, with as much of the passage texts as fits into so many bytes. */
export type FittedData = (textBytes: number) => { readonly data: PageData; readonly texts: Passages };

export function pageData({ topics, columns, pairs }: DataInput): FittedData {
  const table = new PassageTable();
  const entriesOf = rankedEntries(columns, SHOWN_DEPTH);
  const judgments = new Map(
    columns.toReversed().flatMap(({ report }) => report.topics.map((topic) => [topic.topicId, topic.gold] as const)),
  );
  const returned = columns.map(
    ({ stage }) => new Map(stage.topics.map(({ topicId, ranking }) => [topicId, ranking.length])),
  );
  const rows = topics.map(({ topicId, query, category, split, slices }): PageTopic => {
    const gold = judgments.get(topicId) ?? [];
    const entries = entriesOf(topicId).map(({ grade, hits }): PageEntry => {
      const passages = hits.map((hit, at) => {
        const report = columns[at]?.report;
        return hit === null || report === undefined ? null : table.passageOf(report, hit.passage, gold);
      });
      const first = passages.find((each) => each !== null) ?? 0;
      const ranks = hits.map((hit) => hit?.rank ?? 0);
      const others = passages.flatMap((each, at) => (each === null || each === first ? [] : [[at, each] as const]));
      return others.length === 0 ? [first, grade, ranks] : [first, grade, ranks, Object.fromEntries(others)];
    });
    return {
      id: topicId,
      query,
      category,
      split,
      slices,
      gold: gold.map(({ doc, start, end, grade }) => [table.docOf(doc), start ?? null, end ?? null, grade] as const),
      entries,
      returned: returned.map((each) => each.get(topicId) ?? 0),
    };
  });
  const rest = {
    depth: SHOWN_DEPTH,
    columns: columns.map(({ label, sources }) => ({ label, sources })),
    pairs: pairs.map((pair) => ({
      said: saidOf(pair),
      left: pair.left,
      right: pair.right,
      deltas: topics.map(({ topicId }) => deltaOf(pair, topicId)),
    })),
    topics: rows,
  };
  return (textBytes) => {
    const texts = table.fitting(textBytes);
    return { data: { ...rest, docs: texts.docs, passages: texts.passages }, texts };
  };
}

function deltaOf({ changes }: Pair, topicId: string): PageDelta | null {
  const change = changes.get(topicId);
  return change === undefined ? null : [change.text, change.direction, change.value];
}
