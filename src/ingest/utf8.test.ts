import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeUtf8, validPrefixLength } from './utf8.ts';

it('names the file and the first byte that does not fit', () => {
  expect(() => decodeUtf8('docs/a.md', Buffer.from([0x61, 0xc3, 0xa9, 0xff, 0xfe]))).toThrow(
    expect.objectContaining({
      code: 'GRK_NOT_UTF8',
      message: 'docs/a.md is not UTF-8: byte 3 (0xff) does not fit',
      remedy: 'Save it as UTF-8, or leave it out with an exclude glob.',
      facts: { file: 'docs/a.md', byteOffset: 3 },
    }),
  );
});

it('keeps a byte-order mark and CRLF', () => {
  expect(decodeUtf8('a', Buffer.from('\uFEFFa\r\nb\r', 'utf8'))).toBe('\uFEFFa\r\nb\r');
});

it('finds the longest prefix that the platform’s strict decoder takes', () => {
  const byte = fc.oneof(
    fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef),
    fc.constantFrom(0xf0, 0xf4, 0xf5, 0xff),
    fc.nat(255),
  );
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isValid = (bytes: Uint8Array) => {
    try {
      decoder.decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 12 }), (list) => {
      const bytes = Uint8Array.from(list);
      const lengths = Array.from({ length: bytes.length + 1 }, (_, n) => n);
      // Once a sequence does not fit, no longer prefix is valid.
      expect(validPrefixLength(bytes)).toBe(Math.max(...lengths.filter((n) => isValid(bytes.subarray(0, n)))));
    }),
    { numRuns: 2000 },
  );
});
