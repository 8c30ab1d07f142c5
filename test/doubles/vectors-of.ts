import { createHash } from 'node:crypto';

/** What the doubles embed with: 64 bytes of a hash as numbers, made to have length 1, the first `dimensions` of them. */
export function vectorOf(model: string, text: string, dimensions: number): number[] {
  const bytes = createHash('sha512')
    .update(JSON.stringify([model, text]))
    .digest();
  const numbers = Array.from({ length: dimensions }, (_, i) => bytes.readInt8(i % 64) + 0.5);
  const length = Math.hypot(...numbers);
  return numbers.map((value) => Math.fround(value / length));
}
