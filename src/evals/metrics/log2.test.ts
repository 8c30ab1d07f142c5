import fc from 'fast-check';
import { expect, it } from 'vitest';
import { log2 } from './log2.ts';

it.each([0, -1, 1.5, 2 ** 31, Number.NaN])('refuses %d', (n) => {
  expect(() => log2(n)).toThrow(`log2(${n}) is not defined`);
});

it('is exact for powers of two', () => {
  for (let exponent = 0; exponent < 31; exponent++) expect(log2(2 ** exponent)).toBe(exponent);
});

it('equals the published digits of log2 3, 5 and 10, rounded to doubles', () => {
  expect([log2(3), log2(5), log2(10)]).toEqual([
    Number('1.584962500721156181453738943947816508759814407692481'),
    Number('2.321928094887362347870319429489390175864831393024581'),
    Number('3.321928094887362347870319429489390175864831393024581'),
  ]);
});

it('differs from Math.log2 by at most one unit in the last place', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 0x7fffffff }), (n) => {
      expect(Math.abs(log2(n) - Math.log2(n))).toBeLessThanOrEqual(Number.EPSILON * Math.max(1, log2(n)));
    }),
  );
});

it('grows with its argument', () => {
  for (let n = 1; n < 2000; n++) expect(log2(n + 1)).toBeGreaterThan(log2(n));
});
