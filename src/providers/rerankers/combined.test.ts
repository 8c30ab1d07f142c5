import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reranker, RerankPassage } from '../../contracts/ports.ts';
import { combinedReranker } from './combined.ts';
import { noopReranker } from './stand-ins.ts';

const scoring = (...scores: number[]): Reranker => ({
  ...noopReranker(),
  isStructural: false,
  score: async () => ({ scores: Float64Array.from(scores), truncated: null }),
});
const passages = (...inputScores: number[]): RerankPassage[] =>
  inputScores.map((inputScore, i) => ({ id: `p${i}`, doc: 'd', text: 't', inputScore }));
const combined = async (inner: Reranker, weight: number, ...inputScores: number[]) => [
  ...(await combinedReranker(inner, weight).score({ topicId: 't', query: 'q' }, passages(...inputScores))).scores,
];

describe('combinedReranker', () => {
  it('adds z-scores over the candidates, by hand', async () => {
    // Input 1, 2, 3: mean 2, deviation sqrt(2/3). Reranker 6, 0, 0: mean 2, deviation sqrt(8).
    const [one, other] = [Math.sqrt(2 / 3), Math.sqrt(8)];
    const expected = [-1 / one + (0.5 * 4) / other, (0.5 * -2) / other, 1 / one + (0.5 * -2) / other];
    const scores = await combined(scoring(6, 0, 0), 0.5, 1, 2, 3);
    for (const [i, score] of scores.entries()) expect(score).toBeCloseTo(expected[i] ?? Number.NaN, 12);
  });
  it('adds nothing for a part whose scores are all equal, though their mean rounds (row 57: mem0#5715)', async () => {
    expect(await combined(scoring(0.1, 0.1, 0.1), 1, 0.1, 0.1, 0.1)).toEqual([0, 0, 0]);
    expect(await combined(scoring(7), 1, 3)).toEqual([0]);
    expect(await combined(scoring(0.1, 0.1, 0.1), 1, 1, 2, 3)).toEqual(await combined(scoring(0, 0, 0), 1, 1, 2, 3));
  });
  it('hands on what is no score, to be refused', async () => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, 1e200]) {
      expect(await combined(scoring(1, wrong, 3), 1, 1, 2, 3)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    }
    expect(await combined(scoring(1, 2), 1, 1, 2, 3)).toHaveLength(2);
  });
  it('says where its reranker says nothing, but not of a single candidate', async () => {
    const silent = async (...scores: number[]) =>
      (await combinedReranker(scoring(...scores), 1).score({ topicId: 't', query: 'q' }, passages(...scores))).isSilent;
    expect([await silent(2, 2, 2), await silent(2, 2, 3), await silent(2)]).toEqual([true, undefined, undefined]);
  });
  it('adds to the scores of legs as they are, where candidates come with them', async () => {
    const given = passages(1, 2).map((passage, i) => ({ ...passage, legScore: [0.5, -3][i] }));
    const { scores } = await combinedReranker(scoring(0, 8), 2).score({ topicId: 't', query: 'q' }, given);
    expect([...scores]).toEqual([0.5 - 2, -3 + 2]);
  });
  it('keeps the order of a part under any scale and shift of the other parts of it', async () => {
    const numbers = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        numbers,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -9, max: 9 }),
        async (own, scale, shift) => {
          const input = own.map((_, i) => -i);
          const plain = await combined(scoring(...own), 1, ...input);
          const moved = await combined(scoring(...own.map((score) => scale * score + shift)), 1, ...input);
          for (const [i, score] of plain.entries()) expect(moved[i]).toBeCloseTo(score, 9);
        },
      ),
    );
  });
  it('names the weight, what it combines with, and what is combined', () => {
    expect(combinedReranker(noopReranker(), 0.5).identity).toMatchObject({
      provider: 'combined',
      algorithm: 'combined-z/1',
      settings: { weight: 0.5, reranker: 'noop', rerankerAlgorithm: 'noop/1' },
    });
  });
});
