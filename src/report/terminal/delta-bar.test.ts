import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeFigure } from '../view/figure.ts';
import { deltaBars } from './delta-bar.ts';

const style = { width: 80, unicode: true, color: false };
const bars = (values: readonly (number | null)[], unicode = true) =>
  deltaBars(
    values.map((value) => (value === null ? null : changeFigure(value))),
    { ...style, unicode },
  );

describe('bars of differences', () => {
  it('stand on both sides of one zero, to one scale', () => {
    const column = bars([-0.1, 0.05, 0, null, 0.0001]);
    expect(column?.head).toBe('−0.1000   0   +0.1000');
    expect(column?.cells).toEqual([
      '██████████│',
      `${' '.repeat(10)}│█████`,
      `${' '.repeat(10)}│`,
      `${' '.repeat(10)}│`,
      `${' '.repeat(10)}│▌`,
    ]);
    expect(bars([-0.3, 0.1], false)?.cells).toEqual(['##########|', `${' '.repeat(10)}|####`]);
  });
  it('are none where nothing differs', () => {
    expect([bars([0, 0]), bars([null]), bars([])]).toEqual([null, null, null]);
  });
  it('show a loss as long as a gain of the same size', () => {
    const value = fc.double({ min: 1e-6, max: 1, noNaN: true });
    fc.assert(
      fc.property(value, value, (size, other) => {
        const cells = bars([size, -size, other])?.cells ?? [];
        const [gain = '', loss = ''] = cells.map((cell) => cell.replaceAll(/[│ ]/g, ''));
        expect([...loss].reverse().join('').replace('▐', '▌')).toBe(gain);
        expect(gain.length).toBeGreaterThan(0);
      }),
    );
  });
});
