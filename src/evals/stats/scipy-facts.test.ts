/** Facts printed by `bench/peers/.venv/scipy/bin/python bench/peers/statistics_facts.py` (numpy 2.4.6, scipy 1.17.1). */
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { bootstrapMean } from './bootstrap.ts';
import { normalCdf, normalQuantile, studentCdf, studentQuantile } from './distributions.ts';
import { pairedT } from './paired-t.ts';
import { minimumDetectableEffect, topicsNeeded } from './power.ts';
import { randomWords } from './random.ts';
import { signFlipTest } from './sign-flip.ts';

const SAMPLING = { seed: 42, draws: 10_000 };
const SKEWED = [...new Array<number>(20).fill(0), 0.02, 0.05, 0.1, 0.4, 0.9];

/** A third zeros, else uniform on [−.4, .6): `differences` of the script. */
function differences(n: number, seed: number): number[] {
  let state = seed;
  return Array.from({ length: n }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const u = state / 2 ** 32;
    return u < 1 / 3 ? 0 : (u - 1 / 3) * 1.5 - 0.4;
  });
}

/** Within a share of the expected value. */
function expectNear(actual: number | null | undefined, expected: number, share = 1e-9): void {
  expect(Math.abs((actual ?? Number.NaN) / expected - 1), `${actual} against ${expected}`).toBeLessThan(share);
}

describe('equal to numpy and scipy', () => {
  it('draws the words of numpy’s RandomState', () => {
    const next = randomWords(42);
    expect(Array.from({ length: 4 }, () => next() >>> 0)).toEqual([1608637542, 3421126067, 4083286876, 787846414]);
  });

  it.each([
    [40, 7, 29, 1078],
    [300, 11, 201, 0],
  ])('counts the same random sign patterns of %i pairs', (n, state, nonZero, asFar) => {
    expect(signFlipTest(differences(n, state), SAMPLING)).toEqual({
      p: (asFar + 1) / 10_001,
      method: 'randomised',
      draws: 10_000,
      nonZero,
    });
  });

  it.each([
    [40, 7, 1.6327598930901188, 0.11056861977132278],
    [300, 11, 4.818103330474649, 2.3079988637086697e-6],
  ])('gives the paired t of %i pairs', (n, state, t, p) => {
    const test = pairedT(differences(n, state));
    expect(test?.df).toBe(n - 1);
    expectNear(test?.t, t);
    expectNear(test?.p, p);
  });

  it.each([
    [
      40,
      7,
      [-0.009296962534513556, 0.15693034746401535],
      [0.01794117894776399, 0.12620025776700527],
      0.0033450721153321615,
    ],
    [
      300,
      11,
      [0.039390599472017784, 0.09299756120253178],
      [0.04880401195613564, 0.08314800657635227],
      0.044172963234021076,
    ],
  ])('gives the BCa interval of %i pairs on the same resamples', (n, state, wide, narrow, lower) => {
    const bootstrap = bootstrapMean(differences(n, state), SAMPLING);
    const at95 = bootstrap?.interval(0.95);
    const at80 = bootstrap?.interval(0.8);
    expect([at95?.method, at80?.method]).toEqual(['bca', 'bca']);
    expectNear(at95?.lower, wide[0] ?? 0, 1e-8);
    expectNear(at95?.upper, wide[1] ?? 0, 1e-8);
    expectNear(at80?.lower, narrow[0] ?? 0, 1e-8);
    expectNear(at80?.upper, narrow[1] ?? 0, 1e-8);
    expectNear(bootstrap?.lowerBound(0.95).bound, lower, 1e-8);
  });

  it('comes as near as 10,000 draws allow to the interval of a million draws where differences are skewed', () => {
    const interval = bootstrapMean(SKEWED, SAMPLING)?.interval(0.95);
    expect(Math.abs((interval?.lower ?? 0) - 0.0108)).toBeLessThan(0.002);
    expect(Math.abs((interval?.upper ?? 0) - 0.2056)).toBeLessThan(0.008);
  });

  it.each([
    [-2.5, 1, 0.12111894159084341],
    [-1.96, 9, 0.04082220273020832],
    [0.3, 29, 0.6168414533355161],
    [-12.5, 299, 1.9800766648269448e-29],
    [-3.3, 99_999, 0.00048359313285365206],
  ])('gives Student’s distribution function at %d with %i degrees of freedom', (t, df, p) => {
    expectNear(studentCdf(t, df), p);
  });

  it.each([
    [0.975, 1, 12.706204736174694],
    [0.8, 9, 0.8834038596855346],
    [1e-7, 99_999, -5.1997019920093726],
    [0.0001, 2, -70.70007107496428],
    [0.3, 299, -0.5249600247134296],
  ])('gives Student’s quantile at %d with %i degrees of freedom', (p, df, t) => {
    expectNear(studentQuantile(p, df), t);
  });

  it('gives the normal distribution function and its inverse', () => {
    expectNear(normalCdf(-8), 6.22096057427174e-16);
    expectNear(normalCdf(-1.96), 0.024997895148220435);
    expectNear(normalCdf(0.5), 0.6914624612740131);
    expectNear(normalQuantile(1e-4), -3.7190164854556804);
    expectNear(normalQuantile(0.025), -1.9599639845400545);
    expectNear(normalQuantile(0.9), 1.2815515655446004);
  });

  it.each([
    [10, 0.05, 0.996, 0.003],
    [50, 0.05, 0.4042, 0.003],
    [300, 0.05, 0.1623, 0.003],
    [10, 0.005, 1.4841, 0.03],
    [50, 0.005, 0.5377, 0.03],
    [300, 0.005, 0.2121, 0.03],
  ])('lies near the exact detectable effect of %i topics at alpha %d', (topics, alpha, exact, share) => {
    expectNear(minimumDetectableEffect(topics, { sd: 1, alpha }), exact, share);
  });

  it.each([
    [0.03, 0.2, 351],
    [0.05, 0.2, 128],
    [0.1, 0.2, 34],
    [0.05, 0.3, 285],
    [0.1, 0.3, 73],
  ])('needs the exact number of topics for an effect of %d at a deviation of %d', (effect, sd, topics) => {
    expect(topicsNeeded(effect, { sd, alpha: 0.05 })).toBe(topics);
  });

  it('adjusts by Benjamini and Hochberg', () => {
    const adjusted = benjaminiHochberg([0.01, 0.04, 0.03, 0.005, 0.2, 0.04]);
    [0.03, 0.048, 0.048, 0.03, 0.2, 0.048].forEach((p, i) => {
      expectNear(adjusted[i], p, 1e-12);
    });
  });
});
