import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestPassages, offerPassage, resetBest, settleBest, takeBest } from './best-passages.ts';

const scoresArbitrary = fc.array(fc.oneof(fc.constantFrom(1, 2, 3), fc.double({ min: 0.5, max: 9, noNaN: true })), {
  maxLength: 1500,
});

describe('bestPassages', () => {
  it('keeps exactly the best of all offers, ties by lower number, however often it is reused', () => {
    const best = bestPassages();
    fc.assert(
      fc.property(scoresArbitrary, fc.integer({ min: 1, max: 300 }), fc.boolean(), (scores, limit, isReversed) => {
        resetBest(best, limit);
        const order = isReversed ? [...scores.keys()].reverse() : [...scores.keys()];
        for (const passage of order) {
          const score = scores[passage] ?? 0;
          if (score >= best.floor) offerPassage(best, score, passage);
        }
        const expected = [...scores.keys()]
          .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
          .slice(0, limit);
        const { passages, scores: taken } = takeBest(best);
        expect([...passages]).toEqual(expected);
        expect([...taken]).toEqual(expected.map((passage) => scores[passage]));
      }),
    );
  });

  it('has a floor above 0 from the start, so that a score of 0 is never offered', () => {
    const best = bestPassages();
    resetBest(best, 3);
    expect(best.floor).toBe(5e-324);
  });

  it('knows the score of the worst of the best once it is asked to settle', () => {
    const best = bestPassages();
    resetBest(best, 2);
    for (const [passage, score] of [1, 5, 3, 4].entries()) offerPassage(best, score, passage);
    settleBest(best);
    expect(best.floor).toBe(4);
  });
});
