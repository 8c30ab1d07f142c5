import { isUtf8 } from 'node:buffer';
import { GrkError } from '../contracts/errors.ts';

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text of a file; a byte-order mark and every line end stay as they are.
 * @throws GrkError GRK_NOT_UTF8 with the offset of the first byte that does not fit
 */
export function decodeUtf8(file: string, bytes: Uint8Array): string {
  requireUtf8(file, bytes);
  return DECODER.decode(bytes);
}

/** @throws GrkError GRK_NOT_UTF8 with the offset of the first byte that does not fit */
export function requireUtf8(file: string, bytes: Uint8Array): void {
  if (isUtf8(bytes)) return;
  const offset = validPrefixLength(bytes);
  const byte = bytes[offset]?.toString(16).padStart(2, '0');
  throw new GrkError('GRK_NOT_UTF8', `${file} is not UTF-8: byte ${offset} (0x${byte}) does not fit`, {
    remedy: 'Save it as UTF-8, or leave it out with an exclude glob.',
    facts: { file, byteOffset: offset },
  });
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Where the content begins: behind a byte-order mark, if there is one. */
export function contentStart(bytes: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0;
}

/** How many bytes from the start are whole, well-formed UTF-8 sequences (Unicode 17.0, table 3-7). */
export function validPrefixLength(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** Length of the well-formed sequence at an offset, or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // The second byte shuts out overlong forms, surrogates and what lies above U+10FFFF.
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < low || second > high) return 0;
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
