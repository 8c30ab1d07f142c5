import Table from 'cli-table3';
import type { TerminalStyle } from '../style.ts';
import { displayWidth } from './display-width.ts';
import { inkOf } from './ink.ts';
import { hang } from './wrap.ts';

/** Blanks between columns. */
export const GAP = 2;

export interface Column {
  /** May have several lines. */
  readonly head: string;
  readonly align: 'left' | 'right';
  readonly cells: readonly string[];
  /** What it is called when it is left out. */
  readonly name: string;
  /** Where the width does not suffice, columns go in this order, highest first; 0 stays always. */
  readonly drop: number;
}

/** A column on the left that always stays, unless told otherwise. */
export function column(
  head: string,
  cells: readonly string[],
  rest: Partial<Omit<Column, 'head' | 'cells'>> = {},
): Column {
  return { head, cells, align: 'left', name: head.replace('\n', ' '), drop: 0, ...rest };
}

export interface FittedColumns {
  readonly kept: readonly Column[];
  /** Names of the columns left out, in table order. */
  readonly dropped: readonly string[];
}

/** Leaves out columns, whole ones only, until the rest fits into `width`. */
export function fitColumns(columns: readonly Column[], width: number): FittedColumns {
  let kept = columns;
  while (gridWidth(kept) > width) {
    const highest = Math.max(...kept.map(({ drop }) => drop));
    if (highest <= 0) break;
    const last = kept.findLastIndex(({ drop }) => drop === highest);
    kept = kept.filter((_, i) => i !== last);
  }
  return { kept, dropped: columns.filter((column) => !kept.includes(column)).map(({ name }) => name) };
}

/** The line that names what did not fit; empty for nothing. */
export function leftOut(dropped: readonly string[], { width }: TerminalStyle): string[] {
  return dropped.length === 0 ? [] : [hang('', `left out at ${width} columns: ${dropped.join(', ')}`, width)];
}

/** Columns that a table of them takes. */
export function gridWidth(columns: readonly Column[]): number {
  const widths = columns.map(({ head, cells }) => Math.max(...[...head.split('\n'), ...cells].map(displayWidth)));
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (columns.length - 1);
}

/** A table without borders: a rule under the heads, blanks between columns, none at line ends. */
export function grid(columns: readonly Column[], style: TerminalStyle): string {
  const ink = inkOf(style);
  const headLines = Math.max(...columns.map(({ head }) => head.split('\n').length));
  const table = new Table({
    head: columns.map(({ head }) => head),
    colAligns: columns.map(({ align }) => align),
    chars: borders(ink.marks.rule),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
  });
  const rows = Math.max(...columns.map(({ cells }) => cells.length));
  for (let row = 0; row < rows; row++) table.push(columns.map(({ cells }) => cells[row] ?? ''));
  return table
    .toString()
    .split('\n')
    .map((line, i) => (i <= headLines ? ink.dim(line.trimEnd()) : line.trimEnd()))
    .join('\n');
}

function borders(rule: string): Record<string, string> {
  const none = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'];
  return {
    ...Object.fromEntries([...none, 'left', 'left-mid', 'right', 'right-mid'].map((name) => [name, ''])),
    mid: rule,
    'mid-mid': rule.repeat(GAP),
    middle: ' '.repeat(GAP),
  };
}
