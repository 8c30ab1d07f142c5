import { z } from 'zod';

/** A document's id: its path relative to the corpus root (POSIX, NFC), or the id that its collection gives it. */
export type DocId = string;
/** Derived from document id, span and content; equal inputs give equal ids on every system. */
export type PassageId = string;
export type TopicId = string;

export const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits');
/** Ids are strings always: a JSON number is refused by the reader, never rounded. */
export const IdSchema = z
  .string()
  .min(1, 'an id cannot be empty')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is refused
  .regex(/^[^\u0000-\u001f\u007f]+$/u, 'an id cannot hold control characters')
  // It has no UTF-8 form: what is written would not be what is read back.
  .refine((id) => !/\p{Surrogate}/u.test(id), 'an id cannot hold half a surrogate pair');

/**
 * Orders two strings as their UTF-8 bytes would be ordered.
 * JavaScript's `<` compares UTF-16 units, which differs above U+FFFF.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return byteRank(left) - byteRank(right);
  }
  return a.length - b.length;
}

/** Surrogates (code points above U+FFFF) move behind U+E000-U+FFFF, as they do in UTF-8. */
function byteRank(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
