import { GrkError } from '../../contracts/errors.ts';
import type { VectorRows } from '../../contracts/ports.ts';
import { wrongDimensions } from './exact/cosine-matrix.ts';

/**
 * What both stores demand of rows before they write any of them.
 * @throws GrkError GRK_DIMENSIONS, GRK_EMBEDDER_OUTPUT for NaN or infinities, GRK_DUPLICATE_ID within the rows,
 * GRK_INTERNAL for lists of unequal length and for ids that UTF-8 cannot hold
 */
export function checkRows(rows: VectorRows, dimensions: number): void {
  const { ids, docs, vectors } = rows;
  if (ids.length !== docs.length) {
    throw new GrkError('GRK_INTERNAL', `${ids.length} passage ids were given with ${docs.length} document ids`);
  }
  if (vectors.length !== ids.length * dimensions) {
    const found = ids.length === 0 ? vectors.length : vectors.length / ids.length;
    throw wrongDimensions(ids.length === 1 ? `the vector of passage "${ids[0]}"` : 'a vector', found, dimensions);
  }
  const seen = new Set<string>();
  ids.forEach((id, row) => {
    if (seen.has(id))
      throw new GrkError('GRK_DUPLICATE_ID', `passage "${id}" is given two vectors at once`, {
        remedy: 'Give each passage one vector.',
      });
    seen.add(id);
    for (const text of [id, docs[row] ?? '']) {
      if (/\p{Surrogate}/u.test(text)) throw new GrkError('GRK_INTERNAL', `the id "${text}" is not valid Unicode`);
    }
    if (!hasOnlyFinite(vectors.subarray(row * dimensions, (row + 1) * dimensions))) {
      throw new GrkError('GRK_EMBEDDER_OUTPUT', `the vector of passage "${id}" holds NaN or an infinite number`, {
        remedy: 'Look for a damaged model with grk models verify.',
      });
    }
  });
}

export function hasOnlyFinite(vector: Float32Array): boolean {
  // 0 times any number is 0, but for NaN and infinities.
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += (vector[i] ?? 0) * 0;
  return sum === 0;
}

export function isZero(vector: Float32Array): boolean {
  for (let i = 0; i < vector.length; i++) if (vector[i] !== 0) return false;
  return true;
}
