import { parseCombined } from '../contracts/model-id.ts';
import type { Stage, StageOf } from '../contracts/pipeline.ts';
import type { ScoredList } from '../contracts/ranking.ts';
import { zScores } from '../contracts/z-scores.ts';
import type { DocumentNumbers } from './collapse.ts';

/** Version id of how the scores of legs make one score of a candidate. */
export const LEG_SCORES_ALGORITHM = 'leg-scores/1';

/** A leg as a fusion reads it. */
export interface ScoredLeg {
  readonly weight: number;
  readonly list: ScoredList;
}

/**
 * Whether a rerank stage adds to the scores of the legs that its input fuses: where that is said, or nothing is and a
 * combined reranker reads a fusion, whose own score only tells ranks.
 */
export function addsToLegs({ input, inputScore, reranker }: StageOf<'rerank'>, stages: readonly Stage[]): boolean {
  if (inputScore !== undefined) return inputScore === 'legs';
  return parseCombined(reranker) !== undefined && stages.find(({ name }) => name === input)?.kind === 'fusion';
}

/**
 * One score per candidate: its scores in the legs, each standardised over the candidates and weighted as in the fusion.
 * A candidate that a leg did not read has the lowest score of that leg.
 * @param documentOf set in document unit: legs may name a document by different passages
 */
export function legScores(
  candidates: Int32Array,
  legs: readonly ScoredLeg[],
  documentOf: DocumentNumbers | undefined,
): Float64Array {
  const keyOf = (passage: number) => documentOf?.[passage] ?? passage;
  const total = new Float64Array(candidates.length);
  for (const { weight, list } of legs) {
    const scores = new Map(Array.from(list.passages, (passage, i) => [keyOf(passage), list.scores[i] ?? 0]));
    const lowest = list.scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
    const known = Float64Array.from(candidates, (passage) => scores.get(keyOf(passage)) ?? lowest);
    zScores(known).forEach((z, i) => {
      total[i] = (total[i] ?? 0) + weight * z;
    });
  }
  return total;
}
