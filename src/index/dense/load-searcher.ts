import { createHash } from 'node:crypto';
import { GrkError } from '../../contracts/errors.ts';
import type { PassageId } from '../../contracts/ids.ts';
import type { VectorSearcher } from '../../contracts/ports.ts';
import { type CosineMatrix, cosineMatrix } from './exact/cosine-matrix.ts';
import { hasOnlyFinite } from './vector-rows.ts';
import { VECTORS_REMEDY } from './vectors-remedy.ts';

/** One stored row, in whatever order the store gives them. */
export interface StoredVector {
  readonly id: PassageId;
  readonly vector: Float32Array;
}

/**
 * Puts stored vectors into passage order, ready for exact search: the one path from any store to a ranking.
 * @param where names the store in messages
 * @throws GrkError GRK_STORE_CORRUPT unless exactly these passages have one finite vector each
 */
export async function loadSearcher(
  order: readonly PassageId[],
  dimensions: number,
  stored: AsyncIterable<StoredVector> | Iterable<StoredVector>,
  where: string,
): Promise<VectorSearcher> {
  const corrupt = (fault: string) =>
    new GrkError('GRK_STORE_CORRUPT', `the vectors in ${where} do not fit their collection: ${fault}`, {
      remedy: VECTORS_REMEDY,
    });
  const numbers = new Map(order.map((id, number) => [id, number]));
  if (numbers.size !== order.length) throw new GrkError('GRK_DUPLICATE_ID', 'a passage is listed twice');
  const matrix = cosineMatrix(order.length, dimensions);
  const isLoaded = new Uint8Array(order.length);
  for await (const { id, vector } of stored) {
    const number = numbers.get(id);
    if (number === undefined) throw corrupt(`"${id}" has a vector but is no passage of it`);
    if (isLoaded[number] === 1) throw corrupt(`"${id}" has two vectors`);
    if (vector.length !== dimensions) throw corrupt(`the vector of "${id}" has ${vector.length} dimensions`);
    if (!hasOnlyFinite(vector)) throw corrupt(`the vector of "${id}" holds NaN or an infinite number`);
    isLoaded[number] = 1;
    matrix.row(number).set(vector);
  }
  const missing = order.filter((_, number) => isLoaded[number] === 0);
  if (missing.length > 0) {
    throw corrupt(`${missing.length} of ${order.length} passages have no vector, "${missing[0]}" first`);
  }
  // Hashed before `finish` scales the rows: what is stored, not what is derived.
  const sha256 = contentSha256(order, matrix);
  return { search: matrix.finish(), sha256 };
}

/** Over dimensions, ids with their lengths, and little-endian float32 rows, in passage order. */
function contentSha256(order: readonly PassageId[], matrix: CosineMatrix): string {
  const hash = createHash('sha256');
  hash.update(`vectors/1 ${matrix.dimensions} ${order.length}\n`);
  for (const id of order) hash.update(`${Buffer.byteLength(id)}:${id}`);
  for (let number = 0; number < order.length; number++) {
    const row = matrix.row(number);
    hash.update(new Uint8Array(row.buffer, row.byteOffset, row.byteLength));
  }
  return hash.digest('hex');
}
