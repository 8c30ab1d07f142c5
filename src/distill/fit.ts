import { type Bags, poolInto } from './bags.ts';
import { dot, lengthOf, type Matrix, rowOf } from './matrix.ts';
import { projectRow } from './principal-axes.ts';

/**
 * Mean cosine between the sums of passages and what a teacher says of them. Where rows lie along axes, what a target has
 * outside of them counts as missed. A passage without a sum, or without a target, counts 0.
 * @param axes of length 1, at right angles; left out where rows have the width of the targets
 * @returns NaN where there is no passage
 */
export function meanCosine(rows: Matrix, bags: Bags, targets: Matrix, axes?: Matrix): number {
  const sum = new Float64Array(rows.columns);
  const seen = new Float64Array(rows.columns);
  let total = 0;
  for (let passage = 0; passage < targets.rows; passage++) {
    const target = rowOf(targets, passage);
    poolInto(sum, bags, passage, rows);
    if (axes === undefined) seen.set(target);
    else projectRow(target, axes, seen);
    const lengths = lengthOf(sum) * lengthOf(target);
    if (lengths > 0) total += dot(sum, seen) / lengths;
  }
  return total / targets.rows;
}
