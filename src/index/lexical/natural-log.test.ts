import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naturalLog } from './natural-log.ts';

describe('naturalLog', () => {
  it('is exactly 0 for 1', () => {
    expect(naturalLog(1)).toBe(0);
  });

  it.each([
    [Math.E, 1],
    [2, Math.LN2],
    [10, Math.LN10],
    [1.5, 0.4054651081081644],
    [1e6, 13.815510557964274],
  ])('of %d is %d', (x, expected) => {
    expect(Math.abs(naturalLog(x) - expected)).toBeLessThan(1e-15 * Math.max(1, expected));
  });

  it('differs from the platform’s logarithm by no more than a few units in the last place', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), (x) => {
        const expected = Math.log(x);
        expect(Math.abs(naturalLog(x) - expected)).toBeLessThanOrEqual(1e-15 * Math.max(1, expected));
      }),
      { numRuns: 2000 },
    );
  });

  it('never falls where the idf of a rarer term has to rise', () => {
    const idfs = Array.from({ length: 100_000 }, (_, i) => naturalLog(1 + (i + 0.5) / (100_000 - i + 0.5)));
    expect(idfs.every((idf, i) => i === 0 || idf > (idfs[i - 1] ?? 0))).toBe(true);
  });
});
