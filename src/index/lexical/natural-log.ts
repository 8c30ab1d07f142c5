/**
 * ln(x) for finite x ≥ 1, within 1e-15 of the true value, from +, −, ×, ÷ alone: IEEE 754 fixes each of them, so
 * every system gives the same bits, which the standard does not promise for `Math.log`.
 * x = m·2^k with m in (1/√2, √2]; ln m = 2·(s + s³/3 + s⁵/5 + …) with s = (m − 1)/(m + 1), |s| < 0.172.
 */
export function naturalLog(x: number): number {
  let mantissa = x;
  let exponent = 0;
  for (; mantissa > Math.SQRT2; exponent++) mantissa /= 2;
  const s = (mantissa - 1) / (mantissa + 1);
  const square = s * s;
  let series = 0;
  for (let odd = 23; odd >= 3; odd -= 2) series = (series + 1 / odd) * square;
  return exponent * Math.LN2 + 2 * (s + s * series);
}
