/**
 * Scales a vector to length 1 in place: squares are summed in double precision in the order of the dimensions, and
 * each quotient is rounded to float32 once. IEEE defines every step, so the bits are equal on every system.
 * @returns the length before; 0 leaves the vector as it is. NaN and infinities give a length that is not finite.
 */
export function normalise(vector: Float32Array): number {
  let squares = 0;
  for (let i = 0; i < vector.length; i++) squares += (vector[i] as number) * (vector[i] as number);
  const length = Math.sqrt(squares);
  if (length > 0) {
    for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) / length;
  }
  return length;
}
