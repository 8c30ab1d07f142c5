import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { studentQuantile } from './distributions.ts';
import { minimumDetectableEffect, topicsNeeded } from './power.ts';

describe('minimumDetectableEffect', () => {
  it.each([
    [{ sd: 0, alpha: 0.05 }, 'the standard deviation 0 is not above 0'],
    [{ sd: Number.NaN, alpha: 0.05 }, 'the standard deviation NaN is not above 0'],
    [{ sd: 1, alpha: 0 }, 'alpha 0 does not lie between 0 and 1'],
    [{ sd: 1, alpha: 0.05, power: 1 }, 'the power 1 does not lie between .5 and 1'],
    [{ sd: 1, alpha: 0.05, power: 0.2 }, 'the power 0.2 does not lie between .5 and 1'],
  ])('refuses %j', (settings, message) => {
    expect(() => minimumDetectableEffect(50, settings)).toThrow(message);
    expect(() => topicsNeeded(0.1, settings)).toThrow(message);
  });

  it('is unknown for one topic', () => {
    expect(minimumDetectableEffect(1, { sd: 1, alpha: 0.05 })).toBeNull();
  });

  it.each([
    [10, [0.099, 0.149, 0.199, 0.249, 0.298]],
    [25, [0.058, 0.088, 0.117, 0.146, 0.175]],
    [30, [0.053, 0.079, 0.106, 0.132, 0.159]],
    [50, [0.04, 0.061, 0.081, 0.101, 0.121]],
    [100, [0.028, 0.042, 0.057, 0.071, 0.085]],
    [150, [0.023, 0.035, 0.046, 0.058, 0.069]],
    [300, [0.016, 0.024, 0.032, 0.041, 0.049]],
    [500, [0.013, 0.019, 0.025, 0.031, 0.038]],
  ])('gives the table of %i topics at deviations from .10 to .30', (topics, expected) => {
    const effects = [0.1, 0.15, 0.2, 0.25, 0.3].map((sd) => minimumDetectableEffect(topics, { sd, alpha: 0.05 }));
    expect(effects.map((effect) => Number(effect?.toFixed(3)))).toEqual(expected);
  });
});

describe('topicsNeeded', () => {
  it('refuses an effect that is none', () => {
    expect(() => topicsNeeded(0, { sd: 0.2, alpha: 0.05 })).toThrow('the effect 0 is not above 0');
  });

  it('is null where no number of topics that we can count is enough', () => {
    expect(topicsNeeded(1e-9, { sd: 1, alpha: 0.05 })).toBeNull();
  });

  it('is two topics for an effect that dwarfs the deviation', () => {
    expect(topicsNeeded(1000, { sd: 0.1, alpha: 0.05 })).toBe(2);
  });

  it('is the first number of topics at which the effect is detectable', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 2, noNaN: true }), (effect) => {
        const settings = { sd: 0.25, alpha: 0.01 };
        const topics = topicsNeeded(effect, settings) ?? 0;
        expect(minimumDetectableEffect(topics, settings)).toBeLessThanOrEqual(effect);
        if (topics > 2) expect(minimumDetectableEffect(topics - 1, settings)).toBeGreaterThan(effect);
      }),
    );
  });
});

describe('studentQuantile', () => {
  it('refuses shares that have no quantile', () => {
    expect(() => studentQuantile(0, 5)).toThrow('Student’s t has no quantile at 0'.replace('’', "'"));
    expect(() => studentQuantile(Number.NaN, 5)).toThrow('no quantile at NaN');
  });

  it('is zero in the middle and antisymmetric about it', () => {
    expect(studentQuantile(0.5, 7)).toBe(0);
    expect(studentQuantile(0.75, 7)).toBe(-studentQuantile(0.25, 7));
  });
});
