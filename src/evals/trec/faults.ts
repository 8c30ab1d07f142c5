import { type ErrorCode, GrkError } from '../../contracts/errors.ts';

const MAX_SHOWN = 20;

/** What is wrong with a file, line by line. */
export interface FaultList {
  readonly add: (line: number, message: string) => void;
  /** @throws GrkError with the first 20 faults and the number of all, if there are any */
  readonly throwIfAny: (code: ErrorCode, remedy: string) => void;
}

export function createFaultList(file: string): FaultList {
  const shown: string[] = [];
  let count = 0;
  return {
    add: (line, message) => {
      count++;
      if (shown.length < MAX_SHOWN) shown.push(`${file}:${line}: ${message}`);
    },
    throwIfAny: (code, remedy) => {
      if (count === 0) return;
      const more = count > shown.length ? [`and ${count - shown.length} more`] : [];
      const message = count === 1 ? (shown[0] ?? '') : [`${count} faults in ${file}`, ...shown, ...more].join('\n  ');
      throw new GrkError(code, message, { remedy, facts: { faults: shown, count } });
    },
  };
}
