import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import { GrkError } from '../../contracts/errors.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { AnalyzerName } from '../../contracts/pipeline.ts';
import type { LexicalEngine, LexicalIndex } from '../../contracts/ports.ts';
import { compareScored } from '../../contracts/ranking.ts';
import { type Analyzer, analyzer as analyzerNamed } from './analyzer/analyzers.ts';
import { corrupt, sealBytes, unsealBytes } from './sealed-bytes.ts';
import { checkParams, checkSearch, checkText } from './search-arguments.ts';

/** Version id: it changes when a score, an order or a byte of a serialised index does. */
export const MINISEARCH_ALGORITHM = 'minisearch/1';

/** The library's own lower bound of BM25+, which has no counterpart in BM25's settings. */
const DELTA = 0.5;

interface Row {
  readonly id: number;
  readonly text: string;
}

/**
 * The minisearch library over our terms. Its score is not BM25: per query term
 * ln(1 + (N − n + ½) / (n + ½)) · (δ + tf·(k1 + 1) / (tf + k1·(1 − b + b·length / mean length))), where length counts
 * distinct terms and δ is ½; the sum is multiplied by the number of distinct query terms that matched.
 * The library takes logarithms from the engine, so scores are rounded to float32 before they are compared.
 */
export function minisearchEngine(): LexicalEngine {
  return {
    name: 'minisearch',
    algorithm: MINISEARCH_ALGORITHM,
    build: (texts, name) => {
      const analyzer = analyzerNamed(name);
      const library = new MiniSearch<Row>(optionsFor(analyzer));
      let id = 0;
      for (const text of texts) {
        checkText(text, id);
        library.add({ id: id++, text });
      }
      return minisearchIndex(library, name);
    },
    open: (bytes) => {
      const { analyzer, payload } = unsealBytes(bytes, MINISEARCH_ALGORITHM);
      try {
        const stored = JSON.parse(new TextDecoder().decode(payload)) as AsPlainObject;
        return minisearchIndex(MiniSearch.loadJS<Row>(stored, optionsFor(analyzerNamed(analyzer))), analyzer);
      } catch (cause) {
        throw corrupt('minisearch cannot load the lexical index', cause);
      }
    },
  };
}

function optionsFor(analyzer: Analyzer): Options<Row> {
  return { fields: ['text'], tokenize: analyzer.terms, processTerm: (term) => term };
}

function minisearchIndex(library: MiniSearch<Row>, analyzer: AnalyzerName): LexicalIndex {
  const passageCount = library.documentCount;
  return {
    engine: 'minisearch',
    analyzer,
    passageCount,
    searcher: ({ k1, b }) => {
      checkParams({ k1, b });
      return {
        search(query, limit, mask) {
          checkSearch(limit, mask, passageCount);
          const hits = library
            .search(query, {
              bm25: { k: k1, b, d: DELTA },
              ...(mask === undefined ? {} : { filter: ({ id }) => mask[id] === 1 }),
            })
            .map(({ id, score }) => ({ passage: id as number, score: Math.fround(score) }))
            .filter(({ score }) => score > 0)
            .sort((x, y) => compareScored(x.score, x.passage, y.score, y.passage))
            .slice(0, limit);
          return {
            passages: Int32Array.from(hits, ({ passage }) => passage),
            scores: Float64Array.from(hits, ({ score }) => score),
          };
        },
      };
    },
    serialise: () => {
      const stored = library.toJSON();
      // The library's tree lists its terms in an order that loading changes.
      stored.index.sort(([x], [y]) => compareBytes(x, y));
      return sealBytes({ algorithm: MINISEARCH_ALGORITHM, analyzer }, new TextEncoder().encode(textOf(stored)));
    },
  };
}

/** JSON in one string, which V8 limits; the bm25 engine has no such limit. */
function textOf(stored: AsPlainObject): string {
  try {
    return JSON.stringify(stored);
  } catch (cause) {
    throw new GrkError('GRK_UNSUPPORTED', 'the minisearch index of this collection is too large to be stored', {
      remedy: 'Use the engine "bm25": --set lexical.engine=bm25.',
      cause,
    });
  }
}
