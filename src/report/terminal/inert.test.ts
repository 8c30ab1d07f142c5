import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inert, inertProse, sentence } from './inert.ts';

describe('inert text', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
    ['\u001b]8;;http://x\u0007link', '\\x1b]8;;http://x\\x07link'],
    ['\u009b2J', '\\x9b2J'],
    ['a\rb\nc\td\be', 'a\\rb\\nc\\td\\x08e'],
    ['\u202etxt.exe', '\\u202etxt.exe'],
    ['a\u200bb', 'a\\u200bb'],
    ['\u{e0041}', '\\u{e0041}'],
    ['\ud800', '\\ud800'],
    ['שלום, 再試行, Größe, 👩‍👩‍👧', 'שלום, 再試行, Größe, 👩‍👩‍👧'],
  ])('of %j is %s', (text, safe) => {
    expect(inert(text)).toBe(safe);
  });

  it('holds nothing that a terminal acts on, whatever comes in', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => !/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u.test(inert(text)),
      ),
    );
  });

  it('is left alone when made inert again', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => inert(inert(text)) === inert(text)));
  });
});

it('prose is one line with single blanks and without invisible characters', () => {
  expect(inertProse('\ufeff  one\n\n\ttwo\u00a0three\u3000four fi\u00advé \u2028 ')).toBe('one two three four fivé');
});

it('a sentence has ASCII signs where the terminal has no others', () => {
  const text = 'fusion: REGRESSION against bm25 — nDCG@10 −0.0389, ±0.0000, topic’s “x”…';
  expect(sentence(text, { width: 80, color: false, unicode: true })).toBe(text);
  expect(sentence(text, { width: 80, color: false, unicode: false })).toBe(
    'fusion: REGRESSION against bm25 - nDCG@10 -0.0389, +/-0.0000, topic\'s "x"...',
  );
});
