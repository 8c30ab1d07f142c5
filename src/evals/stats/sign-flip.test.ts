import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_EXACT, signFlipTest } from './sign-flip.ts';

const SAMPLING = { seed: 42, draws: 10_000 };
const p = (differences: readonly number[]) => signFlipTest(differences, SAMPLING).p;

/** Every pattern of signs, one after the other; exact for integers. */
function naiveP(differences: readonly number[], tolerance = 0): number {
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0));
  let asFar = 0;
  for (let pattern = 0; pattern < 2 ** differences.length; pattern++) {
    const sum = differences.reduce((total, value, i) => total + ((pattern >> i) & 1 ? value : -value), 0);
    if (Math.abs(sum) >= observed - tolerance) asFar++;
  }
  return asFar / 2 ** differences.length;
}

/** The exact p of integers, from how many patterns reach each sum; for lists of any length. */
function latticeP(integers: readonly number[]): number {
  let shares = new Map([[0, 1]]);
  for (const value of integers) {
    const next = new Map<number, number>();
    for (const [sum, share] of shares) {
      for (const end of [sum + value, sum - value]) next.set(end, (next.get(end) ?? 0) + share / 2);
    }
    shares = next;
  }
  const observed = Math.abs(integers.reduce((sum, value) => sum + value, 0));
  const asFar = [...shares].reduce((total, [sum, share]) => total + (Math.abs(sum) >= observed ? share : 0), 0);
  // Adding shares may round to just above 1.
  return Math.min(1, asFar);
}

describe('signFlipTest', () => {
  it('refuses what is no difference, no topics, and too few draws', () => {
    expect(() => p([0.1, Number.NaN])).toThrow('NaN cannot be a difference of two scores');
    expect(() => p([Number.POSITIVE_INFINITY])).toThrow('Infinity cannot be a difference of two scores');
    expect(() => p([])).toThrow('there is no topic to compare on');
    expect(() => signFlipTest([1], { seed: 42, draws: 9_999 })).toThrow(
      '9999 draws are too few: at least 10000 are needed',
    );
    expect(() => signFlipTest([1], { seed: -1, draws: 10_000 })).toThrow('the seed -1 is not an integer');
  });

  it.each([
    [[0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25], 56 / 1024],
    [[1, 0, 0, 0.5], 0.5],
    [[0.1, 0.1, 0.1, 0.1, 0.1], 2 / 32],
    [[0, 0, 0], 1],
    [[0.1, 0.2, 0.3], 2 / 8],
    [[...new Array<number>(6).fill(0.5), -0.5, ...new Array<number>(43).fill(0)], 0.125],
    [[0.4], 1],
    [[0.4, -0.4], 1],
  ])('gives the exact p of %j', (differences, expected) => {
    expect(p(differences)).toBe(expected);
  });

  it.each([
    [3, 0.25],
    [4, 0.125],
    [5, 0.0625],
    [6, 0.03125],
    [8, 0.0078125],
    [10, 0.001953125],
    [20, 2 ** -19],
  ])('cannot go below the smallest p of %i pairs', (n, smallest) => {
    expect(p(Array.from({ length: n }, (_, i) => 0.1 + i / 100))).toBe(smallest);
  });

  it('names its method, the patterns it looked at and the pairs that differ', () => {
    const ones = (n: number) => [...new Array<number>(n).fill(1), 0];
    expect(signFlipTest(ones(MAX_EXACT), SAMPLING)).toEqual({
      p: 2 ** -19,
      method: 'exact',
      draws: 2 ** 20,
      nonZero: 20,
    });
    expect(signFlipTest(ones(21), SAMPLING)).toEqual({
      p: 1 / 10_001,
      method: 'randomised',
      draws: 10_000,
      nonZero: 21,
    });
    expect(signFlipTest([0], SAMPLING)).toEqual({ p: 1, method: 'exact', draws: 1, nonZero: 0 });
  });

  it('equals naive enumeration for tenths, whose sums tie in many ways', () => {
    const tenths = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(tenths, (integers) => {
        expect(p(integers.map((value) => value / 10))).toBe(naiveP(integers));
      }),
    );
  });

  it('equals naive enumeration for any doubles', () => {
    const doubles = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(doubles, (differences) => {
        const sizes = differences.reduce((sum, value) => sum + Math.abs(value), 0);
        expect(p(differences)).toBe(naiveP(differences, 1e-12 * sizes));
      }),
    );
  });

  it('draws to within five standard errors of the exact p', () => {
    const lists = fc.array(fc.integer({ min: -6, max: 7 }), { minLength: 40, maxLength: 120 });
    fc.assert(
      fc.property(lists, fc.nat(), (integers, seed) => {
        const exact = latticeP(integers);
        const test = signFlipTest(
          integers.map((value) => value / 10),
          { seed, draws: 10_000 },
        );
        if (test.method === 'exact') return;
        expect(Math.abs(test.p - exact)).toBeLessThan(5 * Math.sqrt((exact * (1 - exact)) / 10_000) + 2 / 10_001);
      }),
      { numRuns: 40 },
    );
  });

  it('depends neither on the order of topics, nor on zeros, nor on which of the two is the baseline, nor on the unit', () => {
    const lists = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(lists, fc.nat(), (differences, seed) => {
        const of = (list: number[]) => signFlipTest(list, { seed, draws: 10_000 }).p;
        const expected = of(differences);
        expect(of([...differences].reverse())).toBe(expected);
        expect(of([0, ...differences, -0])).toBe(expected);
        expect(of(differences.map((value) => -value))).toBe(expected);
        expect(of(differences.map((value) => value * 1024))).toBe(expected);
      }),
      { numRuns: 50 },
    );
  });

  it('gives a p above 0 and at most 1 for any finite differences, huge, tiny and one alone', () => {
    const lists = fc.array(fc.double({ min: -1e200, max: 1e200, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lists, (differences) => {
        const value = p(differences);
        expect(value > 0 && value <= 1).toBe(true);
      }),
      { numRuns: 50, examples: [[[5e-324, -5e-324, 5e-324]], [[1e200, 1e-300]]] },
    );
  });
});
