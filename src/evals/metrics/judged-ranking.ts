import { GrkError } from '../../contracts/errors.ts';
import { checkSpanRanking, type SpanRanking } from './span-ranking.ts';

/**
 * One topic as every measure reads it. Grades are integers; from 1 on relevant, below 0 not judged though in the pool.
 */
export interface JudgedRanking {
  /** The grade at each rank, best first; null where nothing was judged. */
  readonly ranked: readonly (number | null)[];
  /** Every grade judged for the topic, retrieved or not, in any order. */
  readonly judged: readonly number[];
  /** The places of the ranked passages and of the gold entries; span measures need them. */
  readonly spans?: SpanRanking | undefined;
}

/** True for a grade that counts as relevant; `rel` is the least such grade, trec_eval's level. */
export function isRelevant(grade: number | null | undefined, rel = 1): grade is number {
  return grade !== null && grade !== undefined && grade >= rel;
}

/** True for a grade that somebody gave: below 0 a document stood in the pool and was not judged. */
export function isJudged(grade: number | null | undefined): grade is number {
  return isRelevant(grade, 0);
}

/** Relevant grades among the first `cutoff` ranks. */
export function hitsWithin(ranked: JudgedRanking['ranked'], cutoff: number, rel: number): number {
  const end = Math.min(cutoff, ranked.length);
  let hits = 0;
  for (let i = 0; i < end; i++) if (isRelevant(ranked[i], rel)) hits++;
  return hits;
}

/** How many grades of a topic are relevant. */
export function relevantCount(judged: readonly number[], rel: number): number {
  return hitsWithin(judged, judged.length, rel);
}

/** The ranking with every document taken out that was not judged. */
export function condense({ ranked, judged }: JudgedRanking): JudgedRanking {
  return { ranked: ranked.filter(isJudged), judged };
}

/**
 * Refuses what would give a number that means nothing.
 * @throws GrkError GRK_USAGE for a grade that is no integer, places that are none, and for a ranking that holds a
 * relevant grade more often than it was judged: the same document twice, which would let nDCG exceed 1
 */
export function checkJudgedRanking({ ranked, judged, spans }: JudgedRanking): void {
  if (spans !== undefined) checkSpanRanking(spans, ranked.length);
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
  if (!Number.isSafeInteger(grade))
    throw new GrkError('GRK_USAGE', `the grade ${grade} is not an integer`, { remedy: 'Grades are whole numbers.' });
}
