import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Topic } from '../../contracts/golden.ts';
import { locate } from './anchor.ts';
import { entryOfSpan, judgedAt } from './anchor-of-span.ts';
import { anchorOf } from './judgments.ts';

const span = (startUtf16: number, endUtf16: number) => ({ startUtf16, endUtf16 });

describe('entryOfSpan', () => {
  it.each<[string, string, [number, number], object]>([
    ['lines where they are the span', 'one\ntwo\nthree\n', [4, 13], { lines: [2, 3] }],
    ['lines where only blanks are more', '# a\r\n\r\n  two  \r\n', [5, 16], { lines: [3, 3] }],
    ['a quote within a line', 'one two three', [4, 7], { quote: 'two' }],
    ['a quote with its occurrence', 'a b a b a', [4, 7], { quote: 'a b', occurrence: 2 }],
    ['a quote over CRLF', 'x one\r\ntwo y', [2, 10], { quote: 'one\ntwo' }],
  ])('gives %s', (_, text, [start, end], anchor) => {
    expect(entryOfSpan('d', text, span(start, end), 2)).toEqual({ doc: 'd', grade: 2, ...anchor });
  });

  it('gives an entry that points at the span, less blanks at its ends', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', 'é'), minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (document, from, length) => {
        const [start, end] = [Math.min(from, document.length - 1), Math.min(from + length + 1, document.length)];
        const part = document.slice(start, end);
        fc.pre(part.trim() !== '');
        const first = start + part.length - part.trimStart().length;
        const found = locate(document, anchorOf(entryOfSpan('d', document, span(start, end), 1)));
        expect(found).toEqual(span(first, first + part.trim().length));
      }),
    );
  });
});

it('judgedAt finds a judgment of the same place, however it is named, unless it only stood in the pool', () => {
  const gold = (grade: number) => [
    { doc: 'd', grade, anchor: { kind: 'quote' as const, quote: 'two', occurrence: undefined }, where: 'j:1' },
  ];
  const topic = (grade: number) => ({ gold: gold(grade) }) as unknown as Topic;
  const text = 'one\ntwo\n';
  expect(judgedAt(topic(0), { doc: 'd', lines: [2, 2], grade: 3 }, text)).toEqual(gold(0)[0]);
  expect(judgedAt(topic(0), { doc: 'd', lines: [1, 2], grade: 3 }, text)).toBeUndefined();
  expect(judgedAt(topic(0), { doc: 'd', grade: 3 }, text)).toBeUndefined();
  expect(judgedAt(topic(-1), { doc: 'd', lines: [2, 2], grade: 3 }, text)).toBeUndefined();
});
