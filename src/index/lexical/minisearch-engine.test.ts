import { describe, expect, it } from 'vitest';
import { bm25Engine } from './bm25-engine.ts';
import { describeLexicalEngine } from './lexical-engine.contract.ts';
import { minisearchEngine } from './minisearch-engine.ts';
import { sealBytes } from './sealed-bytes.ts';

describeLexicalEngine('minisearch', minisearchEngine);

describe('minisearch', () => {
  it('scores by its own formula: by hand for two terms in one of three passages', () => {
    // Distinct terms per passage: 2, 2, 1; mean 5/3. idf = ln(1 + 2.5 / 1.5) for a term of one passage.
    const index = minisearchEngine().build(['cat cat dog', 'bird fish', 'fish'], 'plain');
    const idf = Math.log(1 + 2.5 / 1.5);
    const share = (tf: number) => 0.5 + (tf * 1.9) / (tf + 0.9 * (0.6 + (0.4 * 2) / (5 / 3)));
    const { passages, scores } = index.searcher({ k1: 0.9, b: 0.4 }).search('cat dog', 10);
    expect([...passages]).toEqual([0]);
    expect(scores[0]).toBeCloseTo(2 * idf * (share(2) + share(1)), 5);
  });

  it('is not BM25: two matched terms outrank one rare term that BM25 puts first', () => {
    const texts = ['quark', 'the of', ...Array.from({ length: 8 }, (_, i) => `the x${i}`), 'of y'];
    const first = (engine: typeof bm25Engine) =>
      engine().build(texts, 'plain').searcher({ k1: 0.9, b: 0.4 }).search('quark the of', 1).passages[0];
    expect(first(bm25Engine)).toBe(0);
    expect(first(minisearchEngine)).toBe(1);
  });

  it('refuses an index that the library cannot load', () => {
    const payload = new TextEncoder().encode('{"documentCount":1}');
    const bytes = sealBytes({ algorithm: minisearchEngine().algorithm, analyzer: 'plain' }, payload);
    expect(() => minisearchEngine().open(bytes)).toThrow('minisearch cannot load the lexical index');
  });

  it('refuses an index of the other engine', () => {
    const bytes = bm25Engine().build(['a'], 'plain').serialise();
    expect(() => minisearchEngine().open(bytes)).toThrow(
      'the lexical index was written by "bm25-lucene/1", not by "minisearch/1"',
    );
  });
});
