import { type Bags, poolInto } from './bags.ts';
import { lengthOf, type Matrix, type Steps, zeros } from './matrix.ts';

export interface RefitSettings {
  /** How strongly rows are held to where they were. */
  readonly lambda: number;
  /** How often the lengths of the sums are measured anew. */
  readonly rounds: number;
  /** Steps of conjugate gradient per round. */
  readonly steps: number;
  /** Columns that are solved together: they do not depend on each other, so this changes no number. */
  readonly block?: number;
}

const BLOCK = 32;

/** Yields that `refit` makes, for progress. */
export function refitSteps(columns: number, { rounds, steps, block = BLOCK }: RefitSettings): number {
  return rounds * Math.ceil(columns / block) * steps;
}

/**
 * Moves token rows so that the sums of passages, scaled to length 1, come near to what a teacher says of them. Minimises
 * `|B E - Y|² + lambda |E - prior|²`, where B E are the sums divided by the lengths that they have at the start of a
 * round, by conjugate gradient on the normal equations (Golub and Van Loan, 11.3), each column for itself.
 * A row that occurs in no passage stays as it is. A passage without a sum has no say.
 * @param targets a vector per passage
 */
export function* refit(prior: Matrix, bags: Bags, targets: Matrix, settings: RefitSettings): Steps<Matrix> {
  const { rounds, block = BLOCK } = settings;
  const rows: Matrix = { ...prior, values: prior.values.slice() };
  const sum = new Float64Array(rows.columns);
  for (let round = 0; round < rounds; round++) {
    const scaled = bags.factors.slice();
    for (let passage = 0; passage < targets.rows; passage++) {
      poolInto(sum, bags, passage, rows);
      const length = lengthOf(sum);
      for (let j = bags.starts[passage] ?? 0; j < (bags.starts[passage + 1] ?? 0); j++) {
        scaled[j] = length === 0 ? 0 : (scaled[j] ?? 0) / length;
      }
    }
    for (let from = 0; from < rows.columns; from += block) {
      yield* solveColumns(rows, prior, { ...bags, factors: scaled }, targets, settings, [
        from,
        Math.min(from + block, rows.columns),
      ]);
    }
  }
  return rows;
}

function* solveColumns(
  rows: Matrix,
  prior: Matrix,
  bags: Bags,
  targets: Matrix,
  { lambda, steps }: RefitSettings,
  [from, to]: readonly [number, number],
): Steps<void> {
  const width = to - from;
  const moved = zeros(rows.rows, width);
  copyColumns(rows, from, moved, 0);
  const residual = zeros(rows.rows, width);
  const goal = zeros(targets.rows, width);
  copyColumns(targets, from, goal, 0);
  // B'(Y - B E) - lambda (E - prior)
  applyNormal(bags, moved, residual, -1, goal);
  const held = zeros(rows.rows, width);
  copyColumns(prior, from, held, 0);
  combine(residual, -lambda, moved.values);
  combine(residual, lambda, held.values);
  const direction: Matrix = { ...residual, values: residual.values.slice() };
  const image = zeros(rows.rows, width);
  let squares = columnDots(residual, residual);
  for (let step = 0; step < steps; step++) {
    image.values.fill(0);
    applyNormal(bags, direction, image, 1);
    combine(image, lambda, direction.values);
    const curvature = columnDots(direction, image);
    const stride = squares.map((value, i) => ratio(value, curvature[i] ?? 0));
    addColumns(moved, stride, direction);
    addColumns(
      residual,
      stride.map((value) => -value),
      image,
    );
    const after = columnDots(residual, residual);
    const keep = after.map((value, i) => ratio(value, squares[i] ?? 0));
    squares = after;
    for (let i = 0; i < direction.values.length; i++) {
      direction.values[i] = (residual.values[i] ?? 0) + (keep[i % width] ?? 0) * (direction.values[i] ?? 0);
    }
    yield;
  }
  copyColumns(moved, 0, rows, from);
}

/** Adds `sign` times B'(B E - goal) to a matrix, passage by passage; without a goal it is zero. */
function applyNormal(bags: Bags, rows: Matrix, result: Matrix, sign: number, goal?: Matrix): void {
  const { starts, tokens, factors } = bags;
  const width = rows.columns;
  const sum = new Float64Array(width);
  for (let passage = 0; passage + 1 < starts.length; passage++) {
    poolInto(sum, bags, passage, rows);
    if (goal !== undefined) {
      for (let i = 0; i < width; i++) sum[i] = (sum[i] ?? 0) - (goal.values[passage * width + i] ?? 0);
    }
    for (let j = starts[passage] ?? 0; j < (starts[passage + 1] ?? 0); j++) {
      const factor = sign * (factors[j] ?? 0);
      const at = (tokens[j] ?? 0) * width;
      for (let i = 0; i < width; i++) result.values[at + i] = (result.values[at + i] ?? 0) + factor * (sum[i] ?? 0);
    }
  }
}

function ratio(above: number, below: number): number {
  return below > 0 ? above / below : 0;
}

function columnDots(a: Matrix, b: Matrix): Float64Array {
  const dots = new Float64Array(a.columns);
  for (let i = 0; i < a.values.length; i++) {
    const column = i % a.columns;
    dots[column] = (dots[column] ?? 0) + (a.values[i] ?? 0) * (b.values[i] ?? 0);
  }
  return dots;
}

function addColumns(target: Matrix, factors: Float64Array, { values }: Matrix): void {
  for (let i = 0; i < values.length; i++) {
    target.values[i] = (target.values[i] ?? 0) + (factors[i % target.columns] ?? 0) * (values[i] ?? 0);
  }
}

function combine(target: Matrix, factor: number, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) target.values[i] = (target.values[i] ?? 0) + factor * (values[i] ?? 0);
}

/** Copies as many columns as the narrower of both has. */
function copyColumns(source: Matrix, from: number, target: Matrix, to: number): void {
  const width = Math.min(source.columns, target.columns);
  for (let row = 0; row < source.rows; row++) {
    for (let i = 0; i < width; i++) {
      target.values[row * target.columns + to + i] = source.values[row * source.columns + from + i] ?? 0;
    }
  }
}
