import { createHash } from 'node:crypto';
import { canonicalJson } from '../contracts/canonical-json.ts';
import { CONTEXT_ALGORITHM, type ExtractorVersions, type SourceDocument } from '../contracts/document.ts';
import { unnamed } from '../contracts/embedder.ts';
import type { AnalyzerName, ChunkerSettings, LexicalEngineName } from '../contracts/pipeline.ts';
import type { Catalog, CollectionIdentity, CollectionInfo, Embedder } from '../contracts/ports.ts';
import { buildCollection } from '../index/build.ts';
import { ANALYZER_ALGORITHMS } from '../index/lexical/analyzer/analyzers.ts';
import { LEXICAL_ALGORITHMS, LEXICAL_ENGINES } from '../index/lexical/engines.ts';
import { CHUNKERS } from '../ingest/chunk/chunkers.ts';
import { READING_ALGORITHM } from '../ingest/extractors.ts';
import { passagesOf, sortByTieOrder } from '../ingest/passages.ts';
import type { Session } from './state.ts';
import { dropVectors, freshVectors } from './vectors.ts';

export interface IndexSettings {
  readonly chunker: ChunkerSettings;
  readonly analyzer: AnalyzerName;
  readonly engine: LexicalEngineName;
}

/** The identity that an index built now with these settings, of files that need these extractors, has. */
export function identityOf(
  settings: IndexSettings,
  embedder: Embedder | null,
  extractors: ExtractorVersions,
): CollectionIdentity {
  return {
    chunker: settings.chunker,
    readingAlgorithm: READING_ALGORITHM,
    ...(Object.keys(extractors).length === 0 ? {} : { extractors }),
    chunkerAlgorithm: CHUNKERS[settings.chunker.name].algorithm,
    contextAlgorithm: CONTEXT_ALGORITHM,
    analyzer: settings.analyzer,
    analyzerAlgorithm: ANALYZER_ALGORITHMS[settings.analyzer],
    engine: settings.engine,
    engineAlgorithm: LEXICAL_ALGORITHMS[settings.engine],
    embedder: embedder?.identity ?? null,
  };
}

/** Names an index by what is in it, so that equal inputs find it again and others never do. */
export function contentName(prefix: string, corpusSha256: string, identity: CollectionIdentity): string {
  const { embedder, ...rest } = identity;
  const content = { corpusSha256, identity: { ...rest, embedder: embedder === null ? null : unnamed(embedder) } };
  const hash = createHash('sha256').update(canonicalJson(content)).digest('hex');
  const slug = prefix
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32);
  return `${slug === '' ? 'index' : slug}-${hash.slice(0, 16)}`;
}

export interface CorpusToIndex {
  readonly name: string;
  readonly corpusSha256: string;
  readonly documents: readonly SourceDocument[];
  readonly identity: CollectionIdentity;
}

/** Chunks, indexes and embeds documents into a collection, replacing what it held. */
export async function indexCorpus(
  session: Session,
  catalog: Catalog,
  corpus: CorpusToIndex,
  embedder: Embedder | null,
): Promise<CollectionInfo> {
  const passages = sortByTieOrder(
    corpus.documents.flatMap((document) => passagesOf(document, corpus.identity.chunker)),
  );
  const engine = await LEXICAL_ENGINES[corpus.identity.engine]();
  return buildCollection(
    { ...corpus, passages },
    {
      catalog,
      engine,
      embedder,
      freshVectors: (table, dimensions) => freshVectors(session, table, dimensions),
      dropVectors: (table) => dropVectors(session, table),
      progress: session.progress,
      signal: session.signal,
    },
  );
}
