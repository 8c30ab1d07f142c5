import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bm25Params } from '../../contracts/pipeline.ts';
import type { PassageMask } from '../../contracts/ports.ts';
import { analyzer } from './analyzer/analyzers.ts';
import { bm25Engine } from './bm25-engine.ts';
import { bm25Searcher, sweptSearch } from './bm25-searcher.ts';
import { deriveImpacts } from './impacts.ts';
import { describeLexicalEngine } from './lexical-engine.contract.ts';
import { naturalLog } from './natural-log.ts';
import { buildPostings } from './postings-builder.ts';
import { prunedSearch } from './pruned-search.ts';
import { queryTermReader } from './query-terms.ts';

describeLexicalEngine('bm25', bm25Engine);

const plain = analyzer('plain');

/** Second implementation: no postings, every passage scored on its own. */
function searchNaively(
  texts: readonly string[],
  query: string,
  limit: number,
  { k1, b }: Bm25Params,
  mask: PassageMask | undefined,
  logarithm: (x: number) => number,
): [number, number][] {
  const passages = texts.map(plain.terms);
  const meanLength = passages.flat().length / passages.length;
  const vocabulary = [...new Set(passages.flat())];
  const holders = (term: string) => passages.filter((terms) => terms.includes(term)).length;
  const count = (terms: readonly string[], term: string) => terms.filter((other) => other === term).length;
  const queryTerms = plain.terms(query);
  const order = vocabulary.filter((term) => queryTerms.includes(term)).sort((x, y) => holders(x) - holders(y));
  const scored = passages.map((terms, passage): [number, number] => {
    let score = 0;
    for (const term of order) {
      const tf = count(terms, term);
      const idf = logarithm(1 + (passages.length - holders(term) + 0.5) / (holders(term) + 0.5));
      const impact = Math.fround(idf * (tf / (tf + k1 * (1 - b + (b * terms.length) / meanLength))));
      if (tf > 0) score += count(queryTerms, term) * impact;
    }
    return [passage, score];
  });
  return scored
    .filter(([passage, score]) => score > 0 && (mask === undefined || mask[passage] === 1))
    .sort((x, y) => y[1] - x[1] || x[0] - y[0])
    .slice(0, limit);
}

/** Few words, some in most passages and some in few, so that ties and prunable terms are the rule. */
const wordArbitrary = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('the', 'of') },
  { weight: 3, arbitrary: fc.constantFrom('cat', 'dog', 'max-depth') },
  { weight: 1, arbitrary: fc.constantFrom('quark', 'lepton', 'boson', 'gluon') },
);
const sentence = (maxLength: number) => fc.array(wordArbitrary, { maxLength }).map((words) => words.join(' '));
const caseArbitrary = fc.record({
  texts: fc.array(sentence(8), { minLength: 1, maxLength: 60 }),
  query: sentence(8),
  limit: fc.integer({ min: 1, max: 12 }),
  params: fc.record({ k1: fc.constantFrom(0, 0.9, 1.5, 7e44, 1e300), b: fc.constantFrom(0, 0.4, 1) }),
  maskSeed: fc.option(fc.array(fc.constantFrom(0, 1, 1), { minLength: 60, maxLength: 60 }), { nil: undefined }),
});

