import { addTo, dot, lengthOf, type Matrix, rowOf, zeros } from './matrix.ts';

export interface Eigen {
  /** From the largest. */
  readonly values: Float64Array;
  /** One vector of length 1 per row, in the order of the values; its largest component, the first of equals, is positive. */
  readonly vectors: Matrix;
}

/** Below this, squares round to nothing. */
const SMALLEST = 1e-150;
/** Rotations of a value before the matrix must be one that is not finite; two or three are usual. */
const MAX_STEPS_PER_VALUE = 60;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix: Householder reduction to three diagonals, then implicit QR steps with
 * Wilkinson's shift (Golub and Van Loan, Matrix Computations, 8.3).
 * @throws RangeError for a matrix with NaN or an infinite number
 */
export function symmetricEigen(matrix: Matrix): Eigen {
  const { diagonal, beside, basis } = tridiagonal(matrix);
  diagonalise(diagonal, beside, basis);
  const order = Array.from(diagonal, (_, i) => i).sort((a, b) => (diagonal[b] ?? 0) - (diagonal[a] ?? 0) || a - b);
  const vectors = zeros(matrix.rows, matrix.rows);
  order.forEach((from, to) => {
    const vector = rowOf(basis, from);
    const sign = isMostlyNegative(vector) ? -1 : 1;
    addTo(rowOf(vectors, to), sign, vector);
  });
  return { values: Float64Array.from(order, (i) => diagonal[i] ?? 0), vectors };
}

function isMostlyNegative(vector: Float64Array): boolean {
  let largest = 0;
  for (const value of vector) if (Math.abs(value) > Math.abs(largest)) largest = value;
  return largest < 0;
}

/** `basis` times the matrix times its transpose has only these three diagonals. */
function tridiagonal({ rows: size, values }: Matrix) {
  const a: Matrix = { rows: size, columns: size, values: values.slice() };
  const basis = zeros(size, size);
  for (let i = 0; i < size; i++) rowOf(basis, i)[i] = 1;
  for (let k = 0; k + 2 < size; k++) {
    const v = mirrorOf(rowOf(a, k), k + 1);
    if (v === undefined) continue;
    const squared = dot(v, v);
    // Both sides at once: A becomes A - v w' - w v', with w = p - (p'v / v'v) v and p = 2 A v / v'v.
    const w = new Float64Array(size);
    for (let i = k; i < size; i++) w[i] = (2 * dot(rowOf(a, i), v)) / squared;
    addTo(w, -dot(w, v) / squared, v);
    for (let i = k; i < size; i++) {
      const row = rowOf(a, i);
      addTo(row, -(v[i] ?? 0), w);
      addTo(row, -(w[i] ?? 0), v);
    }
    const u = new Float64Array(size);
    for (let i = k + 1; i < size; i++) addTo(u, v[i] ?? 0, rowOf(basis, i));
    for (let i = k + 1; i < size; i++) addTo(rowOf(basis, i), (-2 * (v[i] ?? 0)) / squared, u);
  }
  return {
    diagonal: Float64Array.from({ length: size }, (_, i) => rowOf(a, i)[i] ?? 0),
    beside: Float64Array.from({ length: Math.max(0, size - 1) }, (_, i) => rowOf(a, i)[i + 1] ?? 0),
    basis,
  };
}

/** The vector whose mirror clears a row behind `at`; undefined where there is nothing to clear. */
function mirrorOf(row: Float64Array, at: number): Float64Array | undefined {
  const v = new Float64Array(row.length);
  v.set(row.subarray(at), at);
  const length = lengthOf(v);
  if (lengthOf(v.subarray(at + 1)) === 0) return undefined;
  v[at] = (v[at] ?? 0) + ((v[at] ?? 0) < 0 ? -length : length);
  return v;
}

/** Turns the three diagonals into one, and the basis with them. */
function diagonalise(d: Float64Array, e: Float64Array, basis: Matrix): void {
  const isSmall = (i: number) => {
    const beside = Math.abs(e[i] ?? 0);
    return beside <= Number.EPSILON * (Math.abs(d[i] ?? 0) + Math.abs(d[i + 1] ?? 0)) || beside < SMALLEST;
  };
  let stepsLeft = MAX_STEPS_PER_VALUE * d.length;
  let last = d.length - 1;
  while (last > 0) {
    if (isSmall(last - 1)) {
      last--;
      continue;
    }
    if (stepsLeft-- === 0) throw new RangeError('the matrix has no eigenvalues: it holds NaN or an infinite number');
    let first = last - 1;
    while (first > 0 && !isSmall(first - 1)) first--;
    qrStep(d, e, basis, first, last);
  }
}

/** One implicit QR step on a block of the three diagonals that has no zero beside its diagonal. */
function qrStep(d: Float64Array, e: Float64Array, basis: Matrix, first: number, last: number): void {
  const corner = e[last - 1] ?? 0;
  const half = ((d[last - 1] ?? 0) - (d[last] ?? 0)) / 2;
  const root = Math.sqrt(half * half + corner * corner);
  let x = (d[first] ?? 0) - ((d[last] ?? 0) - (corner * corner) / (half + (half < 0 ? -root : root)));
  let z = e[first] ?? 0;
  for (let k = first; k < last; k++) {
    const r = Math.sqrt(x * x + z * z);
    const [c, s] = r === 0 ? [1, 0] : [x / r, z / r];
    if (k > first) e[k - 1] = r;
    const [p, q, b] = [d[k] ?? 0, d[k + 1] ?? 0, e[k] ?? 0];
    d[k] = c * c * p + 2 * c * s * b + s * s * q;
    d[k + 1] = s * s * p - 2 * c * s * b + c * c * q;
    e[k] = c * s * (q - p) + (c * c - s * s) * b;
    x = e[k] ?? 0;
    if (k + 1 < last) {
      z = s * (e[k + 1] ?? 0);
      e[k + 1] = c * (e[k + 1] ?? 0);
    }
    rotate(rowOf(basis, k), rowOf(basis, k + 1), c, s);
  }
}

function rotate(a: Float64Array, b: Float64Array, c: number, s: number): void {
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    a[i] = c * x + s * y;
    b[i] = c * y - s * x;
  }
}
