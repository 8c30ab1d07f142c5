import { GrkError } from '../../contracts/errors.ts';
import { compareBytes } from '../../contracts/ids.ts';

/** Something wrong at a place; `where` is `file:line`, or a file. */
export interface Fault {
  readonly where: string;
  readonly message: string;
}

export const MAX_SHOWN_FAULTS = 20;

const MEND = 'Mend what is named; `grk golden check` goes on to list everything that a golden set should hold to.';

/** One error for all faults: the first 20 in full, the rest as a number. `facts.faults` holds every one. */
export function goldenError(faults: readonly Fault[], remedy = MEND): GrkError {
  const lines = faults.slice(0, MAX_SHOWN_FAULTS).map(({ where, message }) => `${where}: ${message}`);
  const more = faults.length - lines.length;
  const message =
    faults.length === 1
      ? (lines[0] ?? '')
      : [`${faults.length} faults in the golden set`, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n  ');
  return new GrkError('GRK_GOLDEN_INVALID', message, { facts: { faults }, remedy });
}

/** @throws GrkError GRK_GOLDEN_INVALID when there are any */
export function throwFaults(faults: readonly Fault[], remedy?: string): void {
  if (faults.length > 0) throw goldenError(faults, remedy);
}

/** Orders places by file, then by line as a number. */
export function compareWhere(a: string, b: string): number {
  const [fileA, lineA] = splitWhere(a);
  const [fileB, lineB] = splitWhere(b);
  return compareBytes(fileA, fileB) || lineA - lineB;
}

function splitWhere(where: string): [string, number] {
  const [, file, line] = /^(.*):(\d+)$/s.exec(where) ?? [];
  return file === undefined ? [where, 0] : [file, Number(line)];
}
