import { describe, expect, it } from 'vitest';
import { analyzer } from './analyzer/analyzers.ts';
import { deriveImpacts } from './impacts.ts';
import { buildPostings } from './postings-builder.ts';

const postings = buildPostings(
  ['the cat sat on the mat', 'the dog sat', 'cat cat cat dog', 'a bird', ''],
  analyzer('plain'),
);

function impactOf(term: string, passage: number, k1: number, b: number): number | undefined {
  const number = postings.vocabulary.indexOf(term);
  const { perPosting } = deriveImpacts(postings, { k1, b });
  for (let i = postings.offsets[number] ?? 0; i < (postings.offsets[number + 1] ?? 0); i++) {
    if (postings.passages[i] === passage) return perPosting[i];
  }
  return undefined;
}

describe('deriveImpacts', () => {
  it('computes Lucene’s formula: by hand for cat in the first of five passages', () => {
    // idf = ln(1 + (5 − 2 + 0.5) / (2 + 0.5)) = ln 2.4; mean length (6 + 3 + 4 + 2 + 0) / 5 = 3; tf 1, length 6.
    expect(impactOf('cat', 0, 0.9, 0.4)).toBe(Math.fround(Math.log(2.4) * (1 / (1 + 0.9 * (0.6 + 0.4 * 2)))));
    expect(impactOf('cat', 2, 1.5, 0.75)).toBe(Math.fround(Math.log(2.4) * (3 / (3 + 1.5 * (0.25 + (0.75 * 4) / 3)))));
  });

  it('forgets frequency at k1 = 0 and length at b = 0', () => {
    expect(impactOf('cat', 0, 0, 0.4)).toBe(impactOf('cat', 2, 0, 0.4));
    expect(impactOf('sat', 0, 0.9, 0)).toBe(impactOf('sat', 1, 0.9, 0));
    expect(impactOf('sat', 0, 0.9, 0.1)).toBeLessThan(impactOf('sat', 1, 0.9, 0.1) ?? 0);
  });

  it('has the largest impact of each term as its peak', () => {
    const { perPosting, peaks } = deriveImpacts(postings, { k1: 0.9, b: 0.4 });
    const expected = postings.vocabulary.map((_, term) =>
      Math.max(...perPosting.slice(postings.offsets[term], postings.offsets[term + 1])),
    );
    expect([...peaks]).toEqual(expected);
  });

  it('has nothing to weigh where nothing was indexed', () => {
    const { perPosting, peaks } = deriveImpacts(buildPostings(['', ''], analyzer('plain')), { k1: 0.9, b: 0.4 });
    expect([perPosting.length, peaks.length]).toEqual([0, 0]);
  });
});
