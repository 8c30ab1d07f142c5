import { describe, expect, it } from 'vitest';
import { cosineMatrix, fastestKernel, type KernelFactory } from './cosine-matrix.ts';
import { scalarKernel } from './scalar-kernel.ts';

/** Numbers in [-1, 1) from a fixed sequence (Numerical Recipes' linear congruential generator). */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function loaded(rows: number, dimensions: number, kernelOf: KernelFactory) {
  const next = sequence(7);
  const matrix = cosineMatrix(rows, dimensions, kernelOf);
  for (let number = 0; number < rows; number++) matrix.row(number).set(Float32Array.from({ length: dimensions }, next));
  return matrix.finish();
}

describe('cosineMatrix', () => {
  it('ranks the same, bit for bit, with and without WebAssembly', () => {
    const next = sequence(11);
    const fast = loaded(500, 50, fastestKernel);
    const slow = loaded(500, 50, scalarKernel);
    for (let i = 0; i < 20; i++) {
      const query = Float32Array.from({ length: 50 }, next);
      expect(fast(query, 30)).toEqual(slow(query, 30));
    }
  });

  it('gives rows of the asked width that do not overlap', () => {
    const matrix = cosineMatrix(3, 5);
    matrix.row(1).fill(1);
    expect([matrix.row(0), matrix.row(1), matrix.row(2)].map((row) => [...row].join())).toEqual([
      '0,0,0,0,0',
      '1,1,1,1,1',
      '0,0,0,0,0',
    ]);
  });

  it('scores a row against itself as 1, within float32 rounding', () => {
    const search = loaded(3, 256, fastestKernel);
    const next = sequence(7);
    const first = Float32Array.from({ length: 256 }, next);
    const { passages, scores } = search(first, 1);
    expect(passages[0]).toBe(0);
    expect(scores[0]).toBeCloseTo(1, 6);
  });
});
