import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { STATISTICS_ALGORITHMS } from './algorithms.ts';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { bootstrapMean } from './bootstrap.ts';
import { effectSize } from './effect-size.ts';
import { holm } from './holm.ts';
import { nonInferiority } from './non-inferiority.ts';
import { pairedT } from './paired-t.ts';
import { minimumDetectableEffect, topicsNeeded } from './power.ts';
import { signFlipTest } from './sign-flip.ts';

const SAMPLING = { seed: 20_260_101, draws: 10_000 };

/** Twelve lists of 5 to 300 differences from a linear congruential generator: equal on every system. */
function frozenDifferences(): number[][] {
  let state = 20_260_101;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return [5, 6, 12, 20, 21, 30, 50, 77, 100, 150, 257, 300].map((length) =>
    Array.from({ length }, () => (next() < 0.3 ? 0 : Math.round((next() - 0.42) * 1000) / 1000)),
  );
}

/** Every double of the result, to the last bit. */
function fingerprint(numbers: readonly number[]): string {
  return createHash('sha256')
    .update(new Uint8Array(Float64Array.from(numbers).buffer))
    .digest('hex')
    .slice(0, 16);
}

const lists = frozenDifferences();
const pValues = () => lists.map((list) => signFlipTest(list, SAMPLING).p);
const OUTPUTS: Readonly<Record<keyof typeof STATISTICS_ALGORITHMS, () => number[]>> = {
  signFlip: pValues,
  interval: () =>
    lists.flatMap((list) => {
      const bootstrap = bootstrapMean(list, SAMPLING);
      const { lower = 0, upper = 0 } = bootstrap?.interval(0.95) ?? {};
      return [lower, upper, bootstrap?.lowerBound(0.95).bound ?? 0];
    }),
  pairedT: () => lists.flatMap((list) => [pairedT(list)?.t ?? 0, pairedT(list)?.p ?? 0, effectSize(list) ?? 0]),
  holm: () => holm(pValues()),
  benjaminiHochberg: () => benjaminiHochberg(pValues()),
  sensitivity: () =>
    lists.flatMap(({ length }) => {
      const settings = { sd: 0.2, alpha: 0.05 / length };
      return [minimumDetectableEffect(length, settings) ?? 0, topicsNeeded(1 / length, settings) ?? 0];
    }),
  nonInferiority: () =>
    lists.flatMap((list) => {
      const { bound, p } = nonInferiority(list, 0.05);
      return [bound ?? 0, p];
    }),
};

/** If a value changes here, the algorithm needs a new version id, with a row of its own. */
it.each([
  ['sign-flip/1', 'signFlip', '117c10b423ef9460'],
  ['bca-bootstrap/1', 'interval', '978150b4073e83c5'],
  ['paired-t/1', 'pairedT', 'c6c8e190b8c0fa74'],
  ['holm/1', 'holm', '245fb51f459d855f'],
  ['benjamini-hochberg/1', 'benjaminiHochberg', 'ddefedb612d694b5'],
  ['paired-t-power/1', 'sensitivity', 'b588c0e820c01473'],
  ['non-inferiority/1', 'nonInferiority', 'a0761faa7941121c'],
] as const)('%s gives the frozen bits of %s', (algorithm, name, frozen) => {
  expect([STATISTICS_ALGORITHMS[name], fingerprint(OUTPUTS[name]())]).toEqual([algorithm, frozen]);
});
