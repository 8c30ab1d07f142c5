import { GrkError } from '../../contracts/errors.ts';

const FRACTION_BITS = 160n;
const ONE = 1n << FRACTION_BITS;
const TWO = ONE << 1n;
const RESULT_BITS = 64;

/**
 * log2 of an integer from 1 to 2^31 − 1, correctly rounded.
 * By repeated squaring in fixed point: `Math.log2` may differ in the last bit between systems, and the last bit of an
 * nDCG can decide whether a difference is zero.
 */
export function log2(n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > 0x7fffffff) throw new GrkError('GRK_INTERNAL', `log2(${n}) is not defined`);
  const exponent = 31 - Math.clz32(n);
  let mantissa = (BigInt(n) << FRACTION_BITS) >> BigInt(exponent);
  if (mantissa === ONE) return exponent;
  let digits = BigInt(exponent);
  for (let i = 0; i < RESULT_BITS; i++) {
    mantissa = (mantissa * mantissa) >> FRACTION_BITS;
    digits <<= 1n;
    if (mantissa >= TWO) {
      mantissa >>= 1n;
      digits |= 1n;
    }
  }
  // The logarithm is irrational, so a set last bit stands for the digits that were left out.
  return Number((digits << 1n) | 1n) / 2 ** (RESULT_BITS + 1);
}
