import { addTo, lengthOf, type Matrix, rowOf, zeros } from './matrix.ts';

/**
 * What a teacher makes of single tokens, as one row each: the mean of its output at the first place of the frame and of
 * that at the token, each less its mean over the vocabulary. Rows are scaled together to a mean length of 1.
 * @param outputs row-major, for each token the first output and then the token's, each of `width` components
 */
export function tokenPrior(outputs: Float32Array, width: number): Matrix {
  const count = outputs.length / (2 * width);
  const mean = new Float64Array(2 * width);
  const outputOf = (token: number) => outputs.subarray(token * 2 * width, (token + 1) * 2 * width);
  for (let token = 0; token < count; token++) addTo(mean, 1 / count, outputOf(token));
  const prior = zeros(count, width);
  let lengths = 0;
  for (let token = 0; token < count; token++) {
    const row = rowOf(prior, token);
    const output = outputOf(token);
    for (let i = 0; i < width; i++) {
      row[i] = ((output[i] ?? 0) - (mean[i] ?? 0) + (output[width + i] ?? 0) - (mean[width + i] ?? 0)) / 2;
    }
    lengths += lengthOf(row);
  }
  const scale = lengths === 0 ? 1 : count / lengths;
  for (let i = 0; i < prior.values.length; i++) prior.values[i] = (prior.values[i] ?? 0) * scale;
  return prior;
}
