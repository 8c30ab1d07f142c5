import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise, normaliseRows } from './normalise.ts';

describe('normalise', () => {
  it('divides by the length, in place, and returns it', () => {
    const vector = Float32Array.of(3, 0, -4);
    expect(normalise(vector)).toBe(5);
    expect([...vector]).toEqual([Math.fround(0.6), 0, Math.fround(-0.8)]);
  });

  it('leaves a zero vector alone', () => {
    const vector = Float32Array.of(0, -0);
    expect(normalise(vector)).toBe(0);
    expect([...vector]).toEqual([0, -0]);
  });

  it('returns a length that is not finite for NaN and infinities', () => {
    expect(normalise(Float32Array.of(1, Number.NaN))).toBeNaN();
    expect(normalise(Float32Array.of(1, Number.NEGATIVE_INFINITY))).toBe(Number.POSITIVE_INFINITY);
  });

  it('gives length 1 for any other vector, also at the ends of the float32 range', () => {
    const vector = fc.float32Array({ minLength: 1, maxLength: 40, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(vector, (values) => {
        const length = normalise(values);
        fc.pre(length > 0);
        expect(Math.hypot(...values)).toBeCloseTo(1, 6);
      }),
    );
  });
});

describe('normaliseRows', () => {
  it('gives each row the bits that normalise gives it, and leaves what lies between the rows', () => {
    const shape = fc.record({ rows: fc.nat(4), dimensions: fc.integer({ min: 1, max: 5 }), gap: fc.nat(2) });
    const numbers = fc.infiniteStream(fc.oneof(fc.constantFrom(0, -0, 1e-45, 3e38), fc.float({ noNaN: true })));
    fc.assert(
      fc.property(shape, numbers, ({ rows, dimensions, gap }, stream) => {
        const stride = dimensions + gap;
        const matrix = Float32Array.from({ length: rows * stride }, () => stream.next().value ?? 0);
        const expected = matrix.slice();
        const lengths = Array.from({ length: rows }, (_, row) =>
          normalise(expected.subarray(row * stride, row * stride + dimensions)),
        );
        expect([...normaliseRows(matrix, rows, dimensions, stride)]).toEqual(
          lengths.map((length) => Number(length > 0)),
        );
        expect(matrix).toEqual(expected);
      }),
    );
  });
});
