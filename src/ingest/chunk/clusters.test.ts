import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isClusterBoundary } from './clusters.ts';
import { isMark } from './marks.ts';

const boundaries = (text: string) =>
  Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) => isClusterBoundary(text, at, 0));

describe('isClusterBoundary', () => {
  it.each([
    ['a surrogate pair', '😀', [0, 2]],
    ['CRLF', 'a\r\nb', [0, 1, 3, 4]],
    ['a letter with two marks', 'e\u0301\u0302x', [0, 3, 4]],
    ['a joined family', '👩\u200d👧', [0, 5]],
    ['a skin tone', '👍🏽', [0, 4]],
    ['two flags', '🇩🇪🇫🇷', [0, 4, 8]],
    ['Hangul in parts', '\u1112\u1161\u11ab', [0, 3]],
    ['Hangul syllables', '한글', [0, 1, 2]],
    ['Han characters', '中文', [0, 1, 2]],
    ['Thai with a vowel sign', 'ก\u0e34ข', [0, 2, 3]],
  ])('does not part %s', (_, text, expected) => {
    expect(boundaries(text)).toEqual(expected);
  });

  it('never cuts where the platform’s segmenter would not', () => {
    const pieces = fc.constantFrom(
      ...['a', ' ', '.', 'é', '\u0301', '\u20dd', '\r', '\n', '中', '한', '\u1112', '\u1161', '\u11ab', '😀', '👩'],
      ...['\u200d', '\ufe0f', '🏽', '🇩', '🇪', 'ก', '\u0e33', '\uff9e', '\u{e0067}', 'ا', '\u064e'],
    );
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const allowed = new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length));
        expect(boundaries(text).filter((at) => !allowed.has(at))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('isMark', () => {
  it('is the category M of Unicode 17.0, as far as this Node knows that version', () => {
    const running = Number.parseFloat(process.versions.unicode ?? '0');
    const wrong: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      const character = String.fromCodePoint(codePoint);
      const isKnownMark = /^\p{M}$/u.test(character);
      const isUnassigned = /^\p{Cn}$/u.test(character);
      const isWrong = isMark(codePoint) ? !isKnownMark && !isUnassigned : isKnownMark && running <= 17;
      if (isWrong) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
    expect(isMark(0x301)).toBe(true);
    expect(isMark(0x61)).toBe(false);
  });
});
