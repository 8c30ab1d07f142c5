/** Row-major, in double precision. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
}

export function zeros(rows: number, columns: number): Matrix {
  return { rows, columns, values: new Float64Array(rows * columns) };
}

/** A view of one row: what is written to it changes the matrix. */
export function rowOf({ columns, values }: Matrix, row: number): Float64Array {
  return values.subarray(row * columns, (row + 1) * columns);
}

/** In the order of the components, so that equal vectors have equal products on every system. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

export function lengthOf(vector: ArrayLike<number>): number {
  return Math.sqrt(dot(vector, vector));
}

/** Adds a multiple of a vector to another one. */
export function addTo(target: Float64Array, factor: number, vector: ArrayLike<number>): void {
  for (let i = 0; i < target.length; i++) target[i] = (target[i] ?? 0) + factor * (vector[i] ?? 0);
}

/** Long work, cut where a caller may look up: it yields after each step and returns its result. */
export type Steps<T> = Generator<undefined, T>;

/** Runs work to its end without looking up. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
