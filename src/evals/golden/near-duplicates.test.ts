import fc from 'fast-check';
import { expect, it } from 'vitest';
import { similarPairs, type WordSet } from './near-duplicates.ts';

const setOf = (id: string, text: string): WordSet => ({ id, words: new Set(text.split(' ').filter(Boolean)) });

it('finds pairs at the threshold and not below it', () => {
  const sets = [setOf('t1', 'a b c d'), setOf('t2', 'e a b c d'), setOf('t3', 'a b c'), setOf('t4', '')];
  expect(similarPairs(sets, 0.8)).toEqual([{ a: 't1', b: 't2', similarity: 0.8 }]);
  expect(similarPairs(sets, 0.75)).toContainEqual({ a: 't1', b: 't3', similarity: 0.75 });
  expect(similarPairs([setOf('x', 'a'), setOf('y', 'a'), setOf('z', 'b')], 1)).toEqual([
    { a: 'x', b: 'y', similarity: 1 },
  ]);
});

it('is not misled by a threshold times a size that rounds up', () => {
  const words = Array.from({ length: 25 }, (_, i) => `w${i}`);
  const sets = [setOf('a', words.join(' ')), setOf('b', words.slice(18).join(' '))];
  expect(0.28 * 25).toBeGreaterThan(7);
  expect(similarPairs(sets, 0.28)).toEqual([{ a: 'a', b: 'b', similarity: 0.28 }]);
});

it('finds what comparing every pair finds', () => {
  const words = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 8 });
  const thresholds = fc.constantFrom(0.3, 0.5, 2 / 3, 0.8, 0.9, 1);
  fc.assert(
    fc.property(fc.array(words, { maxLength: 25 }), thresholds, (lists, threshold) => {
      const sets = lists.map((list, i) => ({ id: String(i), words: new Set(list) }));
      const naive = sets.flatMap((a, i) =>
        sets.slice(i + 1).flatMap((b) => {
          const union = new Set([...a.words, ...b.words]).size;
          const similarity = (a.words.size + b.words.size - union) / union;
          return union > 0 && similarity >= threshold ? [`${a.id} ${b.id} ${similarity}`] : [];
        }),
      );
      const found = similarPairs(sets, threshold).map(({ a, b, similarity }) => `${a} ${b} ${similarity}`);
      expect(found.sort()).toEqual(naive.sort());
    }),
  );
});
