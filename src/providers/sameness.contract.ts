import { expect } from 'vitest';
import type { Determinism } from '../contracts/embedder.ts';

type Numbers = Float32Array | Float64Array;

/** How far numbers that should be equal may differ. */
export interface Tolerances {
  /** Between equal calls. */
  readonly again: number;
  /** Between calls that hold a text among others: graphs in int8 or with padding round another way then. */
  readonly elsewhere: number;
}

/** `bitwise` allows no difference, `machine` none between equal calls. */
export function tolerancesOf(determinism: Determinism, tolerance: number): Tolerances {
  return {
    again: determinism === 'none' ? tolerance : 0,
    elsewhere: determinism === 'bitwise' ? 0 : tolerance,
  };
}

/** With a tolerance of 0 the bits are compared, so that 0 is not -0. */
export function expectSame(actual: Numbers, expected: Numbers, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  if (tolerance === 0) {
    expect(bits(actual)).toBe(bits(expected));
    return;
  }
  let gap = 0;
  for (const [i, value] of actual.entries()) gap = Math.max(gap, Math.abs(value - (expected[i] ?? Number.NaN)));
  expect(gap).toBeLessThanOrEqual(tolerance);
}

/** One byte per input, 0 or 1, or nothing at all. */
export function expectFlags(truncated: Uint8Array | null, inputs: number): void {
  if (truncated === null) return;
  expect(truncated).toHaveLength(inputs);
  expect(truncated.every((flag) => flag === 0 || flag === 1)).toBe(true);
}

function bits({ buffer, byteOffset, byteLength }: Numbers): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex');
}
