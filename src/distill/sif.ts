/** Smooth inverse frequency of Arora, Liang and Ma (2017): a / (a + p). */
export const SIF_COEFFICIENT = 1e-4;

/**
 * What each token counts in a sum: rare ones nearly 1, frequent ones less. How frequent a token is comes from its rank in
 * the vocabulary by Zipf's law, p = 1 / (rank + 1) over their sum, as vocabularies list frequent pieces first.
 * @param count tokens, in the order of the vocabulary
 */
export function sifWeights(count: number, coefficient = SIF_COEFFICIENT): Float64Array {
  const shares = Float64Array.from({ length: count }, (_, i) => 1 / (i + 2));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => coefficient / (coefficient + share / sum));
}
