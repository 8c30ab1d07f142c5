import type { Run } from './run.ts';

/** How outside runs are ordered: by scores as they are, or as trec_eval 9 and pytrec_eval keep them, in 32 bits. */
export type ScorePrecision = 'float64' | 'float32';

export interface RankedRows {
  /** Row numbers, best first within each topic, under the run's `starts`. */
  readonly rows: Int32Array;
  /** Rows whose score equals that of the row above them. */
  readonly tied: number;
  /** Topics of two and more documents that all have one score. */
  readonly constantTopics: number;
}

/**
 * trec_eval's order: score descending, then document id bytewise descending. Neither the rank column nor the order of
 * lines counts.
 */
export function rankRun(run: Run, precision: ScorePrecision): RankedRows {
  const { starts, topics } = run.byTopic;
  const score = precision === 'float32' ? Float64Array.from(run.score, Math.fround) : run.score;
  const rows = run.byTopic.rows.slice();
  const compare = (a: number, b: number): number => (score[b] ?? 0) - (score[a] ?? 0) || run.docs.compare(b, a);
  let tied = 0;
  let constantTopics = 0;
  for (let t = 0; t < topics.length; t++) {
    const ofTopic = rows.subarray(starts[t], starts[t + 1]);
    if (!isOrdered(ofTopic, compare)) ofTopic.sort(compare);
    let ties = 0;
    for (let i = 1; i < ofTopic.length; i++) if (score[ofTopic[i] ?? 0] === score[ofTopic[i - 1] ?? 0]) ties++;
    tied += ties;
    if (ofTopic.length > 1 && ties === ofTopic.length - 1) constantTopics++;
  }
  return { rows, tied, constantTopics };
}

/** Most files hold their rankings in order. */
function isOrdered(rows: Int32Array, compare: (a: number, b: number) => number): boolean {
  for (let i = 1; i < rows.length; i++) if (compare(rows[i - 1] ?? 0, rows[i] ?? 0) > 0) return false;
  return true;
}
