import type { ScoredList } from '../../contracts/ranking.ts';
import { sortBest } from './score-order.ts';

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const LOW_DIGIT = DIGITS - 1;

/**
 * Sorts the first `count` scores into new arrays: higher score first, then lower passage number.
 * A radix sort over the bits of the scores rounded to float32, which grow with the score; entries that the rounding
 * made equal are then sorted by their full score and number. Scores are above 0.
 */
export function radixOrder(scores: Float64Array, passages: Int32Array, count: number): ScoredList {
  const keys = new Uint32Array(new Float32Array(scores.subarray(0, count)).buffer);
  let to = new Uint32Array(count);
  const ends = new Uint32Array(3 * DIGITS);
  for (let i = 0; i < count; i++) {
    const key = keys[i] as number;
    tally(ends, key & LOW_DIGIT);
    tally(ends, DIGITS + ((key >>> DIGIT_BITS) & LOW_DIGIT));
    tally(ends, 2 * DIGITS + (key >>> (2 * DIGIT_BITS)));
  }
  let from = new Uint32Array(count);
  for (let i = 0; i < count; i++) from[i] = i;
  for (let digit = 0; digit < 3; digit++) {
    const base = digit * DIGITS;
    let sum = 0;
    for (let value = LOW_DIGIT; value >= 0; value--) {
      const held = ends[base + value] as number;
      ends[base + value] = sum;
      sum += held;
    }
    for (let i = 0; i < count; i++) {
      const entry = from[i] as number;
      const slot = base + (((keys[entry] as number) >>> (digit * DIGIT_BITS)) & LOW_DIGIT);
      const at = ends[slot] as number;
      ends[slot] = at + 1;
      to[at] = entry;
    }
    [from, to] = [to, from];
  }
  const sorted = { passages: new Int32Array(count), scores: new Float64Array(count) };
  let runStart = 0;
  for (let i = 0; i < count; i++) {
    const entry = from[i] as number;
    sorted.passages[i] = passages[entry] as number;
    sorted.scores[i] = scores[entry] as number;
    if (i > 0 && keys[entry] !== keys[from[i - 1] as number]) {
      if (i - runStart > 1) sortBest(sorted.scores, sorted.passages, runStart, i - 1);
      runStart = i;
    }
  }
  sortBest(sorted.scores, sorted.passages, runStart, count - 1);
  return sorted;
}

function tally(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}
