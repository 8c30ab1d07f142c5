import { type ByteColumn, createByteColumn, hashOf } from './byte-column.ts';

/** Distinct byte strings, numbered in the order in which they were first seen. */
export interface ByteTable {
  readonly entries: ByteColumn;
  /** The number of a byte string, which is given one if it has none. */
  readonly intern: (bytes: Uint8Array, start: number, end: number) => number;
  /** The number here of an entry of any column, or −1. */
  readonly find: (column: ByteColumn, index: number) => number;
}

const FIRST_SLOTS = 2048;
const EMPTY = -1;

/** A hash table with open addressing over a column. */
export function createByteTable(): ByteTable {
  const entries = createByteColumn();
  let slots = new Int32Array(FIRST_SLOTS).fill(EMPTY);
  const rehash = (): void => {
    slots = new Int32Array(slots.length * 2).fill(EMPTY);
    const mask = slots.length - 1;
    for (let index = 0; index < entries.size(); index++) {
      let slot = entries.hashAt(index) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = index;
    }
  };
  return {
    entries,
    intern: (bytes, start, end) => {
      const hash = hashOf(bytes, start, end);
      const mask = slots.length - 1;
      let slot = hash & mask;
      for (;;) {
        const index = slots[slot] ?? EMPTY;
        if (index === EMPTY) break;
        if (entries.hashAt(index) === hash && entries.isAt(index, bytes, start, end)) return index;
        slot = (slot + 1) & mask;
      }
      const added = entries.push(hash, bytes, start, end);
      slots[slot] = added;
      if (entries.size() * 2 > slots.length) rehash();
      return added;
    },
    find: (column, index) => {
      const hash = column.hashAt(index);
      const mask = slots.length - 1;
      for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
        const known = slots[slot] ?? EMPTY;
        if (known === EMPTY) return EMPTY;
        if (entries.hashAt(known) === hash && entries.isEntry(known, column, index)) return known;
      }
    },
  };
}
