import { ascending, checkFamily } from './family.ts';

export const HOLM_ALGORITHM = 'holm/1';

/**
 * Holm's step-down adjustment (1979), in the order given; controls the chance of any false finding in the family.
 * `familySize` counts comparisons that were declared but not measured too: they stand last, with p = 1.
 * @throws GrkError GRK_INTERNAL for p outside (0, 1] and a family smaller than the list
 */
export function holm(pValues: readonly number[], familySize: number = pValues.length): number[] {
  checkFamily(pValues, familySize);
  const adjusted = new Array<number>(pValues.length).fill(1);
  let floor = 0;
  ascending(pValues).forEach((index, rank) => {
    floor = Math.max(floor, Math.min(1, (pValues[index] ?? 1) * (familySize - rank)));
    adjusted[index] = floor;
  });
  return adjusted;
}
