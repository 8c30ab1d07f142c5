import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('sorts keys bytewise and leaves undefined out', () => {
    expect(canonicalJson({ b: 1, a: [true, null, 'x"'], '😀': 0, '～': 0, gone: undefined })).toBe(
      '{"a":[true,null,"x\\""],"b":1,"～":0,"😀":0}',
    );
  });
  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, () => 1])('refuses %s', (value) => {
    expect(() => canonicalJson({ a: value })).toThrow('cannot be written to JSON');
  });
  it('keeps the value, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
        expect(canonicalJson(reversed(plain))).toBe(canonicalJson(plain));
      }),
    );
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, item]) => [key, reversed(item)]));
}
