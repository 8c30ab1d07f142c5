import { describe, expect, it } from 'vitest';
import { deltaBar } from './delta-bar.ts';

const style = { width: 80, color: false, unicode: true };

describe('a bar of a difference', () => {
  it.each([
    [1, '          │██████████'],
    [-1, '██████████│'],
    [0.25, '          │██▌'],
    [-0.25, '       ▐██│'],
    [1e-9, '          │▌'],
    [-1e-9, '         ▐│'],
    [0, '          │'],
    [null, ''],
  ])('of %s is "%s"', (value, text) => {
    expect(deltaBar(value, 1, style)).toBe(text);
  });

  it('is as long for a loss as for a gain', () => {
    for (let value = 0.001; value <= 1; value += 0.013) {
      const [gain, loss] = [value, -value].map((each) => deltaBar(each, 1, style).replaceAll(/[^█▌▐]/g, ''));
      expect(loss?.replace('▐', '')).toBe(gain?.replace('▌', ''));
      expect(loss?.length).toBe(gain?.length);
    }
  });

  it('is drawn without Unicode too', () => {
    expect(deltaBar(-0.25, 1, { ...style, unicode: false })).toBe('       -##|');
  });
});
