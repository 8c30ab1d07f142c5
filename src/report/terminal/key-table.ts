import type { TerminalStyle } from '../style.ts';
import { cutMiddle } from './display-width.ts';
import { column, GAP, grid, gridWidth } from './grid.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { labelWidth } from './stage-name.ts';
import { wrap } from './wrap.ts';

const MIN_VALUE_WIDTH = 16;

export type KeyStatus = 'ok' | 'missing' | 'not installed' | 'failed' | 'not possible';

export interface KeyRow {
  readonly key: string;
  readonly value: string;
  /** Where the value comes from. */
  readonly origin?: string;
  readonly status?: KeyStatus;
  /** What to do about it. */
  readonly remedy?: string;
}

/** Keys, values and what is known of them, one below the other; values are wrapped, never cut. */
export function keyTable(rows: readonly KeyRow[], style: TerminalStyle, heading = 'value'): string {
  if (rows.length === 0) return '';
  const { marks } = inkOf(style);
  const hasStatus = rows.some(({ status }) => status !== undefined);
  const hasOrigin = rows.some(({ origin }) => origin !== undefined);
  const cells = (show: (row: KeyRow) => string) => rows.map(show);
  const status = hasStatus
    ? [
        column(
          'status',
          cells((row) => statusText(row.status, style)),
        ),
      ]
    : [];
  const keys = column(
    'key',
    cells(({ key }) => cutMiddle(inert(key), labelWidth(style) + 4, marks.ellipsis)),
  );
  const origin = hasOrigin
    ? [
        column(
          'origin',
          cells((row) => inert(row.origin ?? '')),
        ),
      ]
    : [];
  const room = Math.max(MIN_VALUE_WIDTH, style.width - gridWidth([...status, keys, ...origin]) - GAP);
  const values = column(
    heading,
    cells((row) => valueText(row, room, style)),
  );
  return `${grid([...status, keys, values, ...origin], style)}\n`;
}

function valueText({ value, remedy }: KeyRow, room: number, style: TerminalStyle): string {
  const lines = [
    ...wrap(inert(value), room),
    ...(remedy === undefined ? [] : wrap(sentence(`fix: ${remedy}`, style), room)),
  ];
  return lines.join('\n');
}

function statusText(status: KeyStatus | undefined, style: TerminalStyle): string {
  if (status === undefined) return '';
  const { good, bad, warn } = inkOf(style);
  return { ok: good, missing: bad, 'not installed': warn, failed: bad, 'not possible': warn }[status](status);
}
