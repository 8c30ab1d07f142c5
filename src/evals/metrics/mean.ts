import { GrkError } from '../../contracts/errors.ts';
import { exactSum } from './exact-sum.ts';

/**
 * Arithmetic mean of unrounded values. The sum is exact, so the order of the topics cannot change it.
 * @throws GrkError GRK_NOTHING_MEASURED for no values
 */
export function mean(values: readonly number[]): number {
  if (values.length === 0)
    throw new GrkError('GRK_NOTHING_MEASURED', 'there is no topic to average over', {
      remedy: 'Give at least one judged topic.',
    });
  return exactSum(values) / values.length;
}
