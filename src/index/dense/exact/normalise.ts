/**
 * Scales a vector to length 1 in place: squares are summed in double precision in the order of the dimensions, and
 * each quotient is rounded to float32 once. IEEE defines every step, so the bits are equal on every system.
 * @returns the length before; 0 leaves the vector as it is. NaN and infinities give a length that is not finite.
 */
export function normalise(vector: Float32Array): number {
  return scale(vector, 0, vector.length);
}

/**
 * Scales each row of a matrix as `normalise` does, in place.
 * @param stride numbers from one row to the next
 * @returns 1 per row that has a direction, 0 per row of zeros
 */
export function normaliseRows(matrix: Float32Array, rows: number, dimensions: number, stride: number): Uint8Array {
  const hasDirection = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    hasDirection[row] = scale(matrix, row * stride, row * stride + dimensions) > 0 ? 1 : 0;
  }
  return hasDirection;
}

function scale(values: Float32Array, start: number, end: number): number {
  let squares = 0;
  for (let i = start; i < end; i++) {
    const value = values[i] ?? 0;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (length > 0) for (let i = start; i < end; i++) values[i] = (values[i] ?? 0) / length;
  return length;
}
