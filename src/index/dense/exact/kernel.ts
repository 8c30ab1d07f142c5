/** Floats that one step of the kernels covers; rows are padded with zeros to a multiple of it. */
export const BLOCK = 16;

/** A matrix and a query in one place, and the dot products of both. */
export interface DotKernel {
  /** Floats from one row to the next: the dimensions, padded to a multiple of `BLOCK`. */
  readonly stride: number;
  /** Row-major, rows × stride, zero at the start; the caller fills in the rows. */
  readonly matrix: Float32Array;
  /** Stride floats, zero at the start; the caller fills in the query. */
  readonly query: Float32Array;
  /** Computes one dot product per row, into an array that the next call overwrites. */
  dots(): Float32Array;
}

/** Dimensions rounded up to whole blocks. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / BLOCK) * BLOCK;
}
