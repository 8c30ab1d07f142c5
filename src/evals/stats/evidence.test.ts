import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GrkError } from '../../contracts/errors.ts';
import { familyEvidence, pairedStatistics } from './evidence.ts';

const gains = (n: number) => Array.from({ length: n }, (_, i) => 0.1 + i / 100);
const zeros = (n: number) => new Array<number>(n).fill(0);
const alternating = (n: number) => Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 0.1 : -0.1));
const statuses = (family: readonly (readonly number[])[], settings = {}) =>
  familyEvidence(family, { alpha: 0.05, ...settings }).map(({ status }) => status);

describe('familyEvidence', () => {
  it.each([
    [{ alpha: 0 }, 'GRK_USAGE', 'alpha 0 does not lie between 0 and 1'],
    [{ alpha: 0.05, familySize: 1 }, 'GRK_INTERNAL', 'a family of 1 cannot hold 2 comparisons'],
    [{ alpha: 0.05, minimumEffect: 0 }, 'GRK_USAGE', 'the minimum effect 0 is not above 0'],
    [{ alpha: 0.05, minimumEffect: Number.NaN }, 'GRK_USAGE', 'the minimum effect NaN is not above 0'],
    [{ alpha: 0.05, draws: 100 }, 'GRK_USAGE', '100 draws are too few'],
    [{ alpha: 0.05, seed: 1.5 }, 'GRK_USAGE', 'the seed 1.5 is not an integer'],
    [{ alpha: 0.05, power: 0 }, 'GRK_USAGE', 'the power 0 does not lie between .5 and 1'],
  ])('refuses %j', (settings, code, message) => {
    const act = () => familyEvidence([gains(8), gains(9)], settings);
    expect(act).toThrow(message);
    expect(act).toThrow(expect.objectContaining({ code }));
  });

  it('refuses a number of draws that could not support anything, and says how many could', () => {
    const act = () => familyEvidence([gains(30)], { alpha: 0.0001, familySize: 2, draws: 10_000 });
    expect(act).toThrow('10000 draws cannot support any of 2 comparisons at alpha 0.0001');
    try {
      act();
    } catch (error) {
      expect((error as GrkError).remedy).toBe('Draw at least 200000, or leave the number of draws out.');
    }
    expect(familyEvidence([gains(30)], { alpha: 0.0001, familySize: 2 })[0]).toMatchObject({
      status: 'supported',
      draws: 200_000,
    });
  });

  it('refuses a comparison without topics, and has nothing to say about none', () => {
    expect(() => familyEvidence([gains(8), []], { alpha: 0.05 })).toThrow('there is no topic to compare on');
    expect(familyEvidence([], { alpha: 0.05 })).toEqual([]);
  });

  it('is identical where no pair differs, before anything else', () => {
    expect(statuses([zeros(30)])).toEqual(['identical']);
    expect(statuses([zeros(1)], { familySize: 1000 })).toEqual(['identical']);
  });

  it('is supported from six pairs that all differ in one direction, and undecidable with five', () => {
    expect(statuses([[...gains(6), ...zeros(20)]])).toEqual(['supported']);
    expect(statuses([[...gains(5), ...zeros(20)]])).toEqual(['undecidable']);
  });

  it('is supported at exactly alpha', () => {
    expect(statuses([gains(6)], { alpha: 2 / 64 })).toEqual(['supported']);
    expect(statuses([gains(6)], { alpha: 2 / 64 - 1e-12 })).toEqual(['undecidable']);
  });

  it('is not supported where the pairs could have shown it, and did not', () => {
    expect(statuses([alternating(30)])).toEqual(['not supported']);
    expect(statuses([[0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25]])).toEqual(['not supported']);
  });

  it('counts every declared comparison, identical and unmeasured ones included', () => {
    expect(statuses([gains(6), zeros(6)])).toEqual(['undecidable', 'identical']);
    expect(statuses([gains(6)], { familySize: 2 })).toEqual(['undecidable']);
    expect(familyEvidence([gains(6)], { alpha: 0.05, familySize: 3 })[0]).toMatchObject({
      familySize: 3,
      adjustedP: 3 * 0.03125,
    });
  });

  it('lets Holm support what stands later in the family, where the pairs alone are too few for the first step', () => {
    const family = [gains(6), gains(12)];
    expect(familyEvidence(family, { alpha: 0.05 }).map(({ adjustedP }) => adjustedP)).toEqual([0.03125, 2 ** -11 * 2]);
    expect(statuses(family)).toEqual(['supported', 'supported']);
  });

  it('corrects by Benjamini and Hochberg on request, and says so', () => {
    const family = [gains(7), gains(7), gains(7), alternating(30)];
    expect(familyEvidence(family, { alpha: 0.05 })[0]).toMatchObject({ correction: 'holm', adjustedP: 4 * 2 ** -6 });
    expect(familyEvidence(family, { alpha: 0.05, correction: 'benjamini-hochberg' })[0]).toMatchObject({
      correction: 'benjamini-hochberg',
      adjustedP: (4 * 2 ** -6) / 3,
      status: 'supported',
    });
  });

  it('records everything that a reader needs to check it', () => {
    const differences = [0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25];
    const [evidence] = familyEvidence([differences], { alpha: 0.05, minimumEffect: 0.05, seed: 7 });
    expect(evidence).toMatchObject({
      status: 'not supported',
      topics: { wins: 7, ties: 1, losses: 2 },
      signFlip: { p: 56 / 1024, method: 'exact', draws: 512, nonZero: 9 },
      pairedT: { df: 9 },
      straddlesAlpha: true,
      interval: { level: 0.95, method: 'bca' },
      correction: 'holm',
      adjustedP: 56 / 1024,
      familySize: 1,
      alpha: 0.05,
      seed: 7,
      draws: 10_000,
      sensitivity: { alpha: 0.05, power: 0.8, minimumEffect: 0.05, isUndersized: true },
    });
    expect(evidence?.effectSize).toBeCloseTo(0.7746, 4);
    expect(evidence?.sensitivity?.sd).toBeCloseTo(0.1290994449, 9);
    expect(evidence?.sensitivity?.minimumDetectableEffect).toBeCloseTo(0.9947 * 0.1291, 4);
    expect(evidence?.sensitivity?.topicsNeeded).toBe(55);
  });

  it('asks what could be detected at alpha over the family size', () => {
    const [alone] = familyEvidence([alternating(30)], { alpha: 0.05 });
    const [crowded] = familyEvidence([alternating(30)], { alpha: 0.05, familySize: 5 });
    expect(alone?.sensitivity).toMatchObject({ minimumEffect: null, isUndersized: null, topicsNeeded: null });
    expect(crowded?.sensitivity?.alpha).toBe(0.01);
    expect(crowded?.sensitivity?.minimumDetectableEffect).toBeGreaterThan(
      alone?.sensitivity?.minimumDetectableEffect ?? Number.NaN,
    );
  });

  it('has null where a number would mean nothing', () => {
    expect(familyEvidence([[0.3]], { alpha: 0.05 })[0]).toMatchObject({
      status: 'undecidable',
      pairedT: null,
      interval: null,
      effectSize: null,
      sensitivity: null,
    });
    expect(familyEvidence([new Array<number>(5).fill(0.1)], { alpha: 0.05 })[0]).toMatchObject({
      status: 'undecidable',
      signFlip: { p: 0.0625 },
      pairedT: null,
      interval: { lower: 0.1, upper: 0.1, method: 'percentile' },
      effectSize: null,
      sensitivity: null,
    });
  });

  it('is the same whatever the order of topics, and for each comparison whatever the order of the family', () => {
    const lists = fc.array(fc.array(fc.integer({ min: -5, max: 6 }), { minLength: 1, maxLength: 30 }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(lists, (integers) => {
        const family = integers.map((list) => list.map((value) => value / 10));
        const evidence = familyEvidence(family, { alpha: 0.05, minimumEffect: 0.02 });
        const turned = family.map((differences) => [...differences].reverse()).reverse();
        expect(familyEvidence(turned, { alpha: 0.05, minimumEffect: 0.02 }).reverse()).toEqual(evidence);
      }),
      { numRuns: 20 },
    );
  });

  it('gives each comparison the interval that it has alone, equal numbers of topics or not', () => {
    const family = [gains(30), alternating(30), zeros(30), gains(12), [0.2], [...gains(29), -1]];
    const alone = family.map((differences) => pairedStatistics(differences, { alpha: 0.05 }).interval);
    expect(familyEvidence(family, { alpha: 0.05 }).map(({ interval }) => interval)).toEqual(alone);
  });

  it('holds no NaN and no infinity, for any finite differences', () => {
    const lists = fc.array(fc.double({ min: -1e200, max: 1e200, noNaN: true }), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(lists, (differences) => {
        const evidence = familyEvidence([differences], { alpha: 0.05, minimumEffect: 0.01, familySize: 3 });
        // JSON turns both into null: what comes back must be what went in.
        expect(JSON.parse(JSON.stringify(evidence))).toEqual(evidence);
      }),
      { numRuns: 30, examples: [[[0]], [[1e-200, 0]], [[5e-324, 0, -5e-324]], [[1, 1 + 2e-16]]] },
    );
  });
});

describe('pairedStatistics', () => {
  it('gives the facts of a comparison chosen when reading, and no claim', () => {
    const facts = pairedStatistics(gains(10), { alpha: 0.05 });
    expect(facts).toMatchObject({ signFlip: { p: 2 ** -9 }, alpha: 0.05 });
    expect(facts).not.toHaveProperty('status');
    expect(facts).not.toHaveProperty('adjustedP');
  });
});
