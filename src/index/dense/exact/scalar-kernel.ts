import { BLOCK, type DotKernel, strideOf } from './kernel.ts';

/**
 * The kernel in plain JavaScript: every product and every sum is rounded to float32, in the order of `kernel.wat`,
 * so both give the same bits. It serves where WebAssembly SIMD is missing.
 */
export function scalarKernel(rows: number, dimensions: number): DotKernel {
  const stride = strideOf(dimensions);
  const matrix = new Float32Array(rows * stride);
  const query = new Float32Array(stride);
  const out = new Float32Array(rows);
  const dots = () => {
    for (let row = 0; row < rows; row++) out[row] = dot(matrix, row * stride, query);
    return out;
  };
  return { stride, matrix, query, dots };
}

function dot(matrix: Float32Array, start: number, query: Float32Array): number {
  const sums = add(column(matrix, start, query, 0), column(matrix, start, query, 1));
  return add(sums, add(column(matrix, start, query, 2), column(matrix, start, query, 3)));
}

/** One lane of all four accumulators. */
function column(matrix: Float32Array, start: number, query: Float32Array, lane: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = lane; i < query.length; i += BLOCK) {
    const at = start + i;
    a = add(a, Math.fround((matrix[at] ?? 0) * (query[i] ?? 0)));
    b = add(b, Math.fround((matrix[at + 4] ?? 0) * (query[i + 4] ?? 0)));
    c = add(c, Math.fround((matrix[at + 8] ?? 0) * (query[i + 8] ?? 0)));
    d = add(d, Math.fround((matrix[at + 12] ?? 0) * (query[i + 12] ?? 0)));
  }
  return add(add(a, b), add(c, d));
}

function add(a: number, b: number): number {
  return Math.fround(a + b);
}
