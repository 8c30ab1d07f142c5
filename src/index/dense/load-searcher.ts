import { createHash } from 'node:crypto';
import { type ErrorCode, GrkError } from '../../contracts/errors.ts';
import { compareBytes, type PassageId } from '../../contracts/ids.ts';
import type { VectorRows, VectorSearcher } from '../../contracts/ports.ts';
import { type CosineMatrix, cosineMatrix } from './exact/cosine-matrix.ts';
import { hasOnlyFinite, isZero } from './vector-rows.ts';
import { VECTORS_REMEDY } from './vectors-remedy.ts';

/** Ids, and their vectors row-major in one array. */
export type VectorBatch = Pick<VectorRows, 'ids' | 'vectors'>;

/**
 * Puts stored vectors into passage order, ready for exact search: the one path from any store to a ranking.
 * @param where names the store in messages
 * @throws GrkError GRK_VECTORS_LOST, GRK_VECTORS_ORPHANED, GRK_VECTORS_PARTIAL, GRK_STORE_CORRUPT unless exactly these
 * passages have one finite vector each
 */
export async function loadSearcher(
  order: readonly PassageId[],
  dimensions: number,
  stored: AsyncIterable<VectorBatch> | Iterable<VectorBatch>,
  where: string,
): Promise<VectorSearcher> {
  const unfit = (code: ErrorCode, fault: string, facts = {}) =>
    new GrkError(code, `the vectors in ${where} do not fit their collection: ${fault}`, {
      remedy: VECTORS_REMEDY,
      facts,
    });
  const corrupt = (fault: string) => unfit('GRK_STORE_CORRUPT', fault);
  const numbers = new Map<PassageId, number>();
  for (let number = 0; number < order.length; number++) numbers.set(order[number] ?? '', number);
  if (numbers.size !== order.length)
    throw new GrkError('GRK_DUPLICATE_ID', 'a passage is listed twice', {
      remedy: 'Run `grk index repair`, or ingest with --rebuild.',
    });
  const matrix = cosineMatrix(order.length, dimensions);
  const isLoaded = new Uint8Array(order.length);
  let zeroVectors = 0;
  const orphans: PassageId[] = [];
  const load = (id: PassageId, vector: Float32Array) => {
    const number = numbers.get(id);
    if (number === undefined) {
      orphans.push(id);
      return;
    }
    if (isLoaded[number] === 1) throw corrupt(`"${id}" has two vectors`);
    if (!hasOnlyFinite(vector)) throw corrupt(`the vector of "${id}" holds NaN or an infinite number`);
    isLoaded[number] = 1;
    if (isZero(vector)) zeroVectors++;
    matrix.row(number).set(vector);
  };
  /** A batch of passages in their order is copied at once, which is how they were written; false: nothing was done. */
  const takeInOrder = (ids: readonly PassageId[], vectors: Float32Array): boolean => {
    const first = numbers.get(ids[0] ?? '') ?? -1;
    const isInOrder = ids.every((id, row) => order[first + row] === id && isLoaded[first + row] === 0);
    if (first < 0 || !isInOrder || matrix.block === undefined || !hasOnlyFinite(vectors)) return false;
    matrix.block.set(vectors, first * dimensions);
    isLoaded.fill(1, first, first + ids.length);
    for (let row = 0; row < ids.length; row++) {
      if (vectors[row * dimensions] === 0 && isZero(matrix.row(first + row))) zeroVectors++;
    }
    return true;
  };
  for await (const { ids, vectors } of stored) {
    if (vectors.length !== ids.length * dimensions) {
      throw corrupt(`a vector from "${ids[0]}" on does not have ${dimensions} dimensions`);
    }
    if (takeInOrder(ids, vectors)) continue;
    for (const [row, id] of ids.entries()) load(id, vectors.subarray(row * dimensions, (row + 1) * dimensions));
  }
  const missing = order.filter((_, number) => isLoaded[number] === 0);
  if (order.length > 0 && missing.length === order.length && orphans.length === 0) {
    throw unfit('GRK_VECTORS_LOST', `it has ${order.length} passages, and no vector is there`);
  }
  if (orphans.length > 0) {
    // In the order of the ids: a store gives its rows in any.
    const [first] = orphans.sort(compareBytes);
    const fault = `${orphans.length} of them belong to no passage of it, "${first}" first`;
    throw unfit('GRK_VECTORS_ORPHANED', fault, { orphans: orphans.length, missing: missing.length });
  }
  if (missing.length > 0) {
    const fault = `${missing.length} of ${order.length} passages have no vector, "${missing[0]}" first`;
    throw unfit('GRK_VECTORS_PARTIAL', fault, { missing: missing.length });
  }
  // Hashed before `finish` scales the rows: what is stored, not what is derived.
  const sha256 = contentSha256(order, matrix);
  return { search: matrix.finish(), sha256, zeroVectors };
}

const HASHED_ROWS = 4096;

/** Over dimensions, ids with their lengths, and little-endian float32 rows, in passage order. */
function contentSha256(order: readonly PassageId[], matrix: CosineMatrix): string {
  const hash = createHash('sha256');
  hash.update(`vectors/1 ${matrix.dimensions} ${order.length}\n`);
  for (let start = 0; start < order.length; start += HASHED_ROWS) {
    const ids = order.slice(start, start + HASHED_ROWS);
    hash.update(ids.map((id) => `${Buffer.byteLength(id)}:${id}`).join(''));
  }
  const rows = matrix.block === undefined ? order.map((_, number) => matrix.row(number)) : [matrix.block];
  for (const { buffer, byteOffset, byteLength } of rows) hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex');
}
