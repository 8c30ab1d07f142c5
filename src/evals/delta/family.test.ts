import { describe, expect, it } from 'vitest';
import { storedReport } from '../../../test/stored-report.ts';
import { acrossPair } from './across.ts';
import { comparePairs, type PairFamilySettings } from './family.ts';

const HOLM: PairFamilySettings = { alpha: 0.05, minimumEffect: null, correction: 'holm', isExploratory: false };

/** A baseline and candidates that win on the first 10, 8 and 6 of 10 topics: p is 2 of 2^10, 2^8, 2^6. */
const flat = storedReport({ s: Array(10).fill(0.2) });
const winners = [10, 8, 6].map((wins) =>
  storedReport({ s: Array.from({ length: 10 }, (_, i) => (i < wins ? 0.3 : 0.2)) }),
);
const pairs = winners.map((report, i) =>
  acrossPair({ report: flat, stage: 'default/s', label: 's (old)' }, { report, stage: 'default/s', label: `s (${i})` }),
);
const evidence = (settings: PairFamilySettings) =>
  comparePairs(pairs, settings).map(({ deltas: [quality] }) => quality?.evidence);

describe('several candidates', () => {
  it('are corrected together by Holm', () => {
    const found = evidence(HOLM);
    expect(found.map((each) => each?.signFlip.p)).toEqual([2 / 1024, 2 / 256, 2 / 64]);
    expect(found.map((each) => each?.adjustedP)).toEqual([(3 * 2) / 1024, (2 * 2) / 256, 2 / 64]);
    expect(found.map((each) => each?.status)).toEqual(['supported', 'supported', 'supported']);
    expect(found.map((each) => each?.familySize)).toEqual([3, 3, 3]);
  });
  it('are corrected by Benjamini-Hochberg when asked', () => {
    const found = evidence({ ...HOLM, correction: 'benjamini-hochberg' });
    expect(found.map((each) => each?.adjustedP)).toEqual([(3 * 2) / 1024, (3 / 2) * (2 / 256), 2 / 64]);
  });
  it('have no evidence, only facts, where they were chosen when reading', () => {
    const compared = comparePairs(pairs, { ...HOLM, isExploratory: true });
    expect(compared.every(({ deltas: [quality] }) => quality?.evidence === undefined)).toBe(true);
    expect(compared.map(({ exploratory }) => exploratory?.signFlip.p)).toEqual([2 / 1024, 2 / 256, 2 / 64]);
    expect(compared.map(({ exploratory }) => exploratory !== null && 'status' in exploratory)).toEqual([
      false,
      false,
      false,
    ]);
  });
  it('without a verdict are not counted', () => {
    const structural = storedReport({ s: Array(10).fill(0.9) }, (report) => {
      for (const stage of report.stages) stage.isStructural = true;
    });
    const side = { report: structural, stage: 'default/s', label: 's (hash)' };
    const pair = acrossPair({ report: flat, stage: 'default/s', label: 's (old)' }, side);
    const [first, second] = comparePairs([pair, ...pairs.slice(2)], HOLM);
    expect(first).toMatchObject({ exploratory: null });
    expect(first?.deltas[0]).toMatchObject({ verdict: null, isStructural: true });
    expect(second?.deltas[0]?.evidence).toMatchObject({ familySize: 1, adjustedP: 2 / 64 });
  });
});
