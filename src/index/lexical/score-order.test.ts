import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOrder } from './bucket-order.ts';
import { selectBest, sortBest } from './score-order.ts';

interface Entry {
  score: number;
  passage: number;
}

/** Scores that often tie, also only after rounding to float32, under passage numbers in any order. */
const entriesArbitrary = fc
  .array(
    fc.oneof(
      fc.constantFrom(1, 2, 0.1, Math.fround(0.1), 1 + Number.EPSILON, Number.MIN_VALUE, 1e-300),
      fc.double({ min: 1e-6, max: 50, noNaN: true }),
    ),
    { maxLength: 400 },
  )
  .chain((scores) =>
    fc
      .shuffledSubarray([...scores.keys()], { minLength: scores.length })
      .map((passages) => scores.map((score, i): Entry => ({ score, passage: passages[i] ?? 0 }))),
  );

function arrays(entries: readonly Entry[]): [Float64Array, Int32Array] {
  return [Float64Array.from(entries, (e) => e.score), Int32Array.from(entries, (e) => e.passage)];
}

function expected(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => b.score - a.score || a.passage - b.passage);
}

function zip(scores: Float64Array, passages: Int32Array): Entry[] {
  return [...scores].map((score, i) => ({ score, passage: passages[i] ?? -1 }));
}

describe('score order', () => {
  it('sorts by score, then by passage number, as a comparator sort does', () => {
    fc.assert(
      fc.property(entriesArbitrary, (entries) => {
        const [scores, passages] = arrays(entries);
        sortBest(scores, passages, 0, entries.length - 1);
        expect(zip(scores, passages)).toEqual(expected(entries));
      }),
    );
  });

  it('gives the same by buckets', () => {
    fc.assert(
      fc.property(entriesArbitrary, (entries) => {
        const sorted = bucketOrder(...arrays(entries), entries.length);
        expect(zip(sorted.scores, sorted.passages)).toEqual(expected(entries));
      }),
    );
  });

  it('sorts a list of equal scores of any length without quadratic work', () => {
    const entries = Array.from({ length: 100_000 }, (_, i) => ({ score: 1, passage: (i * 7919) % 100_000 }));
    const sorted = bucketOrder(...arrays(entries), entries.length);
    expect(sorted.passages).toEqual(Int32Array.from({ length: 100_000 }, (_, i) => i));
  });

  it('selects the best so that the last of them is the worst of them', () => {
    fc.assert(
      fc.property(entriesArbitrary, fc.nat(), (entries, seed) => {
        fc.pre(entries.length > 0);
        const limit = 1 + (seed % entries.length);
        const [scores, passages] = arrays(entries);
        selectBest(scores, passages, entries.length, limit);
        const best = expected(entries).slice(0, limit);
        expect(expected(zip(scores, passages).slice(0, limit))).toEqual(best);
        expect({ score: scores[limit - 1], passage: passages[limit - 1] }).toEqual(best[limit - 1]);
      }),
    );
  });
});
