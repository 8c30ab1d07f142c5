import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutEnd, cutMiddle, displayWidth } from './display-width.ts';
import { hang, wrap, wrapTo } from './wrap.ts';

const words = fc.array(fc.stringMatching(/^[a-z0-9.]{1,9}$/), { minLength: 1 });

describe('width', () => {
  it.each([
    ['bm25', 4],
    ['再試行', 6],
    ['👩‍👩‍👧', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['\u001b[31mred\u001b[39m', 3],
  ])('of %j is %d', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('cutting', () => {
  it.each([
    ['bm25', 4, 'bm25'],
    ['bm25', 3, 'bm…'],
    ['再試行', 5, '再試…'],
    ['再試行', 4, '再…'],
    ['a👩‍👩‍👧b', 3, 'a…'],
    ['one two', 5, 'one…'],
  ])('%j to %d columns gives %j', (text, width, cut) => {
    expect(cutEnd(text, width, '…')).toBe(cut);
  });

  it.each([
    ['variant-one/fusion', 11, 'varia…usion'],
    ['variant-one/fusion', 18, 'variant-one/fusion'],
    ['再試行再試行', 7, '再…試行'],
    ['再試行再試行', 6, '再…行'],
  ])('in the middle, %j to %d columns gives %j', (text, width, cut) => {
    expect(cutMiddle(text, width, '…')).toBe(cut);
  });

  it('never gives more columns than asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
        return displayWidth(cutEnd(text, width, '…')) <= width && displayWidth(cutMiddle(text, width, '…')) <= width;
      }),
    );
  });
});

describe('wrapping', () => {
  it('breaks at spaces', () => {
    expect(wrap('nDCG@10 −0.0389 over 300 topics', 16)).toEqual(['nDCG@10 −0.0389', 'over 300 topics']);
  });

  it('breaks a word only where it is longer than a line', () => {
    expect(wrap('ab cdefghijkl mn', 5)).toEqual(['ab cd', 'efghi', 'jkl', 'mn']);
    expect(wrap('再試行の予算', 5)).toEqual(['再試', '行の', '予算']);
  });

  it('breaks a long word behind a comma or slash where one stands late', () => {
    expect(wrap('["**/*.md","**/*.txt","docs/**"]', 16)).toEqual(['["**/*.md",', '"**/*.txt",', '"docs/**"]']);
    expect(wrap('a, b cdefghijklmnopqrst', 10)).toEqual(['a, b cdefg', 'hijklmnopq', 'rst']);
  });

  it('keeps every word whole and in order where all fit', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 9, max: 40 }), (list, width) => {
        const lines = wrap(list.join(' '), width);
        expect(lines.join(' ').split(' ')).toEqual(list);
        expect(lines.every((line) => line.length <= width)).toBe(true);
      }),
    );
  });

  it('fills lines: the first word of a line would not have fitted on the one before', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 9, max: 40 }), (list, width) => {
        const lines = wrap(list.join(' '), width);
        return lines.every((line, i) => {
          const next = lines[i + 1]?.split(' ')[0];
          return next === undefined || line.length + 1 + next.length > width;
        });
      }),
    );
  });

  it('ends for any text and width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, width) => {
        expect(wrap(text, width).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});

it('shows where more would follow', () => {
  expect(wrapTo('one two three four', 9, 2, '…')).toEqual(['one two', 'three…']);
  expect(wrapTo('one two three', 9, 2, '…')).toEqual(['one two', 'three']);
  expect(wrapTo('x'.repeat(100_000), 9, 2, '...')).toEqual(['xxxxxxxxx', 'xxxxxx...']);
});

it('indents what follows the first line', () => {
  expect(hang('! ', 'one two three four five six', 24)).toBe('! one two three four\n  five six');
});
