import { changeDigits, measureDigits, millisecondDigits, ratioText as ratioOf } from '../../contracts/rounding.ts';
import type { TerminalStyle } from '../style.ts';
import { type ChangeFigure, changeFigure, type Figure, type Maybe } from '../view/figure.ts';
import { type Ink, inkOf } from './ink.ts';

export { countText, plural } from '../../contracts/rounding.ts';

/** A number of the view in the signs of a terminal; a mark where nobody measured it. */
export function figureText(figure: Maybe<Figure>, style: TerminalStyle): string {
  return figure === null ? inkOf(style).marks.absent : signed(figure.text, style);
}

/** A difference of the view: its mark stands in the place of its sign. */
export function changeText(change: Maybe<ChangeFigure>, style: TerminalStyle): string {
  const { marks } = inkOf(style);
  if (change === null) return marks.absent;
  return `${marks.direction[change.direction]}${signed(changeDigits(change.value), style)}`;
}

/** The same in the colour of its direction; plain where a loss may be good. */
export function changeCell(change: Maybe<ChangeFigure>, style: TerminalStyle, isHigherBetter = true): string {
  const text = changeText(change, style);
  return change === null ? text : paintOf(change, inkOf(style), isHigherBetter)(text);
}

function paintOf({ direction }: ChangeFigure, { good, bad, dim }: Ink, isHigherBetter: boolean) {
  if (direction === 'none') return dim;
  if (!isHigherBetter) return (text: string) => text;
  return direction === 'up' ? good : bad;
}

/** The value of a measure, four decimals. */
export function measureText(value: number, style: TerminalStyle): string {
  return signed(measureDigits(value), style);
}

/** Mark, sign and four decimals; a difference too small for them is a power of ten, never a zero. */
export function differenceText(delta: number, style: TerminalStyle): string {
  return changeText(changeFigure(delta), style);
}

/** ×1.23: three significant digits. */
export function ratioText(ratio: number, style: TerminalStyle): string {
  return signed(ratioOf(ratio), style);
}

/** A score as a ranking holds it: four significant digits, no thousands. */
export function scoreText(score: number, style: TerminalStyle): string {
  const size = Math.abs(score);
  const digits = size >= 1000 || score === 0 ? score.toFixed(0) : score.toPrecision(4);
  return signed(digits.replaceAll('-', '−'), style);
}

/** Milliseconds without the unit: more decimals the shorter. */
export const millisecondsText = millisecondDigits;

/** 512 B, 3.4 kB, 1.2 GB: decimal units. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  for (; size >= 999.5 && unit < units.length - 1; unit++) size /= 1000;
  return `${unit > 0 && size < 9.95 ? size.toFixed(1) : size.toFixed(0)} ${units[unit]}`;
}

/** The signs of the view in ASCII where a terminal has no others. */
function signed(text: string, style: TerminalStyle): string {
  return style.unicode ? text : text.replaceAll('−', '-').replaceAll('×', 'x');
}
