import type { IndexedPassage } from './document.ts';
import { compareBytes } from './ids.ts';

/** Parallel arrays, best first: passage numbers in the collection's tie order, and their scores. */
export interface ScoredList {
  readonly passages: Int32Array;
  readonly scores: Float64Array;
}

/** The fields that decide between equal scores. */
export type TieKey = Pick<IndexedPassage, 'contentSha256' | 'doc' | 'startUtf16'>;

/** Version id of `compareTieKeys`. */
export const TIE_ORDER_ALGORITHM = 'tie-order/1';

/**
 * The order in which a collection numbers its passages: content hash, document id bytewise, start.
 * Legs break ties by the lower number, so that no order depends on insertion, maps or locale.
 */
export function compareTieKeys(a: TieKey, b: TieKey): number {
  if (a.contentSha256 !== b.contentSha256) return a.contentSha256 < b.contentSha256 ? -1 : 1;
  return compareBytes(a.doc, b.doc) || a.startUtf16 - b.startUtf16;
}

/** The one comparator of our rankings, over passage numbers: score descending, then the tie order. */
export function compareScored(scoreA: number, passageA: number, scoreB: number, passageB: number): number {
  return scoreB - scoreA || passageA - passageB;
}
