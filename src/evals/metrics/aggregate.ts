import type { Measure } from '../../contracts/measure.ts';
import { exactSum } from './exact-sum.ts';
import { geometricMean } from './geometric-mean.ts';
import { mean } from './mean.ts';
import { measureFamily } from './registry.ts';

/** trec_eval's least value of a topic in a geometric mean. */
const GEOMETRIC_FLOOR = 0.00001;

/**
 * The value of a measure over topics, by the measure's own aggregate: mean, sum, or geometric mean. The order of the
 * values cannot change it.
 * @throws GrkError GRK_NOTHING_MEASURED for no values, GRK_UNKNOWN_NAME
 */
export function aggregate(measure: Measure, values: readonly number[]): number {
  switch (measureFamily(measure).aggregate) {
    case 'mean':
      return mean(values);
    case 'sum':
      return exactSum(values);
    case 'geometric mean':
      return geometricMean(values.map((value) => Math.max(value, GEOMETRIC_FLOOR)));
  }
}
