import { GrkError } from '../../contracts/errors.ts';

/** A positive number as mantissa in 1..2 and exponent: products of thousands of values neither over- nor underflow. */
interface Scaled {
  readonly mantissa: number;
  readonly exponent: number;
}

const ONE: Scaled = { mantissa: 1, exponent: 0 };
/** More halvings than an interval of doubles has. */
const MAX_HALVINGS = 1100;

/**
 * The n-th root of the product of values above 0. By products and bisection, without logarithms, whose last bit may
 * differ between systems; values are multiplied smallest first, so that their order does not matter.
 * @throws GrkError GRK_NOTHING_MEASURED for no values; GRK_INTERNAL for one that is not above 0
 */
export function geometricMean(values: readonly number[]): number {
  if (values.length === 0)
    throw new GrkError('GRK_NOTHING_MEASURED', 'there is no topic to average over', {
      remedy: 'Give at least one judged topic.',
    });
  const sorted = [...values].sort((a, b) => a - b);
  let low = sorted[0] ?? 0;
  let high = sorted.at(-1) ?? 0;
  if (!(low > 0 && Number.isFinite(high)))
    throw new GrkError('GRK_INTERNAL', 'a geometric mean of what is not above 0');
  const product = sorted.reduce((so, value) => times(so, scaled(value)), ONE);
  for (let i = 0; i < MAX_HALVINGS; i++) {
    const middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (isAbove(power(scaled(middle), values.length), product)) high = middle;
    else low = middle;
  }
  return low;
}

function scaled(value: number): Scaled {
  let mantissa = value;
  let exponent = 0;
  for (; mantissa < 1; exponent--) mantissa *= 2;
  for (; mantissa >= 2; exponent++) mantissa /= 2;
  return { mantissa, exponent };
}

function times(a: Scaled, b: Scaled): Scaled {
  const mantissa = a.mantissa * b.mantissa;
  const exponent = a.exponent + b.exponent;
  return mantissa >= 2 ? { mantissa: mantissa / 2, exponent: exponent + 1 } : { mantissa, exponent };
}

function power(base: Scaled, exponent: number): Scaled {
  let result = ONE;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = times(result, square);
    square = times(square, square);
  }
  return result;
}

function isAbove(a: Scaled, b: Scaled): boolean {
  return a.exponent === b.exponent ? a.mantissa > b.mantissa : a.exponent > b.exponent;
}
