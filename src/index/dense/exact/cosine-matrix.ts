import { GrkError } from '../../../contracts/errors.ts';
import type { PassageMask } from '../../../contracts/ports.ts';
import type { ScoredList } from '../../../contracts/ranking.ts';
import type { DotKernel } from './kernel.ts';
import { normalise, normaliseRows } from './normalise.ts';
import { scalarKernel } from './scalar-kernel.ts';
import { simdKernel } from './simd-kernel.ts';
import { topK } from './top-k.ts';

/** Version id of the arithmetic and of the order of hits. */
export const COSINE_ALGORITHM = 'exact-cosine/1';

/** Vectors that are being loaded: fill each row, then `finish` once. */
export interface CosineMatrix {
  readonly rows: number;
  readonly dimensions: number;
  /** The place of one vector; dimensions long. */
  row(number: number): Float32Array;
  /** All vectors, one behind the other; undefined where something stands between them. */
  readonly block: Float32Array | undefined;
  /** Normalises the rows in place. @returns the search over them */
  finish(): CosineSearch;
}

/**
 * Exact cosine over all rows, best first, ties by the lower row number; at most `limit` hits.
 * A zero vector has no direction: a zero row is never returned, a zero query finds nothing.
 * @throws GrkError GRK_DIMENSIONS, GRK_EMBEDDER_OUTPUT for a query that is not finite, GRK_INTERNAL for a mask of another length
 */
type CosineSearch = (query: Float32Array, limit: number, mask?: PassageMask) => ScoredList;

export type KernelFactory = (rows: number, dimensions: number) => DotKernel;

/** WebAssembly SIMD where there is any, else plain JavaScript: the bits are the same. */
export const fastestKernel: KernelFactory = (rows, dimensions) =>
  simdKernel(rows, dimensions) ?? scalarKernel(rows, dimensions);

/** Room for `rows` vectors, all zero at first. */
export function cosineMatrix(rows: number, dimensions: number, kernelOf: KernelFactory = fastestKernel): CosineMatrix {
  const kernel = kernelOf(rows, dimensions);
  const row = (number: number) => kernel.matrix.subarray(number * kernel.stride, number * kernel.stride + dimensions);
  const finish = () => {
    const hasDirection = normaliseRows(kernel.matrix, rows, dimensions, kernel.stride);
    return searchOver(kernel, rows, dimensions, hasDirection);
  };
  return { rows, dimensions, row, block: kernel.stride === dimensions ? kernel.matrix : undefined, finish };
}

function searchOver(kernel: DotKernel, rows: number, dimensions: number, hasDirection: Uint8Array): CosineSearch {
  return (query, limit, mask) => {
    if (query.length !== dimensions) throw wrongDimensions('the query vector', query.length, dimensions);
    if (mask !== undefined && mask.length !== rows) {
      throw new GrkError('GRK_INTERNAL', `a mask of ${mask.length} entries was given for ${rows} passages`);
    }
    const unit = query.slice();
    const length = normalise(unit);
    if (!Number.isFinite(length)) {
      throw new GrkError('GRK_EMBEDDER_OUTPUT', 'the query vector holds NaN or an infinite number', {
        remedy: 'Look for a damaged model with grk models verify.',
      });
    }
    if (length === 0) return { passages: new Int32Array(0), scores: new Float64Array(0) };
    kernel.query.set(unit);
    const isCandidate = (row: number) => hasDirection[row] === 1 && (mask === undefined || mask[row] === 1);
    return topK(kernel.dots(), limit, isCandidate);
  };
}

/** The error for a vector that does not fit; `what` names it. */
export function wrongDimensions(what: string, found: number, expected: number): GrkError {
  return new GrkError('GRK_DIMENSIONS', `${what} has ${found} dimensions; this collection has ${expected}`, {
    remedy: 'Use the embedder that the collection was built with, or ingest again with the one you want.',
    facts: { found, expected },
  });
}
