import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarSets } from './near-duplicates.ts';

/** What a generator returns when it is run to its end. */
function resultOf<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

import { shinglesOf, shingleWordsOf } from './shingles.ts';

/** A second implementation: every pair, over sets of strings. */
function everyPair(texts: readonly string[], size: number, threshold: number) {
  const sets = texts.map((text) => {
    const words = shingleWordsOf(text);
    const count = words.length === 0 ? 0 : Math.max(1, words.length - size + 1);
    return new Set(Array.from({ length: count }, (_, i) => words.slice(i, i + size).join(' ')));
  });
  const pairs: { a: number; b: number; similarity: number }[] = [];
  sets.forEach((x, a) => {
    sets.forEach((y, b) => {
      const shared = [...x].filter((member) => y.has(member)).length;
      const similarity = shared / (x.size + y.size - shared);
      if (a < b && similarity >= threshold) pairs.push({ a, b, similarity });
    });
  });
  return pairs.sort((x, y) => y.similarity - x.similarity || x.a - y.a || x.b - y.b);
}

it('finds the pairs that comparing every pair finds', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', 'é', '漢字');
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 12 }),
      fc.integer({ min: 1, max: 3 }),
      fc.constantFrom(0.1, 0.28, 0.5, 0.8, 1),
      (texts, size, threshold) => {
        const sets = texts.map((one) => shinglesOf(one, size));
        expect(resultOf(similarSets(sets, threshold))).toEqual(everyPair(texts, size, threshold));
      },
    ),
    { numRuns: 500 },
  );
});

describe('shingles', () => {
  it.each([
    ['', 0],
    ['... !', 0],
    ['one two', 1],
    ['one two three four five', 1],
    ['one two three four five six', 2],
    ['a b c d e a b c d e', 5],
    ['漢字漢字漢字', 2],
  ])('%j has %i', (text, count) => {
    expect(shinglesOf(text, 5)).toHaveLength(count);
  });

  it('are the same whatever the case and the marks between words', () => {
    expect(shinglesOf('One, two; THREE-four five!', 5)).toEqual(shinglesOf('one two three four five', 5));
    expect(shinglesOf('one two three five four', 5)).not.toEqual(shinglesOf('one two three four five', 5));
  });

  it('share no hash though they share words', () => {
    const words = Array.from({ length: 50_000 }, (_, i) => `w${i % 997} x${i}`).join(' ');
    expect(shinglesOf(words, 5)).toHaveLength(100_000 - 4);
  });
});
