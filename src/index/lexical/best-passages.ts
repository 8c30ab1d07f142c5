import type { ScoredList } from '../../contracts/ranking.ts';
import { bucketOrder } from './bucket-order.ts';
import { selectBest, sortBest } from './score-order.ts';

/** The floor while fewer than `limit` passages are known: the least number above 0. */
const LOWEST_FLOOR = Number.MIN_VALUE;
const BUFFER_PER_LIMIT = 4;
/** From this many entries on dealing into buckets is faster than quicksort alone. */
const BUCKETS_FROM = 100;

/**
 * Collects the best `limit` of many offers: higher score first, then lower passage number. A buffer of several times
 * the limit: when it is full, the best are kept and the worst of them becomes the floor.
 */
export interface BestPassages {
  scores: Float64Array;
  passages: Int32Array;
  limit: number;
  count: number;
  /** What scores less cannot be among the best and is not to be offered. */
  floor: number;
}

export function bestPassages(): BestPassages {
  return { scores: new Float64Array(0), passages: new Int32Array(0), limit: 0, count: 0, floor: LOWEST_FLOOR };
}

/** Forgets all offers. */
export function resetBest(best: BestPassages, limit: number): void {
  const capacity = BUFFER_PER_LIMIT * limit;
  if (best.scores.length !== capacity) {
    best.scores = new Float64Array(capacity);
    best.passages = new Int32Array(capacity);
  }
  best.limit = limit;
  best.count = 0;
  best.floor = LOWEST_FLOOR;
}

export function offerPassage(best: BestPassages, score: number, passage: number): void {
  best.scores[best.count] = score;
  best.passages[best.count] = passage;
  best.count++;
  if (best.count === best.scores.length) settleBest(best);
}

/** Drops all but the best `limit`; the floor then is the score of the worst of them. */
export function settleBest(best: BestPassages): void {
  if (best.count < best.limit) return;
  selectBest(best.scores, best.passages, best.count, best.limit);
  best.count = best.limit;
  best.floor = best.scores[best.limit - 1] as number;
}

/** Best first. */
export function takeBest(best: BestPassages): ScoredList {
  const { scores, passages, limit } = best;
  if (best.count > BUCKETS_FROM) {
    const sorted = bucketOrder(scores, passages, best.count);
    return { passages: sorted.passages.slice(0, limit), scores: sorted.scores.slice(0, limit) };
  }
  settleBest(best);
  sortBest(scores, passages, 0, best.count - 1);
  return { passages: passages.slice(0, best.count), scores: scores.slice(0, best.count) };
}
