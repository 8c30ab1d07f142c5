import type { TerminalStyle } from '../style.ts';

/** Characters on either side of zero. */
const SIDE = 10;
const UNICODE = { zero: '│', full: '█', leftHalf: '▌', rightHalf: '▐' };
const ASCII = { zero: '|', full: '#', leftHalf: '-', rightHalf: '-' };

/**
 * A difference as a bar from zero, losses to the left and gains to the right, equally long for equal sizes. What is no zero
 * is drawn, if only half a character long; null: not measured, and no bar.
 * @param largest size that fills a side
 */
export function deltaBar(value: number | null, largest: number, { unicode }: TerminalStyle): string {
  if (value === null) return '';
  const { zero, full, leftHalf, rightHalf } = unicode ? UNICODE : ASCII;
  const halves = value === 0 ? 0 : Math.max(1, Math.round((Math.abs(value) / largest) * SIDE * 2));
  const whole = full.repeat(Math.floor(halves / 2));
  const half = (char: string) => (halves % 2 === 1 ? char : '');
  const left = value < 0 ? `${half(rightHalf)}${whole}` : '';
  const right = value > 0 ? `${whole}${half(leftHalf)}` : '';
  return `${left.padStart(SIDE)}${zero}${right}`;
}
