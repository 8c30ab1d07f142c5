import { expect, it } from 'vitest';
import { inkOf } from './theme.ts';

/** Linear RGB as seen with each deficiency, complete (Machado, Oliveira & Fernandes 2009). */
const DEFICIENCIES = {
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
const RGB_TO_XYZ = [0.4338, 0.3762, 0.1899, 0.2126, 0.7152, 0.0722, 0.0177, 0.1095, 0.8728];

const times = (matrix: readonly number[], vector: readonly number[]) =>
  [0, 3, 6].map((row) => vector.reduce((sum, value, i) => sum + value * (matrix[row + i] ?? 0), 0));
const linear = (hex: string) =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

/** CIE L*a*b*, white point D65. */
function lab(rgb: readonly number[]): number[] {
  const inGamut = rgb.map((part) => Math.min(1, Math.max(0, part)));
  const [x = 0, y = 0, z = 0] = times(RGB_TO_XYZ, inGamut).map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((part, i) => part - (b[i] ?? 0)));

it.each(Object.entries(DEFICIENCIES))('colours stay apart with %s', (_, matrix) => {
  for (const theme of ['light', 'dark'] as const) {
    const { series, gain, loss, none } = inkOf(theme);
    const seen = (hex: string) => lab(times(matrix, linear(hex)));
    const pairs = series.flatMap((a, i) => series.slice(i + 1).map((b) => distance(seen(a), seen(b))));
    expect(Math.min(...pairs)).toBeGreaterThan(9);
    for (const [a, b] of [
      [gain, loss],
      [gain, none],
      [loss, none],
    ] as const)
      expect(distance(seen(a), seen(b))).toBeGreaterThan(20);
  }
});
