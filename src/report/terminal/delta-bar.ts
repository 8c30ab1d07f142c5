import type { TerminalStyle } from '../style.ts';
import { type ChangeFigure, changeFigure } from '../view/figure.ts';
import { type Column, column } from './grid.ts';
import { inkOf } from './ink.ts';

/** Cells on each side of zero. */
const SIDE = 10;

/**
 * Bars of differences around one zero, all to one scale, whose ends stand in the head. What is not zero shows at least
 * half a cell, on either side.
 * @returns null where all are zero or none was measured
 */
export function deltaBars(deltas: readonly (ChangeFigure | null)[], style: TerminalStyle): Column | null {
  const largest = Math.max(0, ...deltas.map((delta) => Math.abs(delta?.value ?? 0)));
  if (largest === 0) return null;
  const { good, bad } = inkOf(style);
  const [full, toLeft, toRight, zero] = style.unicode ? ['█', '▐', '▌', '│'] : ['#', '#', '#', '|'];
  const cells = deltas.map((delta) => {
    const { value = 0, direction = 'none' } = delta ?? {};
    const halves = direction === 'none' ? 0 : Math.max(1, Math.round((2 * SIDE * Math.abs(value)) / largest));
    const [whole, rest] = [full.repeat(Math.floor(halves / 2)), halves % 2 === 1];
    const loss = direction === 'down' ? (rest ? toLeft : '') + whole : '';
    const gain = direction === 'up' ? whole + (rest ? toRight : '') : '';
    return `${' '.repeat(SIDE - loss.length)}${bad(loss)}${zero}${good(gain)}`;
  });
  const ends = [changeFigure(-largest).text, changeFigure(largest).text].map((text) =>
    style.unicode ? text : text.replaceAll('−', '-'),
  );
  const room = Math.max(1, SIDE - (ends[0]?.length ?? 0));
  return column(`${ends[0]}${' '.repeat(room)}0${' '.repeat(room)}${ends[1]}`, cells, { name: 'bars' });
}
