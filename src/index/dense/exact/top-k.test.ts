import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topK } from './top-k.ts';

const any = () => true;

describe('topK', () => {
  it('gives rows by score, ties by the lower number, cut at the limit', () => {
    const { passages, scores } = topK(Float32Array.of(1, 3, 2, 3, 1), 4, any);
    expect([...passages]).toEqual([1, 3, 2, 0]);
    expect([...scores]).toEqual([3, 3, 2, 1]);
  });

  it('leaves rows out before the limit counts', () => {
    expect([...topK(Float32Array.of(9, 8, 7, 6), 2, (row) => row % 2 === 1).passages]).toEqual([1, 3]);
  });

  it('gives nothing for a limit of 0 or no rows', () => {
    expect([...topK(Float32Array.of(1, 2), 0, any).passages]).toEqual([]);
    expect([...topK(new Float32Array(0), 5, any).passages]).toEqual([]);
  });

  it('takes -0 and 0 for the same score, and returns 0', () => {
    const { passages, scores } = topK(Float32Array.of(-0, 0, -0), 3, any);
    expect([...passages]).toEqual([0, 1, 2]);
    expect([...scores].every((score) => Object.is(score, 0))).toBe(true);
  });

  it('agrees with sorting everything', () => {
    const scored = fc.array(fc.record({ score: fc.integer({ min: -4, max: 4 }), candidate: fc.boolean() }));
    fc.assert(
      fc.property(scored, fc.integer({ min: 0, max: 120 }), (rows, limit) => {
        const sorted = rows
          .map(({ score, candidate }, row) => ({ score, candidate, row }))
          .filter(({ candidate }) => candidate)
          .sort((a, b) => b.score - a.score || a.row - b.row)
          .slice(0, limit);
        const found = topK(
          Float32Array.from(rows, ({ score }) => score),
          limit,
          (row) => rows[row]?.candidate ?? false,
        );
        expect([...found.passages]).toEqual(sorted.map(({ row }) => row));
        expect([...found.scores]).toEqual(sorted.map(({ score }) => score + 0));
      }),
    );
  });
});
