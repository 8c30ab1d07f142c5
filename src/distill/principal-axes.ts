import { addTo, dot, type Matrix, rowOf, type Steps, zeros } from './matrix.ts';
import { symmetricEigen } from './symmetric-eigen.ts';

export interface PrincipalAxes {
  /** One axis of length 1 per row, from the one along which the rows vary most. */
  readonly axes: Matrix;
  /** Share of the rows' squared length that lies along these axes. */
  readonly share: number;
}

const ROWS_PER_STEP = 2048;

/**
 * The directions about the origin that hold most of the rows (principal components, without taking a mean away: that
 * would turn what was fitted to be compared by cosine).
 * @throws RangeError for rows with NaN or an infinite number
 */
export function* principalAxes(rows: Matrix, count: number): Steps<PrincipalAxes> {
  const moments = zeros(rows.columns, rows.columns);
  for (let number = 0; number < rows.rows; number++) {
    const row = rowOf(rows, number);
    for (let i = 0; i < rows.columns; i++) {
      const value = row[i] ?? 0;
      // Up to the diagonal only: the rest is the same.
      if (value !== 0) addTo(rowOf(moments, i).subarray(0, i + 1), value, row);
    }
    if (number % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
  }
  for (let i = 0; i < rows.columns; i++) {
    for (let j = 0; j < i; j++) rowOf(moments, j)[i] = rowOf(moments, i)[j] ?? 0;
  }
  const { values, vectors } = symmetricEigen(moments);
  const sum = (numbers: Float64Array) => numbers.reduce((total, value) => total + value, 0);
  const total = sum(values);
  return {
    axes: { rows: count, columns: rows.columns, values: vectors.values.slice(0, count * rows.columns) },
    share: total === 0 ? 1 : sum(values.subarray(0, count)) / total,
  };
}

/** Coordinates of each row along each axis. */
export function* project(rows: Matrix, axes: Matrix): Steps<Matrix> {
  const projected = zeros(rows.rows, axes.rows);
  for (let number = 0; number < rows.rows; number++) {
    projectRow(rowOf(rows, number), axes, rowOf(projected, number));
    if (number % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
  }
  return projected;
}

export function projectRow(row: ArrayLike<number>, axes: Matrix, target: Float64Array): void {
  for (let axis = 0; axis < axes.rows; axis++) target[axis] = dot(rowOf(axes, axis), row);
}
