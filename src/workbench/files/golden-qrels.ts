import { resolve } from 'node:path';
import { compareBytes } from '../../contracts/ids.ts';
import { loadGolden } from '../../evals/golden/load.ts';
import { selectTopics } from '../../evals/golden/select.ts';
import { type Qrels, qrelsOf } from '../../evals/trec/qrels.ts';
import type { ReadingSession } from './trec-files.ts';

/**
 * The judgments of a golden set or BEIR folder, by document: one has the highest grade of its entries.
 * @throws GrkError those of golden sets and selections; GRK_NOTHING_MEASURED where nothing is judged
 */
export async function goldenQrels(session: ReadingSession, path: string, split: string | undefined): Promise<Qrels> {
  const golden = await loadGolden(resolve(session.cwd, path));
  const selection = selectTopics(golden, { split });
  session.notice(`${path}: split ${selection.split} of the golden set "${golden.name}", judged by document`);
  const judgments = selection.topics.flatMap(({ topicId, gold }) => {
    const grades = new Map<string, number>();
    for (const { doc, grade } of gold) grades.set(doc, Math.max(grade, grades.get(doc) ?? grade));
    return [...grades].sort(([a], [b]) => compareBytes(a, b)).map(([doc, grade]) => ({ topic: topicId, doc, grade }));
  });
  return qrelsOf(path, judgments);
}
