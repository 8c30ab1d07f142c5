import { GrkError } from '../../contracts/errors.ts';
import type { Measure } from '../../contracts/measure.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { AVERAGE_PRECISION, GEOMETRIC_AVERAGE_PRECISION } from './average-precision.ts';
import { BPREF } from './bpref.ts';
import { COUNTS } from './counts.ts';
import { INFERRED_AP } from './inferred-ap.ts';
import { JUDGED } from './judged.ts';
import type { MeasureFamily } from './measure-family.ts';
import { NDCG } from './ndcg.ts';
import { PRECISION, R_PRECISION } from './precision.ts';
import { RANK_BIASED_PRECISION } from './rank-biased-precision.ts';
import { RECALL } from './recall.ts';
import { RECIPROCAL_RANK } from './reciprocal-rank.ts';
import { SET_F, SET_PRECISION, SET_RECALL } from './set-measures.ts';
import { SPAN_FAMILIES } from './span.ts';
import { SUCCESS } from './success.ts';

/** Every measure there is, in the order in which they are listed to users. */
export const MEASURE_FAMILIES: readonly MeasureFamily[] = [
  NDCG,
  RECIPROCAL_RANK,
  SUCCESS,
  RECALL,
  PRECISION,
  AVERAGE_PRECISION,
  GEOMETRIC_AVERAGE_PRECISION,
  R_PRECISION,
  BPREF,
  INFERRED_AP,
  RANK_BIASED_PRECISION,
  JUDGED,
  SET_PRECISION,
  SET_RECALL,
  SET_F,
  ...SPAN_FAMILIES,
  ...COUNTS,
];

/**
 * The definition of a measure.
 * @throws GrkError GRK_UNKNOWN_NAME
 */
export function measureFamily(measure: Measure): MeasureFamily {
  const family = MEASURE_FAMILIES.find(({ name }) => name === measure.family);
  if (family !== undefined) return family;
  const names = MEASURE_FAMILIES.map(({ name }) => name);
  throw new GrkError(
    'GRK_UNKNOWN_NAME',
    `there is no measure "${measure.family}".${didYouMean(measure.family, names)}`,
    {
      remedy: `Measures: ${names.join(', ')}.`,
    },
  );
}

/** Version id of the code that computes a measure, for RunConfig. */
export function measureAlgorithm(measure: Measure): string {
  return measureFamily(measure).algorithm;
}
