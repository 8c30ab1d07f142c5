import type { LexicalEngineName } from '../../contracts/pipeline.ts';
import type { LexicalEngine } from '../../contracts/ports.ts';
import { BM25_ALGORITHM, bm25Engine } from './bm25-engine.ts';
import { MINISEARCH_ALGORITHM, minisearchEngine } from './minisearch-engine.ts';

export const LEXICAL_ENGINES: Readonly<Record<LexicalEngineName, () => LexicalEngine>> = {
  bm25: bm25Engine,
  minisearch: minisearchEngine,
};

/** Version id per engine, as it stands in a collection's identity. */
export const LEXICAL_ALGORITHMS: Readonly<Record<LexicalEngineName, string>> = {
  bm25: BM25_ALGORITHM,
  minisearch: MINISEARCH_ALGORITHM,
};
