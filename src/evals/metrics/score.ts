import { type Measure, measureName } from '../../contracts/measure.ts';
import { checkJudgedRanking, type JudgedRanking } from './judged-ranking.ts';
import { measureFamily } from './registry.ts';

/**
 * The value of one measure for one topic, unrounded, in 0..1; 0 for a topic without relevant judgments.
 * @throws GrkError GRK_UNKNOWN_NAME, GRK_USAGE
 */
export function score(measure: Measure, ranking: JudgedRanking): number {
  checkJudgedRanking(ranking);
  return compute(measure, ranking);
}

/** The values of several measures by canonical name, in the order given. @throws GrkError as `score` does */
export function scoreAll(measures: readonly Measure[], ranking: JudgedRanking): Record<string, number> {
  checkJudgedRanking(ranking);
  return Object.fromEntries(measures.map((measure) => [measureName(measure), compute(measure, ranking)]));
}

function compute(measure: Measure, ranking: JudgedRanking): number {
  return measureFamily(measure).compute(ranking, measure.cutoff ?? Number.POSITIVE_INFINITY);
}
