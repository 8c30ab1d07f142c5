import type { Reranker } from '../../contracts/ports.ts';

/** Version id of how two scores become one. */
export const COMBINED_ALGORITHM = 'combined-z/1';

/**
 * Adds a reranker's score to that of the input stage: z(input) + weight · z(reranker), each standardised over the
 * candidates of a topic (minus the mean, divided by the standard deviation). A part whose scores are all equal says
 * nothing and adds 0, so one candidate has the score 0.
 */
export function combinedReranker(inner: Reranker, weight: number): Reranker {
  const { identity } = inner;
  return {
    ...inner,
    identity: {
      ...identity,
      provider: 'combined',
      algorithm: COMBINED_ALGORITHM,
      settings: { ...identity.settings, weight, reranker: identity.provider, rerankerAlgorithm: identity.algorithm },
    },
    score: async (topic, passages, signal) => {
      const { scores, ...rest } = await inner.score(topic, passages, signal);
      const input = standardised(Float64Array.from(passages, ({ inputScore }) => inputScore));
      const own = standardised(scores);
      return { scores: input.map((value, i) => value + weight * (own[i] ?? 0)), ...rest };
    },
  };
}

function standardised(scores: Float64Array): Float64Array {
  // The mean of equal numbers can be another number.
  if (scores.every((score) => score === scores[0])) return new Float64Array(scores.length);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / scores.length);
  return scores.map((score) => (deviation > 0 && Number.isFinite(deviation) ? (score - mean) / deviation : 0));
}
