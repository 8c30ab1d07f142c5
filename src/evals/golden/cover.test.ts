import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../contracts/document.ts';
import { coveringPassages } from './cover.ts';

const span = (startUtf16: number, endUtf16: number): Span => ({ startUtf16, endUtf16 });

describe('for an entry from 10 to 20', () => {
  const entry = span(10, 20);
  it.each([
    ['the passage around it', [span(0, 30)], [0]],
    ['a passage with exactly half of it', [span(0, 15), span(16, 30)], [0]],
    ['both passages with half of it', [span(0, 15), span(15, 30)], [0, 1]],
    ['a passage inside it, however short', [span(12, 13), span(0, 12)], [0]],
    ['the one with most, where none has half', [span(0, 13), span(13, 13), span(16, 30)], [2]],
    ['the first of those with most', [span(17, 40), span(0, 13), span(2, 13)], [1]],
    ['none that only touches it', [span(0, 10), span(20, 30)], []],
    ['none of no passages', [], []],
  ])('counts %s', (_, passages, expected) => {
    expect(coveringPassages(entry, passages)).toEqual(expected.map((i) => passages[i]));
  });
});

/** The rule again, character by character. */
function naive(entry: Span, passages: readonly Span[]): Span[] {
  const characters = (each: Span) =>
    new Set(Array.from({ length: each.endUtf16 - each.startUtf16 }, (_, i) => each.startUtf16 + i));
  const wanted = characters(entry);
  const shared = (passage: Span) => [...characters(passage)].filter((at) => wanted.has(at)).length;
  const counts = passages.filter((passage) => {
    const size = passage.endUtf16 - passage.startUtf16;
    return shared(passage) > 0 && (shared(passage) * 2 >= wanted.size || shared(passage) === size);
  });
  if (counts.length > 0) return counts;
  const most = Math.max(0, ...passages.map(shared));
  if (most === 0) return [];
  const best = passages.filter((passage) => shared(passage) === most);
  const start = Math.min(...best.map(({ startUtf16 }) => startUtf16));
  const first = best.filter(({ startUtf16 }) => startUtf16 === start);
  const end = Math.min(...first.map(({ endUtf16 }) => endUtf16));
  return first.filter(({ endUtf16 }) => endUtf16 === end).slice(0, 1);
}

const anySpan = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 25 })).map(([start, size]) => span(start, start + size));

it('equals a second implementation that counts characters', () => {
  fc.assert(
    fc.property(anySpan, fc.array(anySpan, { maxLength: 8 }), (entry, passages) => {
      expect(coveringPassages(entry, passages)).toEqual(naive(entry, passages));
    }),
    { numRuns: 2000 },
  );
});

it('does not depend on the order of the passages', () => {
  const key = (spans: readonly Span[]) => spans.map((each) => `${each.startUtf16}-${each.endUtf16}`).sort();
  fc.assert(
    fc.property(anySpan, fc.array(anySpan, { maxLength: 8 }), (entry, passages) => {
      const turned = coveringPassages(entry, [...passages].reverse());
      expect(key(turned)).toEqual(key(coveringPassages(entry, passages)));
    }),
  );
});

it('finds a passage for every entry of a text that is cut without gaps', () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(cuts, fc.nat(50), fc.integer({ min: 1, max: 50 }), (sizes, from, length) => {
      const ends = sizes.map((_, i) => sizes.slice(0, i + 1).reduce((a, b) => a + b, 0));
      const passages = ends.map((end, i) => span(ends[i - 1] ?? 0, end));
      const end = ends.at(-1) ?? 0;
      fc.pre(from < end);
      expect(coveringPassages(span(from, Math.min(end, from + length)), passages).length).toBeGreaterThan(0);
    }),
  );
});
