import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBytes } from '../../contracts/ids.ts';
import { createByteColumn, hashOf } from './byte-column.ts';
import { createByteTable } from './byte-table.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function columnOf(texts: readonly string[]) {
  const column = createByteColumn();
  for (const text of texts) {
    const bytes = bytesOf(`>${text}<`);
    column.push(hashOf(bytes, 1, bytes.length - 1), bytes, 1, bytes.length - 1);
  }
  return column;
}

it('numbers distinct strings in the order of their first sight, and finds them again', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 200 }), (texts) => {
      const table = createByteTable();
      const known = new Map<string, number>();
      const column = columnOf(texts);
      texts.forEach((text, i) => {
        const bytes = bytesOf(`>${text}<`);
        if (!known.has(text)) {
          expect(table.find(column, i)).toBe(-1);
          known.set(text, known.size);
        }
        expect(table.intern(bytes, 1, bytes.length - 1)).toBe(known.get(text));
      });
      texts.forEach((text, i) => {
        expect(table.find(column, i)).toBe(known.get(text));
      });
      expect(table.entries.size()).toBe(known.size);
      for (const [text, index] of known) expect(table.entries.textAt(index)).toBe(text);
    }),
  );
});

it('keeps more strings than it began with room for', () => {
  const table = createByteTable();
  const texts = Array.from({ length: 20_000 }, (_, i) => `document-${i}`);
  texts.forEach((text, i) => {
    expect(table.intern(bytesOf(text), 0, text.length)).toBe(i);
  });
  const column = columnOf([...texts, 'document-20000']);
  expect([0, 7, 19_999, 20_000].map((i) => table.find(column, i))).toEqual([0, 7, 19_999, -1]);
  expect([column.size(), column.textAt(19_999)]).toEqual([20_001, 'document-19999']);
});

it('orders as UTF-8 bytes, which UTF-16 does not', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      const column = columnOf([a, b]);
      expect(Math.sign(column.compare(0, 1))).toBe(Math.sign(compareBytes(a, b)));
      expect(column.isEntry(0, column, 1)).toBe(a === b);
    }),
  );
});
