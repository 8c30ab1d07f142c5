import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapMean } from './bootstrap.ts';

const SAMPLING = { seed: 42, draws: 10_000 };
const interval = (differences: readonly number[], level = 0.95) =>
  bootstrapMean(differences, SAMPLING)?.interval(level);

describe('bootstrapMean', () => {
  it('refuses no topics, too few draws and levels that are none', () => {
    expect(() => interval([])).toThrow('there is no topic to compare on');
    expect(() => bootstrapMean([1], { seed: 1, draws: 2000 })).toThrow('2000 draws are too few');
    expect(() => interval([0, 1], 1)).toThrow('the level 1 does not lie between 0 and 1');
    expect(() => interval([0, 1], Number.NaN)).toThrow('the level NaN does not lie');
    expect(() => bootstrapMean([0, 1], SAMPLING)?.lowerBound(95)).toThrow('the level 95 does not lie');
  });

  it('has no interval for one topic', () => {
    expect(bootstrapMean([0.3], SAMPLING)).toBeNull();
  });

  it.each([
    ['zeros', [0, 0, 0], 0],
    ['equal gains', new Array<number>(5).fill(0.1), 0.1],
    ['equal losses', new Array<number>(5).fill(-0.1), -0.1],
  ])('is the percentile interval of no width for %s', (_, differences, mean) => {
    expect(interval(differences)).toEqual({ lower: mean, upper: mean, level: 0.95, method: 'percentile' });
    expect(bootstrapMean(differences, SAMPLING)?.lowerBound(0.95)).toEqual({
      bound: mean,
      level: 0.95,
      method: 'percentile',
    });
  });

  it('leans towards the long tail of skewed differences, where the percentile interval does not', () => {
    const skewed = [...new Array<number>(20).fill(0), 0.02, 0.05, 0.1, 0.4, 0.9];
    const mean = 1.47 / 25;
    const { lower = 0, upper = 0, method } = interval(skewed) ?? {};
    expect(method).toBe('bca');
    expect(upper - mean).toBeGreaterThan(2 * (mean - lower));
  });

  it('falls back on percentiles where the acceleration turns a quantile around', () => {
    const single = [...new Array<number>(999).fill(0), 1];
    expect(interval(single, 0.95)?.method).toBe('bca');
    expect(interval(single, 1 - 1e-15)?.method).toBe('percentile');
  });

  it('is read between neighbouring draws: two topics give sums of 0, 1 and 2', () => {
    const { lower, upper } = interval([0, 1], 0.8) ?? {};
    expect([lower, upper]).toEqual([0, 1]);
    const { lower: inner, upper: outer } = interval([0, 1], 0.2) ?? {};
    expect([inner, outer]).toEqual([0.5, 0.5]);
  });

  it('has the one-sided bound at the lower end of the two-sided interval with twice the error', () => {
    const differences = [0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25];
    const { bound, level, method } = bootstrapMean(differences, SAMPLING)?.lowerBound(0.95) ?? {};
    expect([bound, level, method]).toEqual([interval(differences, 0.9)?.lower, 0.95, 'bca']);
  });

  it('gives the same bits for topics in any order, and mirrored bits with candidate and baseline exchanged', () => {
    const lists = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(lists, (differences) => {
        const forward = interval(differences);
        expect(interval([...differences].reverse())).toEqual(forward);
        const negated = differences.map((value) => 0 - value);
        const sorted = (list: number[]) => [...list].sort((a, b) => a - b);
        if (sorted(negated).every((value, i) => value === sorted(differences)[i])) return;
        const { lower = Number.NaN, upper = Number.NaN, ...rest } = interval(negated) ?? {};
        expect({ lower: 0 - upper, upper: 0 - lower, ...rest }).toEqual(forward);
      }),
      { numRuns: 30 },
    );
  });

  it('contains the mean of symmetric differences, and is wider at a higher level', () => {
    const halves = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(halves, fc.double({ min: -1, max: 1, noNaN: true }), (half, middle) => {
        const differences = half.flatMap((value) => [middle + value, middle - value]);
        const narrow = interval(differences, 0.8);
        const wide = interval(differences, 0.99);
        const slack = 1e-9;
        expect(narrow?.lower ?? Number.NaN).toBeLessThanOrEqual(middle + slack);
        expect(narrow?.upper ?? Number.NaN).toBeGreaterThanOrEqual(middle - slack);
        expect(wide?.lower ?? Number.NaN).toBeLessThanOrEqual(narrow?.lower ?? Number.NaN);
        expect(wide?.upper ?? Number.NaN).toBeGreaterThanOrEqual(narrow?.upper ?? Number.NaN);
      }),
      { numRuns: 30 },
    );
  });

  it('has finite ends in order, within the differences, for any finite differences', () => {
    const lists = fc.array(fc.double({ min: -1e200, max: 1e200, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(lists, (differences) => {
        const { lower = Number.NaN, upper = Number.NaN } = interval(differences) ?? {};
        const slack = 1e-9 * Math.max(...differences.map(Math.abs));
        expect(lower <= upper).toBe(true);
        expect(lower >= Math.min(...differences) - slack && upper <= Math.max(...differences) + slack).toBe(true);
      }),
      { numRuns: 50, examples: [[[5e-324, 0]], [[1e200, 1e-300]], [[-1, 1]]] },
    );
  });
});
