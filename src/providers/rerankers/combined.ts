import type { Reranker } from '../../contracts/ports.ts';
import { zScores } from '../../contracts/z-scores.ts';

/** Version id of how two scores become one. */
export const COMBINED_ALGORITHM = 'combined-z/1';

/**
 * Adds a reranker's score to that of the input stage: z(input) + weight · z(reranker), each standardised over the
 * candidates of a topic (minus the mean, divided by the standard deviation). A part whose scores are all equal says
 * nothing and adds 0, so one candidate has the score 0. Where candidates come with the scores of legs, those stand for
 * the input: they are sums of standardised scores already.
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
      const before = passages.flatMap(({ legScore }) => legScore ?? []);
      const isOfLegs = before.length === passages.length;
      const input = isOfLegs ? before : zScores(Float64Array.from(passages, ({ inputScore }) => inputScore));
      const own = zScores(scores);
      const isSilent = scores.length > 1 && scores.every((score) => score === scores[0]);
      return {
        scores: own.map((value, i) => (input[i] ?? 0) + weight * value),
        ...rest,
        ...(isSilent ? { isSilent } : {}),
      };
    },
  };
}
