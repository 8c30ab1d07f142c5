import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locate, locateLines, locateQuote } from './anchor.ts';

const TEXT = '# Limits\n\nThe default limit is 3.\nThe hard limit is 9.\n';
const cut = (text: string, span: ReturnType<typeof locate>) =>
  typeof span === 'object' ? text.slice(span.startUtf16, span.endUtf16) : span;

describe('a quote is refused', () => {
  it('that is not there, naming the line that is nearest', () => {
    expect(locateQuote(TEXT, 'The default limits is 3', undefined)).toBe(
      'the quote "The default limits is 3" is not in the document; line 3 is nearest',
    );
    expect(locateQuote(TEXT, 'Nothing like this', undefined)).toBe(
      'the quote "Nothing like this" is not in the document',
    );
    expect(locateQuote('', '…', undefined)).toBe('the quote "…" is not in the document');
  });

  it('that occurs more than once, naming the lines, overlapping ones too', () => {
    expect(locateQuote(TEXT, 'limit is', undefined)).toBe(
      'the quote "limit is" occurs 2 times, at lines 3, 4: add "occurrence" or quote more',
    );
    expect(locateQuote('aaa', 'aa', undefined)).toContain('occurs 2 times, at lines 1, 1:');
    expect(locateQuote('x\n'.repeat(9), 'x', undefined)).toContain('occurs 9 times, at lines 1, 2, 3, 4, 5, …:');
  });

  it('whose occurrence is not there', () => {
    expect(locateQuote(TEXT, 'limit is', 3)).toBe('the quote "limit is" occurs 2 times, not 3');
    expect(locateQuote(TEXT, 'Limits', 2)).toBe('the quote "Limits" occurs once, not 2');
  });

  it('and shown on one line, cut short', () => {
    expect(locateQuote('', `${'long '.repeat(20)}\nquote`, undefined)).toBe(
      'the quote "long long long long long long long long long long long lo…" is not in the document',
    );
  });
});

describe('a quote', () => {
  it('is found by its exact text, or by its occurrence', () => {
    expect(locateQuote(TEXT, 'hard limit', undefined)).toEqual({ startUtf16: 38, endUtf16: 48 });
    expect(locateQuote(TEXT, 'limit is', 2)).toEqual({ startUtf16: 43, endUtf16: 51 });
  });

  it('over line ends finds LF and CRLF alike, with offsets into the text as it is', () => {
    const crlf = `\uFEFF${TEXT.replaceAll('\n', '\r\n')}`;
    for (const quote of ['3.\nThe hard', '3.\r\nThe hard']) {
      expect(cut(TEXT, locateQuote(TEXT, quote, undefined))).toBe('3.\nThe hard');
      expect(cut(crlf, locateQuote(crlf, quote, undefined))).toBe('3.\r\nThe hard');
    }
  });

  it('cut from any place of a text with any line ends is found there', () => {
    const piece = fc.constantFrom('a', 'b', '\n', '\r\n', '\r', '😀');
    const text = fc.array(piece, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(text, fc.nat(29), fc.integer({ min: 1, max: 30 }), (pieces, from, length) => {
        const start = Math.min(from, pieces.length - 1);
        const quote = pieces.slice(start, start + length).join('');
        const whole = pieces.join('');
        const startUtf16 = pieces.slice(0, start).join('').length;
        // A CR that the pieces put next to an LF is one line end, and cannot be told from it.
        fc.pre(!/^\n|\r$/.test(quote) && !quote.startsWith('\r\n'));
        const occurrence = countBefore(whole, quote, startUtf16) + 1;
        expect(locateQuote(whole, quote, occurrence)).toEqual({ startUtf16, endUtf16: startUtf16 + quote.length });
      }),
      { numRuns: 500 },
    );
  });
});

/** Occurrences that start before an offset, line ends read alike: found by comparing at every place. */
function countBefore(text: string, quote: string, offset: number): number {
  const fold = (part: string) => part.replaceAll('\r\n', '\n');
  let count = 0;
  for (let at = 0; at < offset; at++) {
    if (text[at] === '\n' && text[at - 1] === '\r') continue;
    if (fold(text.slice(at)).startsWith(fold(quote))) count++;
  }
  return count;
}

describe('lines', () => {
  it('outside the document are refused, a last line end opens no line', () => {
    expect(locateLines(TEXT, 4, 5)).toBe('lines 4-5 are not in the document, which has 4');
    expect(locateLines('', 1, 1)).toBe('lines 1-1 are not in the document, which has 0');
  });

  it('without a visible character are refused', () => {
    expect(locateLines(TEXT, 2, 2)).toBe('lines 2-2 of the document are blank');
  });

  it('are counted from 1, both ends included, without blanks around them', () => {
    expect(cut(TEXT, locateLines(TEXT, 3, 4))).toBe('The default limit is 3.\nThe hard limit is 9.');
    expect(cut(TEXT, locateLines(TEXT, 1, 3))).toBe('# Limits\n\nThe default limit is 3.');
    expect(cut('  a \r\n\tb\r\nc', locateLines('  a \r\n\tb\r\nc', 1, 2))).toBe('a \r\n\tb');
    expect(locateLines('\uFEFFa\nb', 1, 1)).toEqual({ startUtf16: 1, endUtf16: 2 });
    expect(cut('a\rb\r\nc\n', locateLines('a\rb\r\nc\n', 2, 3))).toBe('b\r\nc');
    expect(locateLines('a\nb', 2, 2)).toEqual({ startUtf16: 2, endUtf16: 3 });
  });
});

it('a whole document has no span', () => {
  expect(locate(TEXT, { kind: 'document' })).toBeUndefined();
});
