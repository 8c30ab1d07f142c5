import type { MeasureDelta } from '../../contracts/delta.ts';
import type { TerminalStyle } from '../style.ts';
import { inkOf } from './ink.ts';

/** The value of a measure, four decimals. */
export function measureText(value: number, style: TerminalStyle): string {
  return signed(value.toFixed(4), style);
}

/** Mark, sign and four decimals; a difference too small for them is a power of ten, never a zero. */
export function deltaText(
  { delta, direction }: Pick<MeasureDelta, 'delta' | 'direction'>,
  style: TerminalStyle,
): string {
  const size = Math.abs(delta);
  const digits = delta !== 0 && size < 0.00005 ? size.toExponential(1) : size.toFixed(4);
  return `${inkOf(style).marks.direction[direction]}${signed(digits, style)}`;
}

/** ×1.23: three significant digits. */
export function ratioText(ratio: number, { unicode }: TerminalStyle): string {
  return `${unicode ? '×' : 'x'}${ratio >= 1000 ? ratio.toFixed(0) : ratio.toPrecision(3)}`;
}

/** The same for a difference that comes without a direction. */
export function differenceText(delta: number, style: TerminalStyle): string {
  return deltaText({ delta, direction: delta > 0 ? 'up' : delta < 0 ? 'down' : 'none' }, style);
}

/** A score as a ranking holds it: four significant digits, no thousands. */
export function scoreText(score: number, style: TerminalStyle): string {
  const size = Math.abs(score);
  const digits = size >= 1000 || score === 0 ? score.toFixed(0) : score.toPrecision(4);
  return signed(digits, style);
}

/** Milliseconds without the unit: more decimals the shorter. */
export function millisecondsText(ms: number): string {
  return ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0);
}

/** 512 B, 3.4 kB, 1.2 GB: decimal units. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  for (; size >= 999.5 && unit < units.length - 1; unit++) size /= 1000;
  return `${unit > 0 && size < 9.95 ? size.toFixed(1) : size.toFixed(0)} ${units[unit]}`;
}

/** 1,243 in every locale. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 topic`, `2 topics`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

function signed(digits: string, style: TerminalStyle): string {
  const text = /^-0(\.0*)?$/.test(digits) ? digits.slice(1) : digits;
  return text.replaceAll('-', inkOf(style).marks.minus);
}
