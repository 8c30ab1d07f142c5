import { z } from 'zod';

/** A measure is a value; its canonical name is ir_measures' and is the key in reports, options and tables. */
export interface Measure {
  readonly family: string;
  readonly cutoff?: number;
}

/** `nDCG@10`, `RR`: the canonical text of a measure. */
export function measureName(measure: Measure): string {
  return measure.cutoff === undefined ? measure.family : `${measure.family}@${measure.cutoff}`;
}

export const MeasureNameSchema = z.string().min(1).describe("A measure's canonical name, such as nDCG@10.");
