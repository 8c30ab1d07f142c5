import { GrkError } from '../../contracts/errors.ts';
import type { Fault } from './faults.ts';

export interface Line {
  readonly text: string;
  /** `file:line`, counted from 1. */
  readonly where: string;
}

/**
 * The lines of a file: byte-order mark and CRLF accepted, blank lines allowed at the end only.
 * A blank line before that is a fault and is left out.
 */
export function readLines(text: string, file: string, faults: Fault[]): Line[] {
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n').map((line) => line.replace(/\r$/, ''));
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1).flatMap((line, i) => {
    const where = `${file}:${i + 1}`;
    if (line.trim() !== '') return [{ text: line, where }];
    faults.push({ where, message: 'blank line' });
    return [];
  });
}

export interface Row<T> {
  readonly value: T;
  readonly where: string;
}

/** What a row's schema faults are read with; the place of the row goes before them. */
export const ROW_CONTEXT = { what: 'row', code: 'GRK_GOLDEN_INVALID', remedy: 'Mend the row.' } as const;

/**
 * One JSON value per line. Lines that are no JSON, or that `parse` refuses with a GrkError, are faults and left out.
 */
export function readJsonLines<T>(text: string, file: string, parse: (value: unknown) => T, faults: Fault[]): Row<T>[] {
  return readLines(text, file, faults).flatMap((line) => {
    try {
      return [{ value: parse(parseJson(line.text)), where: line.where }];
    } catch (error) {
      if (!(error instanceof GrkError)) throw error;
      faults.push({ where: line.where, message: error.message.replace(/^row: /, '') });
      return [];
    }
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new GrkError('GRK_GOLDEN_INVALID', 'not valid JSON', { remedy: 'Write one JSON object a line.', cause });
  }
}
