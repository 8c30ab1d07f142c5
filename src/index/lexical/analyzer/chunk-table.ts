const FIRST_CAPACITY = 4096;

/** Numbers distinct chunks in order of first appearance, without making a string of one that is known. */
export interface ChunkTable {
  readonly size: number;
  /** The number of the chunk at [start, end) of a text; a new chunk gets the number that `size` was before. */
  find(text: string, start: number, end: number, hash: number): number;
}

/** A hash table with linear probing, kept at most half full, over a copy of the characters. */
export function chunkTable(): ChunkTable {
  let size = 0;
  let capacity = FIRST_CAPACITY;
  /** Pairs of hash and chunk number + 1, in one array since they are read together; 0 is an empty slot. */
  let slots = new Int32Array(4 * capacity);
  /** Chunk n has the characters from `starts[n]` to `starts[n + 1]`. */
  let starts = new Uint32Array(capacity + 1);
  let characters = new Uint16Array(16 * capacity);

  const holds = (number: number, text: string, start: number, end: number): boolean => {
    const from = starts[number] as number;
    const length = end - start;
    if ((starts[number + 1] as number) - from !== length) return false;
    for (let i = 0; i < length; i++) {
      if (characters[from + i] !== text.charCodeAt(start + i)) return false;
    }
    return true;
  };
  const grow = (): void => {
    const old = slots;
    capacity *= 2;
    slots = new Int32Array(4 * capacity);
    starts = copyInto(new Uint32Array(capacity + 1), starts);
    for (let slot = 0; slot < old.length; slot += 2) {
      if (old[slot + 1] !== 0) put(slots, old[slot] as number, old[slot + 1] as number);
    }
  };
  const add = (text: string, start: number, end: number, hash: number): number => {
    if (size === capacity) grow();
    const from = starts[size] as number;
    const to = from + end - start;
    if (to > characters.length) characters = copyInto(new Uint16Array(2 * to), characters);
    for (let i = start; i < end; i++) characters[from + i - start] = text.charCodeAt(i);
    starts[size + 1] = to;
    size++;
    put(slots, hash, size);
    return size - 1;
  };
  return {
    get size() {
      return size;
    },
    find(text, start, end, hash) {
      const mask = slots.length - 1;
      for (let slot = firstSlot(hash) & mask; ; slot = (slot + 2) & mask) {
        const number = (slots[slot + 1] as number) - 1;
        if (number < 0) return add(text, start, end, hash);
        if (slots[slot] === hash && holds(number, text, start, end)) return number;
      }
    },
  };
}

/** An even place. FNV's low bits alone are weak; the multiplication and shifts are those of MurmurHash3's finaliser. */
function firstSlot(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) << 1;
}

function put(slots: Int32Array, hash: number, value: number): void {
  const mask = slots.length - 1;
  let slot = firstSlot(hash) & mask;
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
  slots[slot] = hash;
  slots[slot + 1] = value;
}

function copyInto<T extends Uint32Array | Uint16Array>(target: T, source: T): T {
  target.set(source);
  return target;
}
