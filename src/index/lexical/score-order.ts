import { compareScored } from '../../contracts/ranking.ts';

/**
 * In-place selection and sorting of parallel arrays of scores and passage numbers: higher score first, then lower
 * number. Numbers within one array differ, so no two entries compare equal. Ranges include both ends.
 */

/**
 * Brings the best `limit` of the first `count` entries to the front, the worst of them to `limit - 1`, the others in
 * any order (quickselect, Hoare 1961).
 */
export function selectBest(scores: Float64Array, passages: Int32Array, count: number, limit: number): void {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const border = partition(scores, passages, low, high);
    if (border === limit - 1) return;
    if (border < limit) low = border + 1;
    else high = border - 1;
  }
}

/** Sorts the entries from `low` to `high`: quicksort, insertion sort for short ranges. */
export function sortBest(scores: Float64Array, passages: Int32Array, low: number, high: number): void {
  let from = low;
  let to = high;
  while (to - from > 12) {
    const border = partition(scores, passages, from, to);
    if (border - from < to - border) {
      sortBest(scores, passages, from, border - 1);
      from = border + 1;
    } else {
      sortBest(scores, passages, border + 1, to);
      to = border - 1;
    }
  }
  for (let i = from + 1; i <= to; i++) {
    const score = scores[i] as number;
    const passage = passages[i] as number;
    let at = i;
    for (; at > from && isBefore(score, passage, scores[at - 1] as number, passages[at - 1] as number); at--) {
      scores[at] = scores[at - 1] as number;
      passages[at] = passages[at - 1] as number;
    }
    scores[at] = score;
    passages[at] = passage;
  }
}

function isBefore(score: number, passage: number, otherScore: number, otherPassage: number): boolean {
  return compareScored(score, passage, otherScore, otherPassage) < 0;
}

/** Parts a range at the median of its first, middle and last entry; returns where that entry came to stand. */
function partition(scores: Float64Array, passages: Int32Array, low: number, high: number): number {
  const middle = (low + high) >>> 1;
  order(scores, passages, low, middle);
  order(scores, passages, low, high);
  order(scores, passages, high, middle);
  const score = scores[high] as number;
  const passage = passages[high] as number;
  let border = low;
  for (let i = low; i < high; i++) {
    const other = scores[i] as number;
    if (isBefore(other, passages[i] as number, score, passage)) {
      swap(scores, passages, i, border);
      border++;
    }
  }
  swap(scores, passages, border, high);
  return border;
}

/** Swaps two entries that stand in the wrong order. */
function order(scores: Float64Array, passages: Int32Array, first: number, second: number): void {
  const [a, b] = [scores[first] as number, scores[second] as number];
  if (isBefore(b, passages[second] as number, a, passages[first] as number)) swap(scores, passages, first, second);
}

function swap(scores: Float64Array, passages: Int32Array, a: number, b: number): void {
  const score = scores[a] as number;
  const passage = passages[a] as number;
  scores[a] = scores[b] as number;
  passages[a] = passages[b] as number;
  scores[b] = score;
  passages[b] = passage;
}
