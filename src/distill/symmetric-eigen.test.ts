import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dot, type Matrix, rowOf } from './matrix.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

const matrix = (...rows: number[][]): Matrix => ({
  rows: rows.length,
  columns: rows.length,
  values: Float64Array.from(rows.flat()),
});
const rowsOf = ({ rows, columns, values }: Matrix) =>
  Array.from({ length: rows }, (_, i) => [...values.subarray(i * columns, (i + 1) * columns)]);

/** Cyclic Jacobi, by the book: eigenvalues only, ascending. */
function naiveEigenvalues(matrix: readonly (readonly number[])[]): number[] {
  const a = matrix.map((row) => [...row]);
  const at = (i: number, j: number) => a[i]?.[j] ?? 0;
  for (let sweep = 0; sweep < 30; sweep++) {
    for (let p = 0; p < a.length; p++) {
      for (let q = p + 1; q < a.length; q++) {
        if (at(p, q) === 0) continue;
        const angle = Math.atan2(2 * at(p, q), at(q, q) - at(p, p)) / 2;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        for (const row of a)
          [row[p], row[q]] = [c * (row[p] ?? 0) - s * (row[q] ?? 0), s * (row[p] ?? 0) + c * (row[q] ?? 0)];
        const [x, y] = [[...(a[p] ?? [])], [...(a[q] ?? [])]];
        a[p] = x.map((value, i) => c * value - s * (y[i] ?? 0));
        a[q] = x.map((value, i) => s * value + c * (y[i] ?? 0));
      }
    }
  }
  return a.map((row, i) => row[i] ?? 0).sort((x, y) => x - y);
}

describe('symmetricEigen', () => {
  it('gives what is worked out by hand', () => {
    const { values, vectors } = symmetricEigen(matrix([2, 1], [1, 2]));
    const half = Math.sqrt(0.5);
    expect([...values]).toEqual([expect.closeTo(3, 14), expect.closeTo(1, 14)]);
    expect(rowsOf(vectors)).toEqual([
      [expect.closeTo(half, 14), expect.closeTo(half, 14)],
      [expect.closeTo(half, 14), expect.closeTo(-half, 14)],
    ]);
    expect(symmetricEigen(matrix([-3]))).toEqual({ values: Float64Array.of(-3), vectors: matrix([1]) });
  });

  it('keeps a diagonal as it is, from the largest, equal values in their order', () => {
    const { values, vectors } = symmetricEigen(matrix([1, 0, 0], [0, 5, 0], [0, 0, 1]));
    expect([[...values], rowsOf(vectors)]).toEqual([
      [5, 1, 1],
      [
        [0, 1, 0],
        [1, 0, 0],
        [0, 0, 1],
      ],
    ]);
  });

  it('gives the known values of the second difference', () => {
    const size = 40;
    const second = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (_, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)),
    );
    const expected = Array.from({ length: size }, (_, k) => 2 + 2 * Math.cos(((k + 1) * Math.PI) / (size + 1)));
    expect([...symmetricEigen(matrix(...second)).values]).toEqual(expected.map((value) => expect.closeTo(value, 12)));
  });

  const symmetric = fc
    .integer({ min: 1, max: 8 })
    .chain((size) => fc.array(fc.integer({ min: -9, max: 9 }), { minLength: size * size, maxLength: size * size }))
    .map((numbers) => {
      const size = Math.sqrt(numbers.length);
      return Array.from({ length: size }, (_, i) =>
        Array.from({ length: size }, (_, j) => numbers[Math.min(i, j) * size + Math.max(i, j)] ?? 0),
      );
    });

  it('gives vectors of length 1 at right angles that the matrix only stretches, and the values of another method', () => {
    fc.assert(
      fc.property(symmetric, (rows) => {
        const a = matrix(...rows);
        const { values, vectors } = symmetricEigen(a);
        const naive = naiveEigenvalues(rows).reverse();
        for (let i = 0; i < a.rows; i++) {
          const vector = rowOf(vectors, i);
          expect(values[i]).toBeCloseTo(naive[i] ?? Number.NaN, 9);
          for (let j = 0; j < a.rows; j++) {
            expect(dot(vector, rowOf(vectors, j))).toBeCloseTo(i === j ? 1 : 0, 10);
            expect(dot(rowOf(a, j), vector)).toBeCloseTo((values[i] ?? 0) * (vector[j] ?? 0), 9);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('ends on what has no eigenvalues', () => {
    expect(() => symmetricEigen(matrix([1, 2, 3], [2, Number.NaN, 1], [3, 1, 2]))).toThrow(RangeError);
  });
});
