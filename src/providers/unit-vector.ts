/** Of length 1, or zero; undefined where something is no finite number. Scaled first, so that no square overflows. */
export function unitVector(vector: ArrayLike<unknown>): Float32Array | undefined {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i];
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    largest = Math.max(largest, Math.abs(value));
  }
  const unit = new Float32Array(vector.length);
  if (largest === 0) return unit;
  const scaled = (i: number) => Number(vector[i]) / largest;
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += scaled(i) ** 2;
  const length = Math.sqrt(sum);
  for (let i = 0; i < vector.length; i++) unit[i] = scaled(i) / length;
  return unit;
}
