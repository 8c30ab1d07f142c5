import type { AnalyzerName } from '../../contracts/pipeline.ts';
import type { LexicalEngine, LexicalIndex, LexicalSearcher } from '../../contracts/ports.ts';
import { analyzer as analyzerNamed } from './analyzer/analyzers.ts';
import { bm25Searcher } from './bm25-searcher.ts';
import { deriveImpacts } from './impacts.ts';
import type { Postings } from './postings.ts';
import { buildPostings } from './postings-builder.ts';
import { decodePostings, encodePostings } from './postings-bytes.ts';
import { queryTermReader } from './query-terms.ts';
import { sealBytes, unsealBytes } from './sealed-bytes.ts';
import { checkParams } from './search-arguments.ts';

/** Version id: it changes when a score, an order or a byte of a serialised index does. */
export const BM25_ALGORITHM = 'bm25-lucene/1';

/** A searcher holds 4 bytes per posting; a sweep over k1 and b would otherwise keep them all. */
const KEPT_SEARCHERS = 4;

/** Exact BM25 over postings in typed arrays; the formula is in `deriveImpacts`. */
export function bm25Engine(): LexicalEngine {
  return {
    name: 'bm25',
    algorithm: BM25_ALGORITHM,
    build: (texts, analyzer) => bm25Index(buildPostings(texts, analyzerNamed(analyzer)), analyzer),
    open: (bytes) => {
      const { analyzer, payload } = unsealBytes(bytes, BM25_ALGORITHM);
      return bm25Index(decodePostings(payload), analyzer);
    },
  };
}

function bm25Index(postings: Postings, analyzer: AnalyzerName): LexicalIndex {
  const searchers = new Map<string, LexicalSearcher>();
  let readTerms: ReturnType<typeof queryTermReader> | undefined;
  return {
    engine: 'bm25',
    analyzer,
    passageCount: postings.passageCount,
    searcher: (params) => {
      checkParams(params);
      const key = `${params.k1} ${params.b}`;
      const known = searchers.get(key);
      if (known !== undefined) return known;
      readTerms ??= queryTermReader(postings, analyzerNamed(analyzer));
      const searcher = bm25Searcher(postings, deriveImpacts(postings, params), readTerms);
      const [oldest] = searchers.keys();
      if (searchers.size >= KEPT_SEARCHERS && oldest !== undefined) searchers.delete(oldest);
      searchers.set(key, searcher);
      return searcher;
    },
    serialise: () => sealBytes({ algorithm: BM25_ALGORITHM, analyzer }, encodePostings(postings)),
  };
}
