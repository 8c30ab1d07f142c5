import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nonInferiority } from './non-inferiority.ts';

const repeat = (value: number, n: number): number[] => Array(n).fill(value);

/** All sign patterns of the differences + margin: the share whose sum is at least as large as the observed one. */
function enumeratedP(differences: readonly number[], margin: number): number {
  const shifted = differences.map((difference) => difference + margin);
  const observed = shifted.reduce((sum, value) => sum + value, 0);
  const slack = 1e-12 * shifted.reduce((sum, value) => sum + Math.abs(value), 0);
  let asFar = 0;
  for (let pattern = 0; pattern < 2 ** shifted.length; pattern++) {
    const sum = shifted.reduce((total, value, i) => total + ((pattern >> i) & 1 ? value : -value), 0);
    if (sum >= observed - slack) asFar++;
  }
  return asFar / 2 ** shifted.length;
}

describe('nonInferiority', () => {
  it('shows nothing with four equal differences, whose interval has no width, and something with five', () => {
    // 2^−4 = .0625 and 2^−5 = .03125.
    expect(nonInferiority(repeat(-0.01, 3), 0.05)).toMatchObject({ isDecidable: false, isShown: false, p: 0.125 });
    expect(nonInferiority(repeat(-0.01, 4), 0.05)).toMatchObject({ isDecidable: false, isShown: false, p: 0.0625 });
    expect(nonInferiority(repeat(-0.01, 5), 0.05)).toMatchObject({ isDecidable: true, isShown: true, p: 0.03125 });
  });
  it('does not rule out a loss that is there', () => {
    const found = nonInferiority(repeat(-0.06, 30), 0.05);
    expect(found).toMatchObject({ isDecidable: true, isShown: false });
    expect(found.bound).toBeCloseTo(-0.06, 12);
    expect(found.p).toBeGreaterThan(0.99);
  });
  it('does not rule out what two of twenty topics that lost everything make likely', () => {
    // Mean −.1: the sign flips of +.15 and −.85 alone would not see how skewed this is.
    expect(nonInferiority([...repeat(0, 18), -1, -1], 0.15).isShown).toBe(false);
    expect(nonInferiority([...repeat(0, 298), -1, -1], 0.15).isShown).toBe(true);
  });
  it('needs both tests: the flips do not see skew, the bootstrap not how few topics there are', () => {
    const skewed = nonInferiority([...repeat(0, 14), -0.5], 0.1);
    expect(skewed.p).toBeLessThan(0.05);
    expect(skewed.bound).toBeLessThan(-0.1);
    // 5 · .12 − 2 · .08 = .44 of at most .76: 9 of 128 patterns reach it.
    const few = nonInferiority([...repeat(0, 5), -0.2, -0.2], 0.12);
    expect(few.bound).toBeGreaterThan(-0.12);
    expect(few.p).toBe(9 / 128);
    expect([skewed.isShown, few.isShown]).toEqual([false, false]);
  });
  it('is undecidable for one topic', () => {
    expect(nonInferiority([0.2], 0.05)).toMatchObject({ bound: null, isDecidable: false, isShown: false });
  });
  it('takes its p from the share of sign patterns, one-sided', () => {
    const value = fc.integer({ min: -10, max: 10 }).map((n) => n / 20);
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 10 }), fc.integer({ min: 1, max: 9 }), (values, n) => {
        const margin = n / 40 + 0.001;
        const total = values.reduce((sum, each) => sum + each + margin, 0);
        fc.pre(Math.abs(total) > 1e-9);
        const { p } = nonInferiority(values, margin);
        const expected = enumeratedP(values, margin);
        // Below zero, the observed sum itself is counted on both sides: p is never too small.
        if (total > 0) expect(p).toBeCloseTo(expected, 12);
        else expect(p).toBeGreaterThanOrEqual(0.5);
      }),
    );
  });
  it('never shows what lies at or beyond the margin, and shows no less with a larger one', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 5, maxLength: 30 }), (values) => {
        const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
        fc.pre(mean < -1e-6);
        expect(nonInferiority(values, -mean).isShown).toBe(false);
        if (nonInferiority(values, 0.4).isShown) expect(nonInferiority(values, 0.9).isShown).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
