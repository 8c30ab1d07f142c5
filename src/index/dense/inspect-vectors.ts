import type { PassageId } from '../../contracts/ids.ts';
import type { StoredVector } from '../../contracts/ports.ts';
import { hasOnlyFinite } from './vector-rows.ts';

/** How far the squared length of a unit vector in float32 may be from 1. */
const UNIT_TOLERANCE = 1e-4;

/** What stored vectors are beside the passages that they should be of. */
export interface VectorFacts {
  readonly stored: number;
  /** Passages without a vector, in passage order. */
  readonly missing: readonly PassageId[];
  /** Ids of vectors that belong to no passage. */
  readonly orphans: readonly PassageId[];
  /** Passages that have more than one. */
  readonly repeated: readonly PassageId[];
  /** Vectors with NaN or infinities, or of another width. */
  readonly broken: readonly PassageId[];
  /** Neither of length 1 nor zero. */
  readonly notUnit: readonly PassageId[];
  readonly zero: number;
}

/** Looks at every row and throws nothing for what it finds: the caller decides what is a fault. */
export async function inspectVectors(
  order: readonly PassageId[],
  dimensions: number,
  rows: AsyncIterable<StoredVector>,
): Promise<VectorFacts> {
  const expected = new Set(order);
  const seen = new Set<PassageId>();
  const orphans: PassageId[] = [];
  const repeated: PassageId[] = [];
  const broken: PassageId[] = [];
  const notUnit: PassageId[] = [];
  let stored = 0;
  let zero = 0;
  for await (const { id, vector } of rows) {
    stored++;
    if (!expected.has(id)) orphans.push(id);
    else if (seen.has(id)) repeated.push(id);
    seen.add(id);
    if (vector.length !== dimensions || !hasOnlyFinite(vector)) {
      broken.push(id);
      continue;
    }
    const squared = vector.reduce((sum, value) => sum + value * value, 0);
    if (squared === 0) zero++;
    else if (Math.abs(squared - 1) > UNIT_TOLERANCE) notUnit.push(id);
  }
  const missing = order.filter((id) => !seen.has(id));
  return { stored, missing, orphans, repeated, broken, notUnit, zero };
}
