/**
 * Minus the mean, divided by the standard deviation. Scores that are all equal say nothing and become 0; where one is not
 * finite, or their squares are not, all become NaN, for whoever asked to refuse.
 */
export function zScores(scores: Float64Array): Float64Array {
  // The mean of equal numbers can be another number.
  if (scores.every((score) => score === scores[0])) return new Float64Array(scores.length);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / scores.length);
  if (!Number.isFinite(deviation)) return scores.map(() => Number.NaN);
  return scores.map((score) => (deviation > 0 ? (score - mean) / deviation : 0));
}
