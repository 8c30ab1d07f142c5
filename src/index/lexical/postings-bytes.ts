import type { Postings } from './postings.ts';
import { corrupt } from './sealed-bytes.ts';

const HEAD_WORDS = 5;

/**
 * Postings as bytes, integers little-endian: u32 passages, terms, postings, bytes per frequency (1 or 4), bytes of the
 * vocabulary; then u32 lengths, offsets and passages; frequencies, padded to 4 bytes; the vocabulary in UTF-8, one
 * term a line.
 */
export function encodePostings(postings: Postings): Uint8Array {
  const { passageCount, vocabulary, offsets, passages, frequencies, lengths } = postings;
  const terms = new TextEncoder().encode(vocabulary.join('\n'));
  const width = frequencies.BYTES_PER_ELEMENT;
  const head = Uint32Array.of(passageCount, vocabulary.length, passages.length, width, terms.length);
  const bytes = new Uint8Array(byteLength(passageCount, vocabulary.length, passages.length, width, terms.length));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const words of [head, lengths, offsets, passages]) at = writeWords(view, at, words);
  if (frequencies instanceof Uint8Array) bytes.set(frequencies, at);
  else writeWords(view, at, frequencies);
  bytes.set(terms, bytes.length - terms.length);
  return bytes;
}

/** @throws GrkError GRK_STORE_CORRUPT when the bytes do not have the length and order that their head promises */
export function decodePostings(bytes: Uint8Array): Postings {
  if (bytes.length < 4 * HEAD_WORDS) throw corrupt('the lexical index ends within its head');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (index: number): number => view.getUint32(4 * index, true);
  const [passageCount, termCount, postingCount, width, termBytes] = [word(0), word(1), word(2), word(3), word(4)];
  if (
    (width !== 1 && width !== 4) ||
    bytes.length !== byteLength(passageCount, termCount, postingCount, width, termBytes)
  ) {
    throw corrupt(`the lexical index has ${bytes.length} bytes, which is not what its head promises`);
  }
  let at = 4 * HEAD_WORDS;
  const read = (count: number): Uint32Array => {
    const words = readWords(view, at, count);
    at += 4 * count;
    return words;
  };
  const lengths = read(passageCount);
  const offsets = read(termCount + 1);
  const passages = read(postingCount);
  const frequencies = width === 1 ? bytes.slice(at, at + postingCount) : read(postingCount);
  const text = new TextDecoder().decode(bytes.subarray(bytes.length - termBytes));
  const vocabulary = termCount === 0 ? [] : text.split('\n');
  if (vocabulary.length !== termCount || !isOrdered(offsets, passages, passageCount)) {
    throw corrupt('the lexical index contradicts itself: its terms and postings do not fit together');
  }
  return { passageCount, vocabulary, offsets, passages, frequencies, lengths };
}

function byteLength(passages: number, terms: number, postings: number, width: number, termBytes: number): number {
  return 4 * (HEAD_WORDS + passages + terms + 1 + postings) + 4 * Math.ceil((postings * width) / 4) + termBytes;
}

/** True when every term's postings lie behind the last term's and name known passages in ascending order. */
function isOrdered(offsets: Uint32Array, passages: Uint32Array, passageCount: number): boolean {
  if (offsets[0] !== 0 || offsets[offsets.length - 1] !== passages.length) return false;
  for (let term = 1; term < offsets.length; term++) {
    const start = offsets[term - 1] as number;
    const end = offsets[term] as number;
    if (end <= start || end > passages.length || (passages[end - 1] as number) >= passageCount) return false;
    for (let i = start + 1; i < end; i++) {
      if ((passages[i] as number) <= (passages[i - 1] as number)) return false;
    }
  }
  return true;
}

function writeWords(view: DataView, start: number, words: Uint32Array): number {
  for (let i = 0; i < words.length; i++) view.setUint32(start + 4 * i, words[i] as number, true);
  return start + 4 * words.length;
}

function readWords(view: DataView, start: number, count: number): Uint32Array {
  const words = new Uint32Array(count);
  for (let i = 0; i < count; i++) words[i] = view.getUint32(start + 4 * i, true);
  return words;
}
