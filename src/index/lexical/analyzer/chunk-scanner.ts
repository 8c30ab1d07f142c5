const SEPARATOR = 0;
const WORD = 1;
const JOINER = 2;
const HYPHEN = 0x2d;

const ASCII_CLASSES = new Uint8Array(128);
for (const char of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') {
  ASCII_CLASSES[char.charCodeAt(0)] = WORD;
}
for (const char of "'-._") ASCII_CLASSES[char.charCodeAt(0)] = JOINER;

/** Where a chunk lies in the text, and a 32-bit hash of its characters (FNV-1a over UTF-16 units). */
export type VisitChunk = (start: number, end: number, hash: number) => void;

/**
 * Cuts text into chunks: runs of ASCII letters and digits, the joiners `' - . _` inside them, and every character
 * beyond ASCII, whose Unicode properties `wordsOf` reads once per distinct chunk. A leading `--` stays, since it
 * marks a flag; other joiners at either end are dropped.
 */
export function scanChunks(text: string, visit: VisitChunk): void {
  const length = text.length;
  let i = 0;
  while (i < length) {
    let code = text.charCodeAt(i);
    if (code < 128 && ASCII_CLASSES[code] !== WORD) {
      i++;
      continue;
    }
    const isFlag = i >= 2 && text.charCodeAt(i - 1) === HYPHEN && text.charCodeAt(i - 2) === HYPHEN;
    const start = isFlag ? i - 2 : i;
    let hash = isFlag ? step(step(FNV_BASIS, HYPHEN), HYPHEN) : FNV_BASIS;
    let end = i;
    let endHash = hash;
    for (; i < length; i++) {
      code = text.charCodeAt(i);
      const kind = code < 128 ? ASCII_CLASSES[code] : WORD;
      if (kind === SEPARATOR) break;
      hash = step(hash, code);
      if (kind === WORD) {
        end = i + 1;
        endHash = hash;
      }
    }
    visit(start, end, endHash);
  }
}

const FNV_BASIS = 0x811c9dc5 | 0;

function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}
