import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareMeasure } from './compare.ts';

const unit = fc.double({ min: 0, max: 1, noNaN: true });

describe('comparing paired values', () => {
  it('refuses no pairs and unequal numbers', () => {
    expect(() => compareMeasure([], [])).toThrow('there is no topic to average over');
    expect(() => compareMeasure([1], [])).toThrow('paired values differ in number');
  });

  it('counts wins, ties and losses without a band around a tie', () => {
    expect(compareMeasure([0.5, 0.5, 0.5, 0.5], [0.5 + 2 ** -53, 0.5, 0.25, 1])).toEqual({
      baseline: 0.5,
      candidate: 0.5625,
      delta: 0.0625 + 2 ** -55,
      direction: 'up',
      topics: { wins: 2, ties: 1, losses: 1 },
    });
  });

  it('sees a difference in the last bit of one topic', () => {
    const baseline = [0.1, 0.7, 0.3];
    expect(compareMeasure(baseline, [0.1, 0.7, 0.3 + 2 ** -54]).direction).toBe('up');
    expect(compareMeasure(baseline, [0.1, 0.7, 0.3 - 2 ** -54]).direction).toBe('down');
  });

  it('finds no difference where naive sums differ', () => {
    const [a, b] = [
      [0.1, 0.2, 0.3],
      [0.3, 0.2, 0.1],
    ];
    expect(0.1 + 0.2 + 0.3).not.toBe(0.3 + 0.2 + 0.1);
    expect(compareMeasure(a ?? [], b ?? [])).toMatchObject({ delta: 0, direction: 'none' });
  });

  it('has no direction for any permutation, however the topics move', () => {
    const permuted = fc
      .array(unit, { minLength: 3, maxLength: 40 })
      .chain((values) => fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length })));
    fc.assert(
      fc.property(permuted, ([values, shuffled]) => {
        const { delta, direction, baseline, candidate } = compareMeasure(values, shuffled);
        expect([delta, direction, candidate]).toEqual([0, 'none', baseline]);
      }),
      // Shrinking a permutation takes minutes and tells no more.
      { endOnFailure: true },
    );
  });

  it('turns around when the sides are exchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(unit, unit), { minLength: 1, maxLength: 20 }), (pairs) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
        const [there, back] = [compareMeasure(a, b), compareMeasure(b, a)];
        expect(there.delta + back.delta).toBe(0);
        expect(there.topics).toEqual({ wins: back.topics.losses, ties: back.topics.ties, losses: back.topics.wins });
      }),
    );
  });
});
