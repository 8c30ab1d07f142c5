import { describe, expect, it } from 'vitest';
import { collapse, commonPassages, truncate } from './collapse.ts';

const list = (...passages: number[]) => ({
  passages: Int32Array.from(passages),
  scores: Float64Array.from(passages, (_, i) => 10 - i),
});
// Passages 0-2 belong to document 0, 3-4 to document 1.
const documentOf = Int32Array.from([0, 0, 0, 1, 1]);

describe('collapse', () => {
  it('keeps the best passage of each document, in order, with its score', () => {
    const { passages, scores } = collapse(list(4, 1, 3, 0), documentOf);
    expect([[...passages], [...scores]]).toEqual([
      [4, 1],
      [10, 9],
    ]);
  });
  it('gives nothing for nothing', () => {
    expect(collapse(list(), documentOf).passages).toHaveLength(0);
  });
});

describe('commonPassages', () => {
  it('names a document by the passage of the leg that ranks it best, the earlier leg on a draw', () => {
    const [bm25, dense] = commonPassages([list(1, 3), list(4, 2)], documentOf);
    expect([[...(bm25?.passages ?? [])], [...(dense?.passages ?? [])]]).toEqual([
      [1, 4],
      [4, 1],
    ]);
  });
});

describe('truncate', () => {
  it('cuts passages and scores alike, and leaves short lists alone', () => {
    const short = list(1);
    expect(truncate(short, 5)).toBe(short);
    expect([...truncate(list(1, 2, 3), 2).scores]).toEqual([10, 9]);
  });
});
