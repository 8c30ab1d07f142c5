import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bagsOf } from './bags.ts';
import { meanCosine } from './fit.ts';
import { int8Rows } from './int8-rows.ts';
import { finish, type Matrix } from './matrix.ts';
import { principalAxes, project } from './principal-axes.ts';
import { sifWeights } from './sif.ts';
import { tokenPrior } from './token-prior.ts';

const matrix = (...rows: number[][]): Matrix => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  values: Float64Array.from(rows.flat()),
});

describe('sifWeights', () => {
  it('weighs by rank, as worked out by hand', () => {
    // Shares 1/2, 1/3, 1/4 over their sum 13/12: 6/13, 4/13, 3/13.
    expect([...sifWeights(3, 0.1)]).toEqual([6, 4, 3].map((part) => expect.closeTo(0.1 / (0.1 + part / 13), 14)));
  });
});

describe('tokenPrior', () => {
  it('is the mean of both outputs, each less its mean, at a mean length of 1', () => {
    // First outputs 2 and 4, tokens' own (0, 6) and (0, 2): centred -1 and 1, (0, 2) and (0, -2).
    const outputs = Float32Array.of(2, 0, 0, 6, 4, 0, 0, 2);
    const length = Math.hypot(0.5, 1);
    expect([...tokenPrior(outputs, 2).values]).toEqual(
      [-0.5, 1, 0.5, -1].map((value) => expect.closeTo(value / length, 14)),
    );
    expect([...tokenPrior(Float32Array.of(1, 1, 1, 1), 1).values]).toEqual([0, 0]);
  });
});

describe('principalAxes', () => {
  it('finds the directions of most length about the origin, and their share', () => {
    const rows = matrix([3, 4, 0], [-3, -4, 0], [0, 0, 1]);
    const { axes, share } = finish(principalAxes(rows, 1));
    expect([...axes.values]).toEqual([0.6, 0.8, 0].map((value) => expect.closeTo(value, 14)));
    expect(share).toBeCloseTo(50 / 51, 14);
    expect([...finish(project(rows, axes)).values]).toEqual([5, -5, 0].map((value) => expect.closeTo(value, 13)));
  });

  it('loses no length and no angle with as many axes as columns', () => {
    const rows = matrix([1, 2, 3], [-1, 0, 2], [4, 4, -1]);
    const { axes, share } = finish(principalAxes(rows, 3));
    const projected = finish(project(rows, axes));
    const products = ({ values }: Matrix) =>
      [0, 1, 2].flatMap((i) =>
        [0, 1, 2].map((j) =>
          [0, 1, 2].reduce((sum, k) => sum + (values[3 * i + k] ?? 0) * (values[3 * j + k] ?? 0), 0),
        ),
      );
    expect(share).toBe(1);
    expect(products(projected)).toEqual(products(rows).map((value) => expect.closeTo(value, 12)));
  });
});

describe('int8Rows', () => {
  it('gives each row its own scale, and a row of zeros none', () => {
    expect(int8Rows(matrix([127, -64, 0.4], [0, 0, 0], [0.25, -0.5, 0.001]))).toEqual({
      rows: Int8Array.of(127, -64, 0, 0, 0, 0, 64, -127, 0),
      scales: Float64Array.of(1, 0, 0.5 / 127),
    });
  });

  it('is off by half a scale at most', () => {
    const finite = fc.float({ noNaN: true, min: -1024, max: 1024 });
    fc.assert(
      fc.property(fc.array(finite, { minLength: 1, maxLength: 8 }), (row) => {
        const {
          rows,
          scales: [scale = 0],
        } = int8Rows(matrix(row));
        row.forEach((value, i) => {
          expect(Math.abs(value - (rows[i] ?? 0) * scale)).toBeLessThanOrEqual((scale / 2) * (1 + 1e-12));
        });
      }),
    );
  });
});

describe('meanCosine', () => {
  const bags = bagsOf([[0, 1, 1], [2]], Float64Array.of(1, 0.5, 1));

  it('compares sums with targets, a passage without a sum counting 0', () => {
    // (1, 0) + 2 * 0.5 * (0, 1) against (1, 0): cosine of 45 degrees.
    const rows = matrix([1, 0], [0, 1], [0, 0]);
    expect(meanCosine(rows, bags, matrix([2, 0], [1, 0]))).toBeCloseTo(Math.SQRT1_2 / 2, 14);
  });

  it('counts what lies outside of the axes as missed', () => {
    const rows = matrix([1], [1], [1]);
    expect(meanCosine(rows, bags, matrix([3, 4], [3, 4]), matrix([1, 0]))).toBeCloseTo(0.6, 14);
  });
});
