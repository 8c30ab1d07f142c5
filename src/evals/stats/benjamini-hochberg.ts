import { ascending, checkFamily } from './family.ts';

export const BENJAMINI_HOCHBERG_ALGORITHM = 'benjamini-hochberg/1';

/**
 * Benjamini and Hochberg's step-up adjustment (1995), in the order given; controls the expected share of false findings
 * among the findings. `familySize` counts comparisons that were declared but not measured too, with p = 1.
 * @throws GrkError GRK_INTERNAL for p outside (0, 1] and a family smaller than the list
 */
export function benjaminiHochberg(pValues: readonly number[], familySize: number = pValues.length): number[] {
  checkFamily(pValues, familySize);
  const adjusted = new Array<number>(pValues.length).fill(1);
  const order = ascending(pValues);
  let ceiling = 1;
  for (let rank = order.length; rank >= 1; rank--) {
    const index = order[rank - 1] ?? 0;
    const p = pValues[index] ?? 1;
    // Rounding may not take an adjusted p below p.
    ceiling = Math.min(ceiling, Math.max(p, (p * familySize) / rank));
    adjusted[index] = ceiling;
  }
  return adjusted;
}
