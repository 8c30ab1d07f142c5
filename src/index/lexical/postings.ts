/** The texts of a collection, counted. Immutable; weights for any parameters derive from it. */
export interface Postings {
  readonly passageCount: number;
  /** Terms in order of first appearance, which is their number. */
  readonly vocabulary: readonly string[];
  /** Terms + 1 entries: term t owns the postings from `offsets[t]` to `offsets[t + 1]`. */
  readonly offsets: Uint32Array;
  /** Per posting, ascending within a term. */
  readonly passages: Uint32Array;
  /** Per posting: how often the term occurs in the passage. One byte each where every count fits. */
  readonly frequencies: Uint8Array | Uint32Array;
  /** Per passage: how many terms it has, repeats counted. */
  readonly lengths: Uint32Array;
}

/** Passages that hold a term. */
export function documentFrequency(postings: Postings, term: number): number {
  return (postings.offsets[term + 1] ?? 0) - (postings.offsets[term] ?? 0);
}
