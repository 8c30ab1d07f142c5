import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes, IdSchema } from './ids.ts';

describe('compareBytes', () => {
  it('puts an astral character behind U+FF5E, where UTF-16 order puts it before', () => {
    expect('😀' < '～').toBe(true);
    expect(compareBytes('😀', '～')).toBeGreaterThan(0);
  });

  it('orders as Buffer.compare orders the UTF-8 bytes', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});

describe('IdSchema', () => {
  it.each(['', 'a\nb', 'tab\there', '\u0000'])('refuses %j', (id) => {
    expect(IdSchema.safeParse(id).success).toBe(false);
  });
  it.each(['\ud800', 'a\udc00b', '\udc00\ud800'])('refuses half a surrogate pair: %j', (id) => {
    expect(IdSchema.safeParse(id).error?.issues[0]?.message).toBe('an id cannot hold half a surrogate pair');
  });
  it('refuses a number rather than rounding it', () => {
    expect(IdSchema.safeParse(12345678).success).toBe(false);
  });
  it.each(['a b', 'ü/é.md', "x' OR '1'='1", '__proto__', '😀.md'])('accepts %j', (id) => {
    expect(IdSchema.parse(id)).toBe(id);
  });
});
