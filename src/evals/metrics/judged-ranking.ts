import { GrkError } from '../../contracts/errors.ts';

/**
 * One topic as every measure reads it. Grades are integers; above 0 is relevant, below 0 counts as not judged.
 */
export interface JudgedRanking {
  /** The grade at each rank, best first; null where nothing was judged. */
  readonly ranked: readonly (number | null)[];
  /** Every grade judged for the topic, retrieved or not, in any order. */
  readonly judged: readonly number[];
}

/** True for a grade that counts as relevant: trec_eval's default level, 1. */
export function isRelevant(grade: number | null | undefined): boolean {
  return grade !== null && grade !== undefined && grade > 0;
}

/** Relevant grades among the first `cutoff` ranks. */
export function hitsWithin(ranked: JudgedRanking['ranked'], cutoff: number): number {
  const end = Math.min(cutoff, ranked.length);
  let hits = 0;
  for (let i = 0; i < end; i++) if (isRelevant(ranked[i])) hits++;
  return hits;
}

/** How many grades of a topic are relevant. */
export function relevantCount(judged: readonly number[]): number {
  return hitsWithin(judged, judged.length);
}

/**
 * Refuses what would give a number that means nothing.
 * @throws GrkError GRK_USAGE for a grade that is no integer, and for a ranking that holds a relevant grade more often
 * than it was judged: the same document twice, which would let nDCG exceed 1
 */
export function checkJudgedRanking({ ranked, judged }: JudgedRanking): void {
  const left = new Map<number, number>();
  for (const grade of judged) {
    checkGrade(grade);
    if (isRelevant(grade)) left.set(grade, (left.get(grade) ?? 0) + 1);
  }
  for (const grade of ranked) {
    if (grade === null) continue;
    checkGrade(grade);
    if (!isRelevant(grade)) continue;
    const remaining = left.get(grade) ?? 0;
    if (remaining === 0) {
      throw new GrkError('GRK_USAGE', `the ranking holds more documents of grade ${grade} than were judged`, {
        remedy: 'Rank each document once, and give `judged` the grades of all judged documents of the topic.',
      });
    }
    left.set(grade, remaining - 1);
  }
}

function checkGrade(grade: number): void {
  if (!Number.isSafeInteger(grade)) throw new GrkError('GRK_USAGE', `the grade ${grade} is not an integer`);
}
