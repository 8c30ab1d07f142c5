import { GrkError } from '../../contracts/errors.ts';
import { MIN_DRAWS } from './random.ts';

/** The smallest p that a two-sided sign-flip test can give for n pairs that differ: 2 of 2^n patterns. */
export function smallestP(nonZero: number): number {
  return nonZero === 0 ? 1 : 2 ** (1 - nonZero);
}

/** No result of the test could have been supported as the first of its family. */
export function isUndecidable(nonZero: number, familySize: number, alpha: number): boolean {
  return smallestP(nonZero) * familySize > alpha;
}

/** Draws with which a randomised p can fall to a tenth of what the family's first finding needs; at least 10,000. */
export function drawsFor(familySize: number, alpha: number): number {
  return Math.max(MIN_DRAWS, Math.ceil((10 * familySize) / alpha));
}

/** @throws GrkError GRK_USAGE */
export function checkAlpha(alpha: number): void {
  if (!(alpha > 0 && alpha < 1))
    throw new GrkError('GRK_USAGE', `alpha ${alpha} does not lie between 0 and 1`, {
      remedy: 'Write, for example, .05.',
    });
}

/** @throws GrkError GRK_INTERNAL for p outside (0, 1] and a family smaller than the list */
export function checkFamily(pValues: readonly number[], familySize: number): void {
  const wrong = pValues.find((p) => !(p > 0 && p <= 1));
  if (wrong !== undefined) throw new GrkError('GRK_INTERNAL', `${wrong} is not a p value`);
  checkFamilySize(familySize, pValues.length);
}

/** @throws GrkError GRK_INTERNAL */
export function checkFamilySize(familySize: number, members: number): void {
  if (Number.isSafeInteger(familySize) && familySize >= members) return;
  throw new GrkError('GRK_INTERNAL', `a family of ${familySize} cannot hold ${members} comparisons`);
}

/** Positions of the values from the smallest up. */
export function ascending(values: readonly number[]): number[] {
  return values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
}
