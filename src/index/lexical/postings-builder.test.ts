import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzer } from './analyzer/analyzers.ts';
import { buildPostings } from './postings-builder.ts';
import { decodePostings, encodePostings } from './postings-bytes.ts';

const plain = analyzer('plain');
const textsArbitrary = fc.array(
  fc.array(fc.constantFrom('a', 'b', 'c', 'max-b', 'é', 'QB-1', ','), { maxLength: 12 }).map((w) => w.join(' ')),
  {
    maxLength: 12,
  },
);

/** Second implementation: a map of maps. */
function countNaively(texts: readonly string[]): Map<string, Map<number, number>> {
  const counts = new Map<string, Map<number, number>>();
  texts.forEach((text, passage) => {
    for (const term of plain.terms(text)) {
      const holders = counts.get(term) ?? new Map<number, number>();
      holders.set(passage, (holders.get(passage) ?? 0) + 1);
      counts.set(term, holders);
    }
  });
  return counts;
}

describe('buildPostings', () => {
  it('names the passage that is not a text', () => {
    expect(() => buildPostings(['a', null as unknown as string], plain)).toThrow('passage 1 is not a text but null');
  });

  it('counts what a map of maps counts, in order of first appearance', () => {
    fc.assert(
      fc.property(textsArbitrary, (texts) => {
        const postings = buildPostings(texts, plain);
        const naive = countNaively(texts);
        expect(postings.vocabulary).toEqual([...naive.keys()]);
        expect([...postings.lengths]).toEqual(texts.map((text) => plain.terms(text).length));
        const rows = postings.vocabulary.map((term, t) => {
          const [start, end] = [postings.offsets[t], postings.offsets[t + 1]];
          const passages = [...postings.passages.slice(start, end)];
          return [term, new Map(passages.map((p, i) => [p, [...postings.frequencies.slice(start, end)][i]]))];
        });
        expect(rows).toEqual([...naive]);
        expect(decodePostings(encodePostings(postings))).toEqual(postings);
      }),
    );
  });

  it.each([
    [255, 1],
    [256, 4],
    [70_000, 4],
  ])('counts %d repeats exactly, in %d bytes', (repeats, width) => {
    const postings = buildPostings(['b', 'a '.repeat(repeats)], plain);
    expect([...postings.frequencies]).toEqual([1, repeats]);
    expect(postings.frequencies.BYTES_PER_ELEMENT).toBe(width);
    expect(decodePostings(encodePostings(postings))).toEqual(postings);
  });

  it('reads a generator once', () => {
    const texts = (function* () {
      yield 'a b';
      yield 'b';
    })();
    expect(buildPostings(texts, plain).passageCount).toBe(2);
  });
});
