import fc from 'fast-check';
import { expect, it } from 'vitest';
import { geometricMean } from './geometric-mean.ts';
import { aggregate, parseMeasure } from './index.ts';

it('refuses nothing, and what is not above 0', () => {
  expect(() => geometricMean([])).toThrow('there is no topic to average over');
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => geometricMean([value, value])).toThrow('a geometric mean of what is not above 0');
  }
});

it('is exact where the root is', () => {
  expect([geometricMean([0.25]), geometricMean([0.5, 0.5, 0.5]), geometricMean([0.25, 1])]).toEqual([0.25, 0.5, 0.5]);
});

it('does not underflow over many topics', () => {
  expect(geometricMean(new Array(100_000).fill(0.00001))).toBeCloseTo(0.00001, 15);
});

it('equals exp of the mean logarithm, whatever the order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.00001, max: 1, noNaN: true }), { minLength: 1, maxLength: 400 }),
      (values) => {
        const expected = Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
        expect(Math.abs(geometricMean(values) / expected - 1)).toBeLessThan(1e-12);
        expect(geometricMean([...values].reverse())).toBe(geometricMean(values));
      },
    ),
  );
});

it('floors a topic at 0.00001 in GMAP, sums counts, and averages the rest', () => {
  expect(aggregate(parseMeasure('GMAP'), [0, 0.1])).toBeCloseTo(0.001, 12);
  expect(aggregate(parseMeasure('NumRel'), [3, 2])).toBe(5);
  expect(aggregate(parseMeasure('AP'), [1, 0])).toBe(0.5);
});
