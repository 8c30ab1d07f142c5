import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { decodePostings, encodePostings } from './postings-bytes.ts';
import { sealBytes, unsealBytes } from './sealed-bytes.ts';

const payload = Uint8Array.from({ length: 37 }, (_, i) => i * 7);
const sealed = sealBytes({ algorithm: 'x/1', analyzer: 'plain' }, payload);

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_STORE_CORRUPT' && error.remedy !== undefined)
      return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('sealed bytes', () => {
  it('says that foreign bytes are no index', () => {
    for (const bytes of [
      new Uint8Array(0),
      new Uint8Array(100),
      new TextEncoder().encode('{"documentCount": 12345}'),
    ]) {
      expect(messageOf(() => unsealBytes(bytes, 'x/1'))).toBe('these bytes are no lexical index');
    }
  });

  it('says which format it cannot read', () => {
    const later = sealed.slice();
    later[6] = 9;
    expect(messageOf(() => unsealBytes(later, 'x/1'))).toBe(
      'the lexical index has format 9; this version reads format 1',
    );
  });

  it('finds every changed byte and every missing end', () => {
    for (let at = 0; at < sealed.length; at++) {
      for (const change of [1, 0x80, 0xff]) {
        const damaged = sealed.slice();
        damaged[at] = (damaged[at] ?? 0) ^ change;
        expect(messageOf(() => unsealBytes(damaged, 'x/1'))).not.toBe('');
      }
      expect(messageOf(() => unsealBytes(sealed.slice(0, at), 'x/1'))).not.toBe('');
    }
    const damaged = sealed.slice();
    damaged[60] = 1;
    expect(messageOf(() => unsealBytes(damaged, 'x/1'))).toBe(
      `the lexical index is damaged: its ${sealed.length} bytes do not match their checksum`,
    );
  });

  it('says who wrote it when that was another engine', () => {
    expect(messageOf(() => unsealBytes(sealed, 'y/1'))).toBe('the lexical index was written by "x/1", not by "y/1"');
  });

  it('gives back what was put in, from any place in memory', () => {
    const shifted = new Uint8Array(sealed.length + 3);
    shifted.set(sealed, 3);
    const { analyzer, payload: read } = unsealBytes(shifted.subarray(3), 'x/1');
    expect([analyzer, [...read]]).toEqual(['plain', [...payload]]);
  });
});

describe('postings bytes', () => {
  const bytes = encodePostings({
    passageCount: 2,
    vocabulary: ['a', 'b'],
    offsets: Uint32Array.of(0, 2, 3),
    passages: Uint32Array.of(0, 1, 0),
    frequencies: Uint8Array.of(1, 1, 2),
    lengths: Uint32Array.of(3, 1),
  });
  /** The bytes with one 32-bit word replaced. */
  const withWord = (index: number, value: number): Uint8Array => {
    const changed = bytes.slice();
    new DataView(changed.buffer).setUint32(4 * index, value, true);
    return changed;
  };

  it.each([
    ['a head that is cut', bytes.slice(0, 10), 'the lexical index ends within its head'],
    ['a missing byte', bytes.slice(0, -1), 'which is not what its head promises'],
    ['an unknown width', withWord(3, 2), 'which is not what its head promises'],
    ['a wrong count of terms', withWord(1, 3), 'which is not what its head promises'],
    ['offsets that do not start at 0', withWord(7, 1), 'contradicts itself'],
    ['offsets that do not end at the end', withWord(9, 2), 'contradicts itself'],
    ['offsets that fall', withWord(8, 9), 'contradicts itself'],
    ['an unknown passage', withWord(11, 5), 'contradicts itself'],
    ['passages out of order', withWord(10, 1), 'contradicts itself'],
  ])('refuse %s', (_, damaged, message) => {
    expect(messageOf(() => decodePostings(damaged))).toContain(message);
  });
});
