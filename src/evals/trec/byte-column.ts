/** Byte strings one after the other, numbered from 0, each with a hash. Nothing is made a string that is only compared. */
export interface ByteColumn {
  readonly size: () => number;
  /** Appends a byte string. @returns its number */
  readonly push: (hash: number, bytes: Uint8Array, start: number, end: number) => number;
  readonly hashAt: (index: number) => number;
  readonly isAt: (index: number, bytes: Uint8Array, start: number, end: number) => boolean;
  /** Whether an entry of another column is the same. */
  readonly isEntry: (index: number, other: ByteColumn, otherIndex: number) => boolean;
  /** Bytewise order of two entries, as C's strcmp has it. */
  readonly compare: (a: number, b: number) => number;
  /** A view that stays valid until the next `push`. */
  readonly bytesAt: (index: number) => Uint8Array;
  /** An entry as text; bytes that are no UTF-8 are shown as U+FFFD. */
  readonly textAt: (index: number) => string;
}

const FIRST_ENTRIES = 1024;
const FIRST_BYTES = 16_384;

export function createByteColumn(): ByteColumn {
  let block = new Uint8Array(FIRST_BYTES);
  let ends = new Uint32Array(FIRST_ENTRIES);
  let hashes = new Int32Array(FIRST_ENTRIES);
  let count = 0;
  const decoder = new TextDecoder();
  const startOf = (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0));
  const endOf = (index: number): number => ends[index] ?? 0;
  const bytesAt = (index: number): Uint8Array => block.subarray(startOf(index), endOf(index));
  const isAt = (index: number, bytes: Uint8Array, start: number, end: number): boolean => {
    const from = startOf(index);
    if (endOf(index) - from !== end - start) return false;
    for (let i = start, at = from; i < end; i++, at++) if (block[at] !== bytes[i]) return false;
    return true;
  };
  return {
    size: () => count,
    push: (hash, bytes, start, end) => {
      const from = startOf(count);
      const until = from + end - start;
      if (until > block.length) block = grown(block, new Uint8Array(Math.max(block.length * 2, until)));
      if (count === ends.length) {
        ends = grown(ends, new Uint32Array(count * 2));
        hashes = grown(hashes, new Int32Array(count * 2));
      }
      for (let i = start, at = from; i < end; i++, at++) block[at] = bytes[i] ?? 0;
      ends[count] = until;
      hashes[count] = hash;
      return count++;
    },
    hashAt: (index) => hashes[index] ?? 0,
    isAt,
    isEntry: (index, other, otherIndex) => {
      const bytes = other.bytesAt(otherIndex);
      return isAt(index, bytes, 0, bytes.length);
    },
    compare: (a, b) => {
      let left = startOf(a);
      let right = startOf(b);
      const leftEnd = endOf(a);
      const rightEnd = endOf(b);
      for (; left < leftEnd && right < rightEnd; left++, right++) {
        const difference = (block[left] ?? 0) - (block[right] ?? 0);
        if (difference !== 0) return difference;
      }
      return leftEnd - left - (rightEnd - right);
    },
    bytesAt,
    textAt: (index) => decoder.decode(bytesAt(index)),
  };
}

/** FNV-1a, then mixed so that its low bits depend on all bytes. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

function grown<T extends { set: (from: T) => void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
