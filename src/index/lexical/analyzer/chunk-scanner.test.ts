import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanChunks } from './chunk-scanner.ts';
import { chunkTable } from './chunk-table.ts';

function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  scanChunks(text, (start, end) => chunks.push(text.slice(start, end)));
  return chunks;
}

/** Second implementation, by regular expression. */
function chunksByPattern(text: string): string[] {
  return (
    text.match(
      /(?:(?<=--)|(?<![0-9A-Za-z\u0080-\uffff'._-]))?[0-9A-Za-z\u0080-\uffff](?:['._-]*[0-9A-Za-z\u0080-\uffff])*/g,
    ) ?? []
  );
}

const textArbitrary = fc.string({
  unit: fc.constantFrom('a', 'B', '7', ' ', '-', '--', '.', "'", '_', ',', '\n', 'é', '日', '😀', '\ud800', '|'),
  maxLength: 60,
});

describe('scanChunks', () => {
  it.each([
    ['', []],
    [' \t\n.,;--', []],
    ['one two', ['one', 'two']],
    ['(one), "two".', ['one', 'two']],
    ['QB-2104: see quillback.toml.', ['QB-2104', 'see', 'quillback.toml']],
    ['run --max-depth=3 -v', ['run', '--max-depth', '3', 'v']],
    ["users' don't", ['users', "don't"]],
    ['__proto__', ['proto']],
    ['naïve 日本語 “x”', ['naïve', '日本語', '“x”']],
  ])('cuts %j', (text, chunks) => {
    expect(chunksOf(text)).toEqual(chunks);
  });

  it('finds what a regular expression finds', () => {
    fc.assert(
      fc.property(textArbitrary, (text) => {
        expect(chunksOf(text).map((chunk) => chunk.replace(/^--/, ''))).toEqual(chunksByPattern(text));
      }),
    );
  });
});

describe('chunkTable', () => {
  it('numbers chunks like a map of strings, through several growths', () => {
    const table = chunkTable();
    const expected = new Map<string, number>();
    const words = Array.from({ length: 30_000 }, (_, i) => `w${(i * 7919) % 17_000}`);
    const text = words.join(' ');
    scanChunks(text, (start, end, hash) => {
      const chunk = text.slice(start, end);
      const number = expected.get(chunk) ?? expected.size;
      expected.set(chunk, number);
      if (table.find(text, start, end, hash) !== number) expect.fail(`chunk ${chunk} is not number ${number}`);
    });
    expect(table.size).toBe(17_000);
  });

  it('keeps chunks apart that share a hash', () => {
    const table = chunkTable();
    expect(['one', 'two', 'on', 'one'].map((chunk) => table.find(chunk, 0, chunk.length, 42))).toEqual([0, 1, 2, 0]);
  });

  it('holds a chunk that is longer than its first store', () => {
    const table = chunkTable();
    const long = 'x'.repeat(200_000);
    expect([long, `${long}y`, long].map((chunk) => table.find(chunk, 0, chunk.length, 7))).toEqual([0, 1, 0]);
  });
});
