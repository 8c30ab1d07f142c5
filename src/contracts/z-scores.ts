/** Minus the mean, divided by the standard deviation. Scores that are all equal say nothing and become 0. */
export function zScores(scores: Float64Array): Float64Array {
  // The mean of equal numbers can be another number.
  if (scores.every((score) => score === scores[0])) return new Float64Array(scores.length);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / scores.length);
  return scores.map((score) => (deviation > 0 && Number.isFinite(deviation) ? (score - mean) / deviation : 0));
}
