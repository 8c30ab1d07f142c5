import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bagsOf } from './bags.ts';
import { finish, type Matrix } from './matrix.ts';
import { type RefitSettings, refit, refitSteps } from './refit.ts';

const matrix = (rows: readonly (readonly number[])[]): Matrix => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  values: Float64Array.from(rows.flat()),
});
const ENOUGH: RefitSettings = { lambda: 0.5, rounds: 1, steps: 40 };

/** Gauss with pivots. */
function solve(a: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = a.map((row, i) => [...row, b[i] ?? 0]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let k = 0; k < rows.length; k++) {
    const best = rows.reduce((top, _, i) => (i > top && Math.abs(at(i, k)) > Math.abs(at(top, k)) ? i : top), k);
    [rows[k], rows[best]] = [rows[best] ?? [], rows[k] ?? []];
    for (let i = 0; i < rows.length; i++) {
      const factor = i === k ? 0 : at(i, k) / at(k, k);
      rows[i] = (rows[i] ?? []).map((value, j) => value - factor * at(k, j));
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 0));
}

/** (B'B + lambda) E = B'Y + lambda prior, written out in full. */
function dense(prior: number[][], passages: number[][], weights: number[], targets: number[][], lambda: number) {
  const bags = passages.map((passage) =>
    prior.map((_, t) => passage.filter((x) => x === t).length * (weights[t] ?? 0)),
  );
  const b = bags.map((bag) => {
    const sum = (prior[0] ?? []).map((_, c) =>
      bag.reduce((total, factor, t) => total + factor * (prior[t]?.[c] ?? 0), 0),
    );
    const length = Math.hypot(...sum);
    return bag.map((factor) => (length === 0 ? 0 : factor / length));
  });
  const normal = prior.map((_, s) =>
    prior.map((_, t) => b.reduce((sum, row) => sum + (row[s] ?? 0) * (row[t] ?? 0), s === t ? lambda : 0)),
  );
  const columns = (prior[0] ?? []).map((_, c) =>
    solve(
      normal,
      prior.map((row, t) =>
        b.reduce((sum, bag, i) => sum + (bag[t] ?? 0) * (targets[i]?.[c] ?? 0), lambda * (row[c] ?? 0)),
      ),
    ),
  );
  return prior.map((_, t) => columns.map((column) => column[t] ?? 0));
}

const number = fc.integer({ min: -8, max: 8 }).map((value) => value / 4);
const table = (rows: number, columns: number) =>
  fc.array(fc.array(number, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows });
const problem = fc.record({
  prior: table(5, 3),
  passages: fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 }), { minLength: 6, maxLength: 6 }),
  weights: fc.constant<number[]>([1, 0.5, 0.25, 1, 1]),
  targets: table(6, 3),
});

describe('refit', () => {
  it('gives the solution of the normal equations', () => {
    fc.assert(
      fc.property(problem, ({ prior, passages, weights, targets }) => {
        const bags = bagsOf(passages, Float64Array.from(weights));
        const rows = finish(refit(matrix(prior), bags, matrix(targets), ENOUGH));
        const expected = dense(prior, passages, weights, targets, ENOUGH.lambda).flat();
        const worst = expected.map(
          (value, i) => Math.abs(value - (rows.values[i] ?? Number.NaN)) / (1 + Math.abs(value)),
        );
        expect(Math.max(...worst)).toBeLessThan(1e-6);
      }),
      { numRuns: 60 },
    );
  });

  it('measures lengths anew in the second round, and holds rows to where they were before the first', () => {
    const prior = [
      [1, 0],
      [0, 2],
    ];
    const passages = [[0], [0, 1]];
    const targets = [
      [0, 1],
      [1, 0],
    ];
    const run = (rounds: number) => [
      ...finish(refit(matrix(prior), bagsOf(passages, Float64Array.of(1, 1)), matrix(targets), { ...ENOUGH, rounds }))
        .values,
    ];
    const first = dense(prior, passages, [1, 1], targets, 0.5);
    const lengths = [
      Math.hypot(...(first[0] ?? [])),
      Math.hypot((first[0]?.[0] ?? 0) + (first[1]?.[0] ?? 0), (first[0]?.[1] ?? 0) + (first[1]?.[1] ?? 0)),
    ];
    const [a = 0, b = 0] = lengths.map((length) => 1 / length);
    const normal = [
      [a * a + b * b + 0.5, b * b],
      [b * b, b * b + 0.5],
    ];
    // Column by column: B'Y + lambda prior.
    const [x, y] = [solve(normal, [b + 0.5, b]), solve(normal, [a, 1])];
    expect(run(2)).toEqual([x[0], y[0], x[1], y[1]].map((value = Number.NaN) => expect.closeTo(value, 9)));
    expect(run(1)).toEqual(first.flat().map((value) => expect.closeTo(value, 9)));
  });

  it('leaves a row that occurs nowhere as it was, and passages without a sum out', () => {
    const prior = matrix([
      [1, 2],
      [3, 4],
      [-3, -4],
    ]);
    const bags = bagsOf([[0], [], [1, 2]], Float64Array.of(1, 1, 1));
    const rows = finish(
      refit(
        prior,
        bags,
        matrix([
          [0, 1],
          [9, 9],
          [9, 9],
        ]),
        ENOUGH,
      ),
    );
    expect([...rows.values.subarray(2)]).toEqual([3, 4, -3, -4]);
    expect(rows.values[0]).toBeLessThan(1);
  });

  it('gives the same bits whatever number of columns is solved at a time, in the steps that it says', () => {
    const prior = matrix(
      Array.from({ length: 4 }, (_, i) => Array.from({ length: 5 }, (_, j) => Math.sin(1 + 3 * i + j))),
    );
    const targets = matrix(
      Array.from({ length: 3 }, (_, i) => Array.from({ length: 5 }, (_, j) => Math.cos(2 * i + 5 * j))),
    );
    const bags = bagsOf([[0, 1], [1, 2, 2], [3]], Float64Array.of(1, 0.5, 0.25, 1));
    const run = (block: number) => {
      const settings = { lambda: 0.5, rounds: 2, steps: 4, block };
      const steps = refit(prior, bags, targets, settings);
      for (let i = 0; i < refitSteps(5, settings); i++) expect(steps.next().done).toBe(false);
      const { done, value } = steps.next();
      expect(done).toBe(true);
      return value;
    };
    expect(run(1)).toEqual(run(5));
    expect(run(2)).toEqual(run(5));
  });
});
