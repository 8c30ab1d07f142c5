import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import type { AnalyzerName, Bm25Params } from '../../contracts/pipeline.ts';
import type { LexicalEngine, LexicalIndex } from '../../contracts/ports.ts';
import type { ScoredList } from '../../contracts/ranking.ts';

const PARAMS: Bm25Params = { k1: 0.9, b: 0.4 };
const ANIMALS = [
  'The quick brown fox jumps over the lazy dog.',
  'A lazy cat sleeps all day long.',
  '',
  'Dogs and foxes are canids; a dog is loyal.',
  'A lazy cat sleeps all day long.',
  'Quantum chromodynamics describes quarks.',
];

function pairs({ passages, scores }: ScoredList): [number, number][] {
  return [...passages].map((passage, i) => [passage, scores[i] ?? Number.NaN]);
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof GrkError && error.remedy !== undefined ? `${error.code}: ${error.message}` : String(error);
  }
  return 'nothing was thrown';
}

/** What every lexical engine promises to its callers. */
export function describeLexicalEngine(name: string, makeEngine: () => LexicalEngine): void {
  const index = (texts: Iterable<string>, analyzer: AnalyzerName = 'english'): LexicalIndex =>
    makeEngine().build(texts, analyzer);
  const found = (built: LexicalIndex, query: string, limit = 100): number[] => [
    ...built.searcher(PARAMS).search(query, limit).passages,
  ];

  describe(`${name}: misuse`, () => {
    const animals = index(ANIMALS);

    it('refuses an analyzer that it does not know', () => {
      expect(codeOf(() => index(ANIMALS, 'german' as AnalyzerName))).toContain(
        'GRK_UNKNOWN_NAME: there is no analyzer "german".',
      );
    });

    it('refuses a passage that is not a text', () => {
      expect(codeOf(() => index(['a', undefined as unknown as string]))).toBe(
        'GRK_USAGE: passage 1 is not a text but undefined',
      );
    });

    it.each([
      [{ k1: -0.1, b: 0.4 }, 'k1 -0.1 with b 0.4'],
      [{ k1: Number.NaN, b: 0.4 }, 'k1 NaN with b 0.4'],
      [{ k1: Number.POSITIVE_INFINITY, b: 0.4 }, 'k1 Infinity with b 0.4'],
      [{ k1: 0.9, b: 1.01 }, 'k1 0.9 with b 1.01'],
      [{ k1: 0.9, b: -1 }, 'k1 0.9 with b -1'],
    ])('refuses the parameters %j', (params, words) => {
      expect(codeOf(() => animals.searcher(params))).toBe(`GRK_USAGE: ${words} is no setting of BM25`);
    });

    it.each([0, -1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a limit of %d', (limit) => {
      expect(codeOf(() => animals.searcher(PARAMS).search('dog', limit))).toBe(
        `GRK_USAGE: a search cannot return ${limit} passages`,
      );
    });

    it.each([0, 5, 7])('refuses a mask of %d bytes over 6 passages', (length) => {
      expect(codeOf(() => animals.searcher(PARAMS).search('dog', 3, new Uint8Array(length)))).toBe(
        `GRK_USAGE: a mask of ${length} bytes does not fit an index of 6 passages`,
      );
    });

    it('refuses to open what it did not write, however it was damaged', () => {
      const bytes = animals.serialise();
      const open = (damaged: Uint8Array) => codeOf(() => makeEngine().open(damaged)).split(':')[0];
      expect(open(new Uint8Array(0))).toBe('GRK_STORE_CORRUPT');
      expect(open(new TextEncoder().encode('no index at all, but long enough to be one'))).toBe('GRK_STORE_CORRUPT');
      for (let at = 0; at < bytes.length; at += 1 + Math.floor(bytes.length / 200)) {
        const changed = bytes.slice();
        changed[at] = (changed[at] ?? 0) ^ 0x41;
        expect([at, open(changed), open(bytes.slice(0, at))]).toEqual([at, 'GRK_STORE_CORRUPT', 'GRK_STORE_CORRUPT']);
      }
      expect(open(Uint8Array.from([...bytes, 0]))).toBe('GRK_STORE_CORRUPT');
    });
  });

  describe(`${name}: search`, () => {
    it('finds nothing in an index of nothing, and in one of empty passages', () => {
      expect(index([]).passageCount).toBe(0);
      expect(found(index([]), 'dog')).toEqual([]);
      expect(found(index(['', ' ']), 'dog')).toEqual([]);
      expect(found(makeEngine().open(index([]).serialise()), 'dog')).toEqual([]);
    });

    it.each(['', '  \n', '?!', 'the of and', 'zebra', '😀'])('finds nothing for %j', (query) => {
      expect(found(index(ANIMALS), query)).toEqual([]);
    });

    it('returns the passages that share a term, with falling scores above 0', () => {
      const hits = pairs(index(ANIMALS).searcher(PARAMS).search('lazy dogs', 10));
      expect(hits.map(([passage]) => passage).sort()).toEqual([0, 1, 3, 4]);
      expect(hits[0]?.[0]).toBe(0);
      expect(hits.every(([, score], i) => score > 0 && score <= (hits[i - 1]?.[1] ?? score))).toBe(true);
    });

    it('breaks ties by the lower number', () => {
      expect(found(index(ANIMALS), 'cat sleeps')).toEqual([1, 4]);
      expect(found(index(Array.from({ length: 300 }, () => 'same words')), 'words', 5)).toEqual([0, 1, 2, 3, 4]);
    });

    it('returns at most `limit`, also where that is more than there is (bm25s#116), and those are the first of a longer list', () => {
      const texts = Array.from({ length: 500 }, (_, i) => `${'alpha '.repeat(i % 7)} ${'beta '.repeat(i % 5)} x${i}`);
      const searcher = index(texts, 'plain').searcher(PARAMS);
      const all = pairs(searcher.search('alpha beta', 1_000_000));
      for (const limit of [1, 2, 10, 99, 100, 101, 250, 499]) {
        expect(pairs(searcher.search('alpha beta', limit))).toEqual(all.slice(0, limit));
      }
    });

    it('applies the mask before the limit', () => {
      const texts = Array.from({ length: 50 }, (_, i) => 'word '.repeat(50 - i));
      const searcher = index(texts, 'plain').searcher(PARAMS);
      const mask = Uint8Array.from(texts, (_, i) => (i % 10 === 3 ? 1 : 0));
      const open = pairs(searcher.search('word', 50)).filter(([passage]) => passage % 10 === 3);
      expect(pairs(searcher.search('word', 2, mask))).toEqual(open.slice(0, 2));
      expect(pairs(searcher.search('word', 50, mask))).toEqual(open);
      expect(pairs(searcher.search('word', 50, new Uint8Array(50)))).toEqual([]);
    });

    it('counts a term of the query as often as it occurs', () => {
      const searcher = index(ANIMALS).searcher(PARAMS);
      const once = pairs(searcher.search('dog', 10));
      const twice = pairs(searcher.search('dog Dogs', 10));
      expect(twice).toEqual(once.map(([passage, score]) => [passage, 2 * score]));
    });

    it('is not disturbed by searches before it', () => {
      const built = index(ANIMALS);
      const searcher = built.searcher(PARAMS);
      const before = pairs(searcher.search('lazy dog', 10));
      searcher.search('quick brown cat', 1, Uint8Array.of(0, 1, 1, 1, 1, 1));
      built.searcher({ k1: 1.5, b: 0.75 }).search('dog', 2);
      for (let i = 0; i < 9; i++) built.searcher({ k1: i, b: 0 }).search('lazy dog', 3);
      expect(pairs(searcher.search('lazy dog', 10))).toEqual(before);
      expect(pairs(built.searcher(PARAMS).search('lazy dog', 10))).toEqual(before);
    });

    it('scores by the parameters it is given', () => {
      const built = index(['dog dog dog dog', 'dog', 'cat'], 'plain');
      const scores = (k1: number, b: number) => [...built.searcher({ k1, b }).search('dog', 2).scores];
      expect(new Set(scores(0, 0)).size).toBe(1);
      expect(scores(1.2, 0)[0]).toBeGreaterThan(scores(1.2, 0)[1] ?? 0);
      expect(scores(0.5, 0.5)).not.toEqual(scores(2, 0.5));
    });

    it('takes parameters at the far end of their range', () => {
      const searcher = index(ANIMALS).searcher({ k1: Number.MAX_VALUE, b: 1 });
      expect(pairs(searcher.search('lazy dog', 10)).every(([, score]) => score > 0)).toBe(true);
    });
  });

  describe(`${name}: texts`, () => {
    it('finds Chinese, Japanese and Korean by pairs of characters', () => {
      const built = index(['東京都に住んでいます', '京都に行きました', '데이터베이스 검색', '数据库检索'], 'cjk');
      expect(found(built, '東京')).toEqual([0]);
      expect(found(built, '京都').sort()).toEqual([0, 1]);
      expect(found(built, '베이스')).toEqual([2]);
      expect(found(built, '数据库')).toEqual([3]);
    });

    it('reads case, composition, width and quotes alike in passage and query', () => {
      const built = index(
        ['Crème brûlée', 'ＦＵＬＬ　ｗｉｄｔｈ', '“quoted” ‘text’', 'soft\u00adhyphen', 'ЗАПРОС'],
        'plain',
      );
      expect(found(built, 'CRE\u0300ME')).toEqual([0]);
      expect(found(built, 'full width')).toEqual([1]);
      expect(found(built, 'quoted')).toEqual([2]);
      expect(found(built, 'text')).toEqual([2]);
      expect(found(built, 'softhyphen')).toEqual([3]);
      expect(found(built, 'запрос')).toEqual([4]);
    });

    it('finds identifiers whole, in part, and by their words', () => {
      const built = index(
        ['fails with QB-2104', 'set --max-depth to 3', 'edit quillback.toml', 'QB-2105 is another'],
        'english',
      );
      expect(found(built, 'QB-2104')[0]).toBe(0);
      expect(found(built, '2105')).toEqual([3]);
      for (const query of ['--max-depth', 'max_depth', 'maxDepth', 'max depth'])
        expect(found(built, query)).toEqual([1]);
      expect(found(built, 'quillback.toml')).toEqual([2]);
    });

    it('takes words that are names of JavaScript’s own', () => {
      const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'undefined', 'null', 'NaN'];
      const built = index(names, 'plain');
      names.forEach((query, passage) => {
        expect(found(built, query)[0]).toBe(passage);
        expect(found(index(['other words'], 'plain'), query)).toEqual([]);
      });
    });

    it('takes a word of 200,000 letters, control characters and unpaired surrogates', () => {
      const long = 'ab'.repeat(100_000);
      const built = index([`${long} x`, 'a\u0000b\u0007c', 'd\ud800e \udfff', `y ${long}`], 'plain');
      expect(found(built, long)).toEqual([0, 3]);
      expect(found(built, 'b')).toEqual([1]);
      expect(found(built, 'e\udc00d')).toEqual([2]);
      expect(found(makeEngine().open(built.serialise()), long)).toEqual([0, 3]);
    });

    it('finds every passage by any of its words', () => {
      const words = fc.constantFrom('alpha', 'beta', 'Gamma', 'delta-7', 'épsilon', '日本');
      fc.assert(
        fc.property(fc.array(fc.array(words, { maxLength: 5 }), { maxLength: 20 }), words, (rows, query) => {
          const built = index(
            rows.map((row) => row.join(' ')),
            'plain',
          );
          const expected = rows.flatMap((row, passage) => (row.includes(query) ? [passage] : []));
          expect(found(built, query, 1000).sort((a, b) => a - b)).toEqual(expected);
        }),
      );
    });
  });

  describe(`${name}: serialised`, () => {
    it('gives the same bytes for the same texts', () => {
      expect(index([...ANIMALS]).serialise()).toEqual(index(ANIMALS).serialise());
      expect(index(ANIMALS, 'plain').serialise()).not.toEqual(index(ANIMALS).serialise());
    });

    it('opens to an index that answers and serialises alike, from any place in memory', () => {
      const built = index(ANIMALS);
      const bytes = built.serialise();
      const shifted = new Uint8Array(bytes.length + 1);
      shifted.set(bytes, 1);
      const opened = makeEngine().open(shifted.subarray(1));
      shifted.fill(0);
      expect([opened.engine, opened.analyzer, opened.passageCount]).toEqual([built.engine, 'english', 6]);
      for (const query of ['lazy dog', 'quarks', 'the', 'cat cat fox']) {
        expect(opened.searcher(PARAMS).search(query, 10)).toEqual(built.searcher(PARAMS).search(query, 10));
      }
      expect(opened.serialise()).toEqual(bytes);
    });

    it('opens without the texts being analysed again', () => {
      const bytes = index(Array.from({ length: 2000 }, (_, i) => `${ANIMALS[i % 6]} number ${i}`)).serialise();
      expect(found(makeEngine().open(bytes), '1999')).toEqual([1999]);
    });
  });
}
