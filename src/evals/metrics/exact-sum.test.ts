import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactSum, mean } from './index.ts';

/** A double as an integer multiple of 2^-1074, the smallest step there is. */
function toSteps(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const magnitude = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

const sumOfSteps = (values: readonly number[]) => values.reduce((sum, value) => sum + toSteps(value), 0n);

const anyFinite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 });
/** Multiples of 2^-900 below 2^60: their sums, times 2^900, fit what BigInt can round to a double. */
const roundable = fc.double({ noNaN: true, min: -1e18, max: 1e18 }).filter((x) => x === 0 || Math.abs(x) > 2 ** -800);

describe('the exact sum', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %d', (value) => {
    expect(() => exactSum([1, value])).toThrow(`${value} cannot be summed`);
  });

  it('refuses a sum out of range', () => {
    expect(() => exactSum([Number.MAX_VALUE, Number.MAX_VALUE])).toThrow('a sum is out of range');
  });

  it('of nothing is 0', () => expect(exactSum([])).toBe(0));

  it('keeps what cancellation would lose', () => {
    expect(exactSum([1e16, 1, -1e16])).toBe(1);
    expect(exactSum([0.1, 0.2, -0.3])).toBe(2.7755575615628914e-17);
    expect(exactSum(new Array(10).fill(0.1))).toBe(1);
  });

  it('rounds a half-way case by what lies below it', () => {
    expect(exactSum([1, 2 ** -53, 2 ** -106])).toBe(1 + 2 ** -52);
    expect(exactSum([1, 2 ** -53])).toBe(1);
    expect(exactSum([1 + 2 ** -52, 2 ** -53, -(2 ** -106)])).toBe(1 + 2 ** -52);
  });

  it('has the sign of the rational sum', () => {
    const nearlyCancelling = fc
      .tuple(fc.array(anyFinite, { maxLength: 12 }), fc.array(anyFinite, { maxLength: 3 }))
      .chain(([values, rest]) =>
        fc.shuffledSubarray([...values, ...values.map((value) => -value), ...rest], {
          minLength: 2 * values.length + rest.length,
        }),
      );
    fc.assert(
      fc.property(nearlyCancelling, (values) => {
        const expected = sumOfSteps(values);
        expect(Math.sign(exactSum(values)) + 0).toBe(expected > 0n ? 1 : expected < 0n ? -1 : 0);
      }),
      { numRuns: 500, endOnFailure: true },
    );
  });

  it('is the rational sum, correctly rounded', () => {
    fc.assert(
      fc.property(fc.array(roundable, { maxLength: 20 }), (values) => {
        const scaled = Number(sumOfSteps(values) >> 174n);
        const exact = sumOfSteps(values) % (1n << 174n) === 0n;
        expect(exact).toBe(true);
        expect(exactSum(values) + 0).toBe(scaled * 2 ** -900 + 0);
      }),
      { numRuns: 500, endOnFailure: true },
    );
  });

  it('does not depend on the order', () => {
    const twoOrders = fc
      .array(anyFinite, { maxLength: 12 })
      .chain((values) => fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length })));
    fc.assert(
      fc.property(twoOrders, ([a, b]) => exactSum(a) === exactSum(b)),
      { endOnFailure: true },
    );
  });
});

describe('the mean', () => {
  it('of no topics is refused', () => {
    expect(() => mean([])).toThrow('there is no topic to average over');
  });

  it('is the exact sum over the number of topics', () => {
    expect(mean([0.1, 0.2, 0.3])).toBe(0.6 / 3);
    expect(mean([1])).toBe(1);
  });
});