describe('bm25', () => {
  it('equals the naive evaluation to the bit, swept and pruned, with masks, ties and repeated terms', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ texts, query, limit, params, maskSeed }) => {
        const mask = maskSeed && Uint8Array.from(maskSeed.slice(0, texts.length));
        const expected = searchNaively(texts, query, limit, params, mask, naturalLog);
        const postings = buildPostings(texts, plain);
        const impacts = deriveImpacts(postings, params);
        const readTerms = queryTermReader(postings, plain);
        for (const scoreTerms of [sweptSearch(postings, impacts), prunedSearch(postings, impacts)]) {
          const searcher = bm25Searcher(postings, impacts, readTerms, scoreTerms);
          for (let round = 0; round < 2; round++) {
            const { passages, scores } = searcher.search(query, limit, mask);
            expect([...passages].map((passage, i) => [passage, scores[i]])).toEqual(expected);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('equals it within rounding when the platform’s logarithm is used', () => {
    fc.assert(
      fc.property(caseArbitrary, ({ texts, query, params }) => {
        const expected = new Map(searchNaively(texts, query, 60, params, undefined, Math.log));
        const { passages, scores } = bm25Engine().build(texts, 'plain').searcher(params).search(query, 60);
        expect([...passages].sort()).toEqual([...expected.keys()].sort());
        passages.forEach((passage, i) => {
          const score = expected.get(passage) ?? 0;
          expect(Math.abs((scores[i] ?? 0) - score)).toBeLessThanOrEqual(1e-6 * score);
        });
      }),
    );
  });

  // Scores of bm25s 0.3.16 (method lucene, float64) on the same words, rounded to 7 decimals.
  it.each([
    [0.9, 0.4, 'cat', [0.3275743, 0, 0.529929, 0]],
    [0.9, 0.4, 'the sat', [0.7724698, 0.7583667, 0, 0]],
    [0.9, 0.4, 'cat dog bird', [0.3275743, 0.3791834, 0.8901926, 0.6951344]],
    [0.9, 0.4, 'cat cat', [0.6551486, 0, 1.0598581, 0]],
    [1.5, 0.75, 'cat', [0.2183141, 0, 0.4545227, 0]],
    [1.5, 0.75, 'the sat', [0.5503606, 0.6093602, 0, 0]],
    [1.5, 0.75, 'cat dog bird', [0.2183141, 0.3046801, 0.7237061, 0.6096065]],
  ])('agrees with bm25s at k1 %d, b %d on %j', (k1, b, query, expected) => {
    const texts = ['the cat sat on the mat', 'the dog sat', 'cat cat cat dog', 'a bird'];
    const { passages, scores } = bm25Engine().build(texts, 'plain').searcher({ k1, b }).search(query, 4);
    const byPassage = texts.map((_, passage) => scores[passages.indexOf(passage)] ?? 0);
    byPassage.forEach((score, passage) => {
      expect(score).toBeCloseTo(expected[passage] ?? Number.NaN, 6);
    });
  });

  it('prunes a large collection and still returns what scoring everything returns', () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => {
      const rare = i % 97 === 0 ? ` rare${i % 5}` : '';
      return `common${i % 2} ${'the '.repeat(1 + (i % 4))}word${i % 50}${rare}`;
    });
    const postings = buildPostings(texts, plain);
    const impacts = deriveImpacts(postings, { k1: 0.9, b: 0.4 });
    const readTerms = queryTermReader(postings, plain);
    const searcher = bm25Engine().build(texts, 'plain').searcher({ k1: 0.9, b: 0.4 });
    const swept = bm25Searcher(postings, impacts, readTerms, sweptSearch(postings, impacts));
    const mask = Uint8Array.from(texts, (_, i) => (i % 3 === 0 ? 1 : 0));
    for (const query of [
      'rare1 the common0',
      'the common1',
      'word7 the rare2 rare2',
      'the',
      'rare0 rare3 word1 word2 the',
    ]) {
      for (const limit of [1, 10, 100, 1000, 20_000]) {
        expect(searcher.search(query, limit)).toEqual(swept.search(query, limit));
        expect(searcher.search(query, limit, mask)).toEqual(swept.search(query, limit, mask));
      }
    }
  });

  it('hands out one searcher per pair of parameters while they are in use', () => {
    const index = bm25Engine().build(['a'], 'plain');
    expect(index.searcher({ k1: 0.9, b: 0.4 })).toBe(index.searcher({ k1: 0.9, b: 0.4 }));
    expect(index.searcher({ k1: 0.9, b: 0.4 })).not.toBe(index.searcher({ k1: 0.9, b: 0.5 }));
  });
});
