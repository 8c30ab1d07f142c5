import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createColumns, createLineReader, splitAtBlanks, splitAtTabs } from './byte-lines.ts';

const decode = (bytes: Uint8Array, start: number, end: number) => new TextDecoder().decode(bytes.subarray(start, end));

function linesOf(chunks: readonly Uint8Array[]): { lines: string[]; numbers: number[]; hasMark: boolean } {
  const lines: string[] = [];
  const numbers: number[] = [];
  const reader = createLineReader((bytes, start, end, line) => {
    lines.push(decode(bytes, start, end));
    numbers.push(line);
  });
  for (const chunk of chunks) {
    reader.push(chunk);
    chunk.fill(0x2a);
  }
  reader.end();
  return { lines, numbers, hasMark: reader.hasByteOrderMark() };
}

it('gives the same lines wherever the chunks are cut', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', ' ') });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(12), { minLength: 1 }), (text, sizes) => {
      const bytes = new TextEncoder().encode(text);
      const chunks: Uint8Array[] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const size = Math.max(1, sizes[i % sizes.length] ?? 1);
        chunks.push(Buffer.from(bytes.slice(at, at + size)));
        at += size;
      }
      const expected = text === '' ? [] : text.replace(/\n$/, '').split('\n');
      const { lines, numbers } = linesOf(chunks);
      expect(lines).toEqual(expected);
      expect(numbers).toEqual(expected.map((_, i) => i + 1));
    }),
  );
});

it('skips a byte-order mark at the beginning only, and says so', () => {
  const mark = [0xef, 0xbb, 0xbf];
  expect(linesOf([Uint8Array.from([...mark, 0x61, 0x0a, ...mark, 0x62])])).toEqual({
    lines: ['a', '\uFEFFb'.slice(1)],
    numbers: [1, 2],
    hasMark: true,
  });
  expect(linesOf([Uint8Array.from(mark.slice(0, 1)), Uint8Array.from([...mark.slice(1), 0x61])]).hasMark).toBe(true);
  expect(linesOf([Uint8Array.from([0x61])]).hasMark).toBe(false);
});

describe('columns', () => {
  const split = (text: string, splitter: typeof splitAtBlanks) => {
    const bytes = new TextEncoder().encode(`x${text}x`);
    const columns = createColumns(3);
    const count = splitter(bytes, 1, bytes.length - 1, columns);
    const texts = Array.from({ length: Math.min(count, 3) }, (_, i) =>
      decode(bytes, columns.starts[i] ?? 0, columns.ends[i] ?? 0),
    );
    return [count, ...texts];
  };

  it('stand between runs of blanks', () => {
    expect(split(' a\t bc \r', splitAtBlanks)).toEqual([2, 'a', 'bc']);
    expect(split('', splitAtBlanks)).toEqual([0]);
    expect(split('a b c d e', splitAtBlanks)).toEqual([5, 'a', 'b', 'c']);
  });

  it('stand between single tabs', () => {
    expect(split('a b\t\tc\r', splitAtTabs)).toEqual([3, 'a b', '', 'c']);
    expect(split('', splitAtTabs)).toEqual([1, '']);
    expect(split('a\tb\tc\td', splitAtTabs)).toEqual([4, 'a', 'b', 'c']);
  });
});
