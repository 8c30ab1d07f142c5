import { describe, expect, it } from 'vitest';
import { checkAlpha, drawsFor, isUndecidable, smallestP } from './family.ts';

describe('what a family can decide', () => {
  it('needs an alpha between 0 and 1', () => {
    for (const alpha of [0, 1, -0.05, Number.NaN])
      expect(() => checkAlpha(alpha)).toThrow(`alpha ${alpha} does not lie`);
  });

  it('knows the smallest p of n pairs that differ', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(smallestP)).toEqual([1, 1, 0.5, 0.25, 0.125, 0.0625, 0.03125]);
    expect(smallestP(10)).toBeCloseTo(0.00195, 5);
  });

  it.each([
    [5, 1, 0.05, true],
    [6, 1, 0.05, false],
    [6, 2, 0.05, true],
    [7, 3, 0.05, false],
    [7, 4, 0.05, true],
    [6, 1, 0.03125, false],
    [100, 1000, 0.05, false],
  ])('with %i pairs in a family of %i at alpha %d, undecidable is %s', (nonZero, familySize, alpha, expected) => {
    expect(isUndecidable(nonZero, familySize, alpha)).toBe(expected);
  });

  it('draws 10,000 times, or more where a family is large or alpha small', () => {
    expect([drawsFor(3, 0.05), drawsFor(50, 0.05), drawsFor(3, 0.001)]).toEqual([10_000, 10_000, 30_000]);
  });
});
