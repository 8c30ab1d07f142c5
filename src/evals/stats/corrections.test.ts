import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { holm } from './holm.ts';

/** Straight from the definitions: for each p, over all that are at most (at least) as large. */
function naiveHolm(pValues: readonly number[]): number[] {
  const m = pValues.length;
  return pValues.map((own) =>
    Math.max(
      ...pValues.filter((p) => p <= own).map((p) => Math.min(1, p * (m - pValues.filter((other) => other < p).length))),
    ),
  );
}
function naiveBenjaminiHochberg(pValues: readonly number[]): number[] {
  const m = pValues.length;
  const atMost = (bound: number) => pValues.filter((p) => p <= bound).length;
  return pValues.map((own) =>
    Math.min(1, ...pValues.filter((p) => p >= own).map((p) => Math.max(p, (p * m) / atMost(p)))),
  );
}

const pLists = fc.array(
  fc.oneof(fc.double({ min: 1e-300, max: 1, noNaN: true }), fc.constantFrom(0.01, 0.02, 0.05, 1)),
  { maxLength: 12 },
);

describe.each([
  ['holm', holm, naiveHolm],
  ['benjaminiHochberg', benjaminiHochberg, naiveBenjaminiHochberg],
] as const)('%s', (_, adjust, naive) => {
  it('refuses what is no p value, and a family smaller than its members', () => {
    expect(() => adjust([0.5, 0])).toThrow('0 is not a p value');
    expect(() => adjust([1.1])).toThrow('1.1 is not a p value');
    expect(() => adjust([Number.NaN])).toThrow('NaN is not a p value');
    expect(() => adjust([0.1, 0.2], 1)).toThrow('a family of 1 cannot hold 2 comparisons');
    expect(() => adjust([0.1], 1.5)).toThrow('a family of 1.5 cannot hold 1 comparisons');
  });

  it('leaves one p as it is, and has nothing to say about none', () => {
    expect(adjust([0.04])).toEqual([0.04]);
    expect(adjust([])).toEqual([]);
  });

  it('equals the definition', () => {
    fc.assert(
      fc.property(pLists, (pValues) => {
        expect(adjust(pValues)).toEqual(naive(pValues));
      }),
    );
  });

  it('counts declared comparisons that were not measured as if they had p = 1', () => {
    fc.assert(
      fc.property(pLists, fc.integer({ min: 0, max: 5 }), (pValues, missing) => {
        const padded = [...pValues, ...new Array<number>(missing).fill(1)];
        expect(adjust(pValues, padded.length)).toEqual(adjust(padded).slice(0, pValues.length));
      }),
    );
  });

  it('keeps the order of p values, never lowers one, and stays at most 1', () => {
    fc.assert(
      fc.property(pLists, (pValues) => {
        const adjusted = adjust(pValues);
        const at = (list: readonly number[], i: number) => list[i] ?? Number.NaN;
        const order = pValues.map((_p, i) => i).sort((a, b) => at(pValues, a) - at(pValues, b));
        order.forEach((index, rank) => {
          expect(at(adjusted, index)).toBeGreaterThanOrEqual(at(pValues, index));
          expect(at(adjusted, index)).toBeLessThanOrEqual(1);
          if (rank > 0) expect(at(adjusted, index)).toBeGreaterThanOrEqual(at(adjusted, order[rank - 1] ?? 0));
        });
      }),
    );
  });
});

it('adjusts the hand-computed vector', () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(benjaminiHochberg([0.01, 0.04, 0.03, 0.005])).toEqual([0.02, 0.04, 0.04, 0.02]);
});
