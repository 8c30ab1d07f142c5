import { GrkError } from '../contracts/errors.ts';
import type { TopicQuery } from '../contracts/ports.ts';
import type { ScoredList } from '../contracts/ranking.ts';
import { truncate } from './collapse.ts';

/** Version id of how scores and input make a ranking. */
export const RERANK_ALGORITHM = 'rerank-top/1';

/**
 * An opened reranker: one score per candidate, in the order given.
 * @param legScores of the candidates, where the stage adds to the legs that its input fuses
 */
export type RerankCandidates = (
  topic: TopicQuery,
  candidates: ScoredList,
  legScores?: Float64Array,
) => Promise<Float64Array>;

/**
 * The first `depth` passages of a ranking in the order of a reranker, then the rest as it was.
 * Among equal scores the order of the input stays: a reranker that cannot tell two passages apart says nothing about
 * them. Behind the candidates stand the input's scores.
 * @throws GrkError GRK_RERANKER_OUTPUT for a missing or non-finite score, and what the reranker throws
 */
export async function rerankTop(
  input: ScoredList,
  depth: number,
  topic: TopicQuery,
  rerank: RerankCandidates,
): Promise<ScoredList> {
  const candidates = truncate(input, depth);
  const size = candidates.passages.length;
  if (size === 0) return input;
  const scores = checked(await rerank(topic, candidates), size);
  const order = Array.from({ length: size }, (_, rank) => rank).sort(
    (a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b,
  );
  const passages = input.passages.slice();
  const merged = input.scores.slice();
  order.forEach((from, to) => {
    passages[to] = candidates.passages[from] ?? 0;
    merged[to] = scores[from] ?? 0;
  });
  return { passages, scores: merged };
}

function checked(scores: Float64Array, size: number): Float64Array {
  if (scores.length !== size) throw wrongOutput(`${scores.length} scores for ${size} passages`);
  const at = scores.findIndex((score) => !Number.isFinite(score));
  if (at >= 0) throw wrongOutput(`the score ${scores[at]} for passage ${at + 1} of ${size}`);
  return scores;
}

function wrongOutput(what: string): GrkError {
  return new GrkError('GRK_RERANKER_OUTPUT', `the reranker returned ${what}`, {
    remedy: 'This is a fault of the reranker: it must return one finite number per passage.',
  });
}
