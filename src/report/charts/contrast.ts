import type { ChartInk } from './theme.ts';

type Rgb = readonly [number, number, number];

/** The colour of a cell: from the background at 0 to that of a gain at 1, or of a loss at −1. */
export function mixed({ background, gain, loss }: ChartInk, share: number): Rgb {
  const [from, to] = [rgbOf(background), rgbOf(share < 0 ? loss : gain)];
  const at = (i: 0 | 1 | 2) => from[i] + (to[i] - from[i]) * Math.min(1, Math.abs(share));
  return [at(0), at(1), at(2)];
}

/** Black or white, whichever has the higher contrast on a colour (WCAG 2.2): 4.5 or more on any. */
export function legibleOn(color: Rgb): string {
  const black = '#000000';
  const white = '#ffffff';
  const contrastTo = (other: string) => {
    const [a, b] = [luminance(color), luminance(rgbOf(other))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  return contrastTo(black) >= contrastTo(white) ? black : white;
}

export function hexOf(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Of `#rrggbb`. */
function rgbOf(hex: string): Rgb {
  const at = (i: number) => Number.parseInt(hex.slice(i, i + 2), 16);
  return [at(1), at(3), at(5)];
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}
