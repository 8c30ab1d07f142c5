const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** What a line holds, without its line feed; the bytes stay valid during the call. `line` counts from 1. */
export type OnLine = (bytes: Uint8Array, start: number, end: number, line: number) => void;

export interface LineReader {
  readonly push: (chunk: Uint8Array) => void;
  /** Hands over a last line without a line feed. */
  readonly end: () => void;
  /** A byte-order mark was there and was skipped. */
  readonly hasByteOrderMark: () => boolean;
}

/** Cuts chunks of a file into lines, wherever the chunks were cut. */
export function createLineReader(onLine: OnLine): LineReader {
  let rest = new Uint8Array(0);
  let line = 0;
  let hasMark = false;
  const emit = (bytes: Uint8Array, start: number, end: number): void => {
    line++;
    const isMarked = line === 1 && BYTE_ORDER_MARK.every((byte, i) => bytes[start + i] === byte);
    if (isMarked) hasMark = true;
    onLine(bytes, isMarked ? start + BYTE_ORDER_MARK.length : start, end, line);
  };
  return {
    hasByteOrderMark: () => hasMark,
    push: (chunk) => {
      let start = 0;
      if (rest.length > 0) {
        const first = chunk.indexOf(LINE_FEED);
        rest = joined(rest, first < 0 ? chunk : chunk.subarray(0, first));
        if (first < 0) return;
        const whole = rest;
        rest = new Uint8Array(0);
        emit(whole, 0, whole.length);
        start = first + 1;
      }
      for (let end = chunk.indexOf(LINE_FEED, start); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        emit(chunk, start, end);
        start = end + 1;
      }
      // Copied, since the owner of the chunk may use it again. Node's Buffer would not copy in `slice`.
      if (start < chunk.length) rest = new Uint8Array(chunk.subarray(start));
    },
    end: () => {
      if (rest.length > 0) emit(rest, 0, rest.length);
      rest = new Uint8Array(0);
    },
  };
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Where the columns of a line begin and end. */
export interface Columns {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export function createColumns(most: number): Columns {
  return { starts: new Int32Array(most), ends: new Int32Array(most) };
}

/** Blank to C's isspace, without the line feed. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

/** Finds the columns between blanks. @returns how many there are, also where that is more than fit */
export function splitAtBlanks(bytes: Uint8Array, start: number, end: number, columns: Columns): number {
  let count = 0;
  let at = start;
  for (;;) {
    while (at < end && isBlank(bytes[at] ?? 0)) at++;
    if (at === end) return count;
    if (count < columns.starts.length) columns.starts[count] = at;
    while (at < end && !isBlank(bytes[at] ?? 0)) at++;
    if (count < columns.ends.length) columns.ends[count] = at;
    count++;
  }
}

/** Finds the columns between tabs; a carriage return at the end belongs to none. */
export function splitAtTabs(bytes: Uint8Array, start: number, end: number, columns: Columns): number {
  const last = end > start && bytes[end - 1] === 0x0d ? end - 1 : end;
  let count = 0;
  let from = start;
  for (let at = start; at <= last; at++) {
    if (at < last && bytes[at] !== 0x09) continue;
    if (count < columns.starts.length) {
      columns.starts[count] = from;
      columns.ends[count] = at;
    }
    count++;
    from = at + 1;
  }
  return count;
}
