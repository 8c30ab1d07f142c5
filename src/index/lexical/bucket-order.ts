import type { ScoredList } from '../../contracts/ranking.ts';
import { sortBest } from './score-order.ts';

/**
 * Sorts the first `count` entries into new arrays: higher score first, then lower passage number. Entries are dealt
 * into twice as many buckets by their share of the highest score, and each bucket is sorted. Scores are above 0.
 */
export function bucketOrder(scores: Float64Array, passages: Int32Array, count: number): ScoredList {
  let highest = 0;
  for (let i = 0; i < count; i++) highest = Math.max(highest, scores[i] as number);
  const buckets = 2 * count;
  const places = new Uint32Array(count);
  /** Where each bucket begins; after dealing, where it ends. */
  const borders = new Uint32Array(buckets + 1);
  for (let i = 0; i < count; i++) {
    const place = Math.floor((1 - (scores[i] as number) / highest) * (buckets - 1));
    places[i] = place;
    borders[place + 1] = (borders[place + 1] as number) + 1;
  }
  for (let place = 1; place <= buckets; place++) {
    borders[place] = (borders[place] as number) + (borders[place - 1] as number);
  }
  const sorted = { passages: new Int32Array(count), scores: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const place = places[i] as number;
    const at = borders[place] as number;
    borders[place] = at + 1;
    sorted.passages[at] = passages[i] as number;
    sorted.scores[at] = scores[i] as number;
  }
  let start = 0;
  for (let place = 0; place < buckets; place++) {
    const end = borders[place] as number;
    if (end - start > 1) sortBest(sorted.scores, sorted.passages, start, end - 1);
    start = end;
  }
  return sorted;
}
