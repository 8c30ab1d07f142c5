import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal, parseInteger } from './decimal.ts';

const read = (text: string, parse: typeof parseDecimal) => {
  const bytes = new TextEncoder().encode(`9${text}9`);
  return parse(bytes, 1, bytes.length - 1);
};

describe('a score that is no decimal number is refused', () => {
  it.each([
    '',
    '-',
    '.',
    '1,5',
    'notanumber',
    'nan',
    'NaN',
    'inf',
    '-Infinity',
    '0x1f',
    '1e',
    '1e+',
    '1.2.3',
    '1_000',
    '--1',
    '1e999',
    '１',
  ])('%j', (text) => {
    expect(read(text, parseDecimal)).toBeNaN();
  });
});

describe('a score', () => {
  it.each([
    ['0', 0],
    ['-0.0', -0],
    ['+1.5', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['1e3', 1000],
    ['-2E-7', -2e-7],
    ['2e-07', 2e-7],
    ['0.01774662259588722', 0.01774662259588722],
    ['16777217', 16777217],
    ['9007199254740993', 9007199254740992],
    ['0.000000000000000000000000001', 1e-27],
    ['1e-400', 0],
  ])('%s is %d', (text, value) => {
    expect(read(text, parseDecimal)).toBe(value);
  });

  it('is what JavaScript makes of its text, to the last bit', () => {
    const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: max });
    const texts = fc
      .tuple(fc.constantFrom('', '-', '+'), digits(20), digits(25), fc.option(fc.integer({ min: -320, max: 300 })))
      .filter(([, whole, part]) => whole + part !== '')
      .map(([sign, whole, part, exponent]) => `${sign}${whole}.${part}${exponent === null ? '' : `e${exponent}`}`);
    fc.assert(
      fc.property(texts, (text) => {
        const value = Number(text);
        expect(read(text, parseDecimal)).toBe(Number.isFinite(value) ? value : Number.NaN);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(read(String(value), parseDecimal)).toBe(Number(String(value)));
      }),
    );
  });
});

it('reads grades that are whole numbers, and no others', () => {
  expect(['0', '3', '-2', '+1', '007', '-0'].map((text) => read(text, parseInteger))).toEqual([0, 3, -2, 1, 7, 0]);
  for (const text of ['', '-', '0.9', '1.0', '1e2', 'high', '9999999999']) {
    expect(read(text, parseInteger)).toBeNaN();
  }
});
