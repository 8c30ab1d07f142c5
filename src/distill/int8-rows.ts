import { type Matrix, rowOf } from './matrix.ts';

export interface Int8Rows {
  readonly rows: Int8Array;
  /** What each row is multiplied with; 0 for a row of zeros. */
  readonly scales: Float64Array;
}

const LARGEST = 127;

/** Each row by its own scale, so that no component is off by more than half of it. */
export function int8Rows(matrix: Matrix): Int8Rows {
  const rows = new Int8Array(matrix.values.length);
  const scales = new Float64Array(matrix.rows);
  for (let number = 0; number < matrix.rows; number++) {
    const row = rowOf(matrix, number);
    const largest = row.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = largest / LARGEST;
    scales[number] = scale;
    if (scale === 0) continue;
    for (let i = 0; i < row.length; i++) rows[number * matrix.columns + i] = Math.round((row[i] ?? 0) / scale);
  }
  return { rows, scales };
}
