import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChunkerSettings } from '../../contracts/pipeline.ts';
import { skipBlank } from './blank.ts';
import { CHUNKERS, chunksOf } from './chunkers.ts';
import { MAX_INTACT } from './markdown.ts';

const LINES = [
  ...['# A', '## Bö', '###### ', 'Setext', '===', '---', '', '', '', '   ', '\u3000', '\t# code'],
  ...['- item', '  - nested', '  continued', '1. one', '> quote', '```', '```js', '~~~', '# comment'],
  ...['| a | b |', '|---|---|', '| 1 | 2 |', '<!--', '-->', 'a: b', '...', '| --- |'],
  ...['A sentence. And “another!” one?', 'e\u0301\u0302'.repeat(9), '漢字かな。交じり文', '👩\u200d👧🇩🇪🇫🇷👍🏽'],
  ...[
    'word '.repeat(60),
    'x'.repeat(150),
    '。'.repeat(50),
    '\u0301'.repeat(90),
    '\u{1f600}'.repeat(60),
    ' '.repeat(99),
  ],
];
const nasty = fc
  .tuple(
    fc.constantFrom('', '\uFEFF', '---\na: b\n---\n'),
    fc.array(fc.tuple(fc.constantFrom(...LINES), fc.constantFrom('\n', '\r\n', '\n', '\r', ' ')), { maxLength: 40 }),
  )
  .map(([head, lines]) => head + lines.flat().join(''));
const anything = fc.string({ unit: 'binary', maxLength: 300 });

const partsPair = (text: string, at: number) => /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(at - 1, at + 1));

const SETTINGS: readonly ChunkerSettings[] = [
  { name: 'whole' },
  { name: 'markdown', maxChars: 40 },
  { name: 'markdown', maxChars: 300 },
  { name: 'recursive', maxChars: 40, overlapChars: 0 },
  { name: 'recursive', maxChars: 40, overlapChars: 20 },
  { name: 'recursive', maxChars: 120, overlapChars: 33 },
];

describe.each(SETTINGS)('$name, at most $maxChars, overlap $overlapChars', (settings) => {
  const longest = (text: string) => {
    if (settings.name === 'whole') return text.length;
    return settings.name === 'markdown' ? (MAX_INTACT + 1) * settings.maxChars : settings.maxChars;
  };
  const overlap = settings.name === 'recursive' ? settings.overlapChars : 0;

  it('covers every character that is not blank, in order, with trimmed passages', () => {
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: nasty }, anything), (text) => {
        let covered = 0;
        let previousStart = -1;
        for (const { startUtf16, endUtf16 } of chunksOf(text, settings)) {
          const piece = text.slice(startUtf16, endUtf16);
          expect(piece).not.toBe('');
          expect(piece.trim()).toBe(piece);
          expect(piece.length).toBeLessThanOrEqual(longest(text));
          expect(startUtf16).toBeGreaterThan(previousStart);
          expect(endUtf16).toBeGreaterThan(covered);
          expect(startUtf16).toBeGreaterThanOrEqual(covered - overlap);
          expect(skipBlank(text, covered, text.length)).toBeGreaterThanOrEqual(startUtf16);
          expect(partsPair(text, startUtf16) || partsPair(text, endUtf16)).toBe(false);
          previousStart = startUtf16;
          covered = endUtf16;
        }
        expect(skipBlank(text, covered, text.length)).toBe(text.length);
      }),
      { numRuns: 250 },
    );
  });
});

describe('linear time', () => {
  const units = {
    'one long word': 'x',
    'one long line of words': 'word ',
    'Han characters': '漢',
    flags: '🇩🇪',
    marks: '\u0301',
    quotes: '"',
    'full stops': '. ',
    headings: '# h\n',
    underlines: 'a\n---\n',
    'code fences': '```\nx\n```\n',
    'one code fence': 'code line.\n',
    tables: '|a|\n|-|\n',
    list: '- item\n',
    quotations: '> a\n',
    'white space': ' ',
    backslashes: '\\|',
    brackets: '[',
  };
  it.each(Object.entries(units))('reads a megabyte of %s', (_, unit) => {
    const head = unit === 'code line.\n' ? '```\n' : 'a';
    const text = `${head}${unit.repeat(1_048_576 / unit.length)} b`;
    const before = process.cpuUsage();
    chunksOf(text, { name: 'markdown', maxChars: 300 });
    chunksOf(text, { name: 'recursive', maxChars: 120, overlapChars: 33 });
    const { user } = process.cpuUsage(before);
    // Linear work takes 0.02 to 0.6 s; work that grew with the square of the lines or characters, more than 10 s.
    expect(user / 1e6).toBeLessThan(5);
  });
});

it('gives each chunker a version id that begins with its name', () => {
  expect(Object.entries(CHUNKERS).map(([name, { algorithm }]) => [name, algorithm])).toEqual([
    ['markdown', 'markdown/1'],
    ['recursive', 'recursive/1'],
    ['whole', 'whole/1'],
  ]);
});
