import { type RankedRows, rankRun, type ScorePrecision } from './order.ts';
import type { Qrels } from './qrels.ts';
import type { Run } from './run.ts';

/** A relevant document of a topic, and where a run has it. */
export interface RankedRelevant {
  readonly doc: string;
  readonly grade: number;
  /** From 1, in trec_eval's order; null: not retrieved. */
  readonly rank: number | null;
}

/** Makes a function that finds the relevant documents of a topic in a run; they come in the order of the qrels. */
export function relevantRanks(
  qrels: Qrels,
  run: Run,
  precision: ScorePrecision = 'float64',
): (topicId: string) => RankedRelevant[] {
  const ranked = rankRun(run, precision);
  const judgedTopics = new Map(qrels.byTopic.topics.map((topic, index) => [topic, index]));
  const runTopics = new Map(run.byTopic.topics.map((topic, index) => [topic, index]));
  return (topicId) => {
    const topic = judgedTopics.get(topicId);
    if (topic === undefined) return [];
    const ranks = ranksOf(qrels, run, ranked, runTopics.get(topicId));
    const rows = qrels.byTopic.rows.subarray(qrels.byTopic.starts[topic], qrels.byTopic.starts[topic + 1]);
    return Array.from(rows, (row) => ({ doc: qrels.doc[row] ?? -1, grade: qrels.grade[row] ?? 0 }))
      .filter(({ grade }) => grade > 0)
      .map(({ doc, grade }) => ({ doc: qrels.docs.entries.textAt(doc), grade, rank: ranks.get(doc) ?? null }));
  };
}

/** Number of a judged document to its rank. */
function ranksOf(qrels: Qrels, run: Run, { rows }: RankedRows, topic: number | undefined): Map<number, number> {
  const ranks = new Map<number, number>();
  if (topic === undefined) return ranks;
  const start = run.byTopic.starts[topic] ?? 0;
  const end = run.byTopic.starts[topic + 1] ?? 0;
  for (let i = start; i < end; i++) {
    const doc = qrels.docs.find(run.docs, rows[i] ?? 0);
    if (doc >= 0) ranks.set(doc, i - start + 1);
  }
  return ranks;
}
