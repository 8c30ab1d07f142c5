import { describe, expect, it } from 'vitest';
import { chunkRecursive } from './recursive.ts';

const pieces = (text: string, maxChars: number, overlapChars = 0) =>
  chunkRecursive(text, { maxChars, overlapChars }).map((chunk) => text.slice(chunk.startUtf16, chunk.endUtf16));

describe('recursive', () => {
  it('refuses an overlap of more than half a passage', () => {
    expect(() => chunkRecursive('text', { maxChars: 40, overlapChars: 21 })).toThrow(
      'chunker recursive: overlapChars 21 is more than half of maxChars 40',
    );
    expect(chunkRecursive('text', { maxChars: 40, overlapChars: 20 })).toHaveLength(1);
  });

  it('gives nothing for blank text', () => {
    expect(pieces(' \r\n\u00a0\uFEFF', 40)).toEqual([]);
  });

  it('leaves outer white space and the byte-order mark out of the span', () => {
    expect(chunkRecursive('\uFEFF  ab \n', { maxChars: 40, overlapChars: 0 })).toEqual([
      { startUtf16: 3, endUtf16: 5, headingPath: [] },
    ]);
  });

  it('cuts at the last blank line that fits', () => {
    expect(pieces('aaaa bb\n\ncccc\ndddd\n\neeee', 20)).toEqual(['aaaa bb\n\ncccc\ndddd', 'eeee']);
  });

  it('cuts at a blank line that lies exactly at the limit', () => {
    expect(pieces(`${'a'.repeat(20)}\n\nb`, 20)).toEqual(['a'.repeat(20), 'b']);
  });

  it('keeps a short paragraph by itself when the next one fits whole', () => {
    expect(pieces(`aa\n\n${'b '.repeat(9)}b`, 20)).toEqual(['aa', 'b b b b b b b b b b']);
  });

  it('fills a passage from a paragraph that is cut in any case', () => {
    expect(pieces('aa\n\nbbbb bbbb bbbb bbbb bbbb', 20)).toEqual(['aa\n\nbbbb bbbb bbbb', 'bbbb bbbb']);
  });

  it('does not fall back behind a blank line for want of a finer cut after it', () => {
    expect(pieces(`A. b\n\n${'x'.repeat(30)}`, 20)).toEqual([`A. b\n\n${'x'.repeat(14)}`, 'x'.repeat(16)]);
    expect(pieces(`A. b c\n\n${'漢'.repeat(5)}。${'字'.repeat(20)}`, 20)).toEqual([
      'A. b c\n\n漢漢漢漢漢。',
      '字'.repeat(20),
    ]);
  });

  it('cuts at lines where no blank line fits, CRLF as LF', () => {
    expect(pieces('aaaa aaaa\r\nbbbb\r\ncccc cccc', 20)).toEqual(['aaaa aaaa\r\nbbbb', 'cccc cccc']);
  });

  it('cuts behind sentences where no line fits', () => {
    expect(pieces('One two. “Three?” Four five six.', 20)).toEqual(['One two. “Three?”', 'Four five six.']);
    expect(pieces('一二三四。五六七八九十。', 8)).toEqual(['一二三四。', '五六七八九十。']);
    expect(pieces('一二三四五六七八九十。」一二三四五六七八九。', 20)).toEqual([
      '一二三四五六七八九十。」',
      '一二三四五六七八九。',
    ]);
    expect(pieces('一。二三。」四', 5)).toEqual(['一。', '二三。」四']);
    expect(pieces('One two three… Four five six.', 20)).toEqual(['One two three…', 'Four five six.']);
    expect(pieces('version 1.2.3 and so on', 20)).toEqual(['version 1.2.3 and so', 'on']);
  });

  it('looks for the end of a sentence behind three closing marks, not behind four', () => {
    expect(pieces('One two.”)] Four five six', 20)).toEqual(['One two.”)]', 'Four five six']);
    expect(pieces('One two.”)]} Four five six', 20)).toEqual(['One two.”)]} Four', 'five six']);
  });

  it('cuts a long word between characters, never inside one', () => {
    expect(pieces('x'.repeat(45), 20).map((piece) => piece.length)).toEqual([20, 20, 5]);
    expect(pieces(`${'x'.repeat(19)}😀y`, 20)).toEqual(['x'.repeat(19), '😀y']);
    expect(pieces(`${'x'.repeat(19)}e\u0301y`, 20)).toEqual(['x'.repeat(19), 'e\u0301y']);
    expect(pieces('🇩🇪'.repeat(6), 18)).toEqual(['🇩🇪'.repeat(4), '🇩🇪'.repeat(2)]);
  });

  it('cuts a character that is longer than a passage between its code points', () => {
    expect(pieces(`a${'\u{1e8d0}'.repeat(30)}`, 20).map((piece) => piece.length)).toEqual([19, 20, 20, 2]);
  });

  it('reaches back by whole words up to the overlap (groundkit D18)', () => {
    expect(pieces('one two three four five six', 18, 8)).toEqual(['one two three four', 'four five six']);
    expect(pieces('one two three four five six', 18, 9)).toEqual(['one two three four', 'four five six']);
  });

  it('reaches back by characters where there is no word to begin with', () => {
    expect(pieces('abcdefghijklmnopqrstuvwxyz', 20, 5)).toEqual(['abcdefghijklmnopqrst', 'pqrstuvwxyz']);
  });

  it('does not reach back over a wide gap', () => {
    expect(pieces(`${'a '.repeat(10)}${' '.repeat(20)}b`, 20, 10)).toEqual(['a a a a a a a a a a', 'b']);
  });

  it('reaches back over a gap of a quarter of a passage, and no wider', () => {
    expect(pieces(`aaaa bbbb cccc dddd${' '.repeat(5)}eeee ffff`, 20, 4)).toEqual([
      'aaaa bbbb cccc dddd',
      'dddd     eeee ffff',
    ]);
    expect(pieces(`aaaa bbbb cccc dddd${' '.repeat(6)}eeee ffff`, 20, 4)).toEqual(['aaaa bbbb cccc dddd', 'eeee ffff']);
  });
});
