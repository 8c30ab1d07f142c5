import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { framedHash, sha256Of, sha256OfFields } from './framed-hash.ts';

it('frames each field by eight bytes of big-endian length', () => {
  const hash = framedHash();
  hash.add('é');
  hash.add(Uint8Array.of(1, 2, 3));
  hash.add('');
  const input = Uint8Array.of(
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    2,
    0xc3,
    0xa9,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    3,
    1,
    2,
    3,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  );
  expect(hash.finish()).toBe(createHash('sha256').update(input).digest('hex'));
});

it('gives the same for fields that are all at hand', () => {
  const hash = framedHash();
  for (const field of ['a', '', 'é😀']) hash.add(field);
  expect(sha256OfFields(['a', '', 'é😀'])).toBe(hash.finish());
  expect(sha256OfFields(['ab', ''])).not.toBe(sha256OfFields(['a', 'b']));
});

it('hashes the UTF-8 bytes of a text', () => {
  // The second test vector of FIPS 180-4, and that of no bytes at all.
  expect(sha256Of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256Of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256Of('é')).toBe(createHash('sha256').update(Uint8Array.of(0xc3, 0xa9)).digest('hex'));
});
