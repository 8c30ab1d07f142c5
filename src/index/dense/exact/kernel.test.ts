import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DotKernel, strideOf } from './kernel.ts';
import { scalarKernel } from './scalar-kernel.ts';
import { simdKernel } from './simd-kernel.ts';

function simd(rows: number, dimensions: number): DotKernel {
  const kernel = simdKernel(rows, dimensions);
  if (kernel === undefined) throw new Error('this Node has no WebAssembly SIMD');
  return kernel;
}

function fill(kernel: DotKernel, dimensions: number, rows: readonly Float32Array[], query: Float32Array): DotKernel {
  rows.forEach((row, number) => {
    kernel.matrix.set(row.subarray(0, dimensions), number * kernel.stride);
  });
  kernel.query.set(query);
  return kernel;
}

const bits = (floats: Float32Array) => [...new Uint32Array(floats.slice().buffer)];

const problem = fc.integer({ min: 1, max: 70 }).chain((dimensions) => {
  const vector = fc.float32Array({
    minLength: dimensions,
    maxLength: dimensions,
    noNaN: true,
    noDefaultInfinity: true,
  });
  return fc.record({ dimensions: fc.constant(dimensions), query: vector, rows: fc.array(vector, { maxLength: 6 }) });
});

describe('the dot product kernels', () => {
  it('give the same bits, WebAssembly and JavaScript, for any finite numbers', () => {
    fc.assert(
      fc.property(problem, ({ dimensions, query, rows }) => {
        const fast = fill(simd(rows.length, dimensions), dimensions, rows, query).dots();
        const slow = fill(scalarKernel(rows.length, dimensions), dimensions, rows, query).dots();
        // An overflow may meet its opposite: NaN, whose payload no one promises.
        const comparable = (floats: Float32Array) => bits(floats.map((x) => (Number.isNaN(x) ? 0.5 : x)));
        expect(comparable(fast)).toEqual(comparable(slow));
      }),
      { numRuns: 500 },
    );
  });

  it('are close to the sum in double precision', () => {
    const unit = fc.float({ min: -1, max: 1, noNaN: true });
    const vector = fc.array(unit, { minLength: 37, maxLength: 37 }).map((values) => Float32Array.from(values));
    fc.assert(
      fc.property(vector, vector, (row, query) => {
        const exact = row.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0);
        expect(fill(simd(1, 37), 37, [row], query).dots()[0]).toBeCloseTo(exact, 5);
      }),
    );
  });

  // 2 ** 24 + 1 rounds to 2 ** 24 in float32: ones that are added singly to it are lost, two at once are not.
  it.each([
    ['lane by lane, 16 dimensions apart', { 0: 2 ** 24, 16: 1, 32: 1 }, 2 ** 24],
    ['first and second block of four before third and fourth', { 0: 2 ** 24, 8: 1, 12: 1 }, 2 ** 24 + 2],
    ['not the first with the third', { 0: 2 ** 24, 4: 1, 8: 1 }, 2 ** 24],
    ['lanes 0 and 1 before lanes 2 and 3', { 0: 2 ** 24, 2: 1, 3: 1 }, 2 ** 24 + 2],
    ['not lane 0 with lane 2', { 0: 2 ** 24, 1: 1, 2: 1 }, 2 ** 24],
  ])('add %s', (_, entries, expected) => {
    const row = new Float32Array(48);
    for (const [i, value] of Object.entries(entries)) row[Number(i)] = value;
    const ones = new Float32Array(48).fill(1);
    for (const kernel of [simd(1, 48), scalarKernel(1, 48)]) {
      expect(fill(kernel, 48, [row], ones).dots()[0]).toBe(expected);
    }
  });

  it('round each product before it is added (no fused multiply-add)', () => {
    const a = Math.fround(1 + 2 ** -12);
    // a * a = 1 + 2 ** -11 + 2 ** -24, which float32 cannot hold.
    const row = Float32Array.from({ length: 17 }, (_, i) => (i === 0 ? -Math.fround(a * a) : i === 16 ? a : 0));
    const query = Float32Array.from({ length: 17 }, (_, i) => (i === 0 ? 1 : i === 16 ? a : 0));
    for (const kernel of [simd(1, 17), scalarKernel(1, 17)]) {
      expect(fill(kernel, 17, [row], query).dots()[0]).toBe(0);
    }
  });

  it('pad rows to whole blocks', () => {
    expect([1, 16, 17, 256, 384].map(strideOf)).toEqual([16, 16, 32, 256, 384]);
  });
});

describe('simdKernel', () => {
  it('leaves a matrix that WebAssembly cannot address to the other kernel', () => {
    expect(simdKernel(2 ** 26, 16)).toBeUndefined();
  });
});
