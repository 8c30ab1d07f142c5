import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectSize } from './effect-size.ts';
import { pairedT } from './paired-t.ts';

describe('pairedT', () => {
  it('refuses no topics', () => {
    expect(() => pairedT([])).toThrow('there is no topic to compare on');
  });

  it('gives the hand-computed t and p', () => {
    const small = pairedT([0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25]);
    expect(small?.df).toBe(9);
    expect(small?.t).toBeCloseTo(2.4494897428, 10);
    expect(small?.p).toBeCloseTo(0.0367874979, 10);
    const mostlyZero = pairedT([...new Array<number>(6).fill(0.5), -0.5, ...new Array<number>(43).fill(0)]);
    expect(mostlyZero?.t).toBeCloseTo(1.94145, 5);
    expect(mostlyZero?.p).toBeCloseTo(0.057966, 6);
  });

  it.each([
    ['one topic', [0.3]],
    ['all zero', [0, 0, 0, 0]],
    ['all equal', new Array<number>(5).fill(0.1)],
    ['all equal but for rounding', [0.6 - 0.5, 0.7 - 0.6, 0.8 - 0.7, 0.9 - 0.8]],
  ])('is undefined for %s', (_, differences) => {
    expect(pairedT(differences)).toBeNull();
    expect(effectSize(differences)).toBeNull();
  });

  it('gives the smallest p that a double holds where the true one is smaller', () => {
    const nearlyEqual = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 1 : 1 + 1e-9));
    expect(pairedT(nearlyEqual)?.p).toBe(Number.MIN_VALUE);
  });

  it('gives no NaN, and a p above 0 and at most 1, for any finite differences', () => {
    const lists = fc.array(fc.double({ min: -1e200, max: 1e200, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(lists, (differences) => {
        const test = pairedT(differences);
        if (test === null) return;
        expect(Number.isFinite(test.t) && test.p > 0 && test.p <= 1).toBe(true);
      }),
      { examples: [[[5e-324, 0]], [[1e-170, 2e-170, 0]], [[1, 1 + 1e-11, 1]]] },
    );
  });
});

describe('effectSize', () => {
  it('is the mean in units of the standard deviation of the differences', () => {
    expect(effectSize([0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25])).toBeCloseTo(0.1 / 0.1290994449, 9);
    expect(effectSize([-1, -3])).toBeCloseTo(-Math.SQRT2, 12);
  });
});
