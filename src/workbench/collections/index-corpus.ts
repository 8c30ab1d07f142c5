import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import { CONTEXT_ALGORITHM, type ExtractorVersions, type SourceDocument } from '../../contracts/document.ts';
import { unnamed } from '../../contracts/embedder.ts';
import type { IngestWork } from '../../contracts/ingest.ts';
import type { AnalyzerName, ChunkerSettings, LexicalEngineName } from '../../contracts/pipeline.ts';
import type {
  Catalog,
  CatalogDocument,
  CollectionIdentity,
  CollectionInfo,
  CollectionSources,
  Embedder,
  StoredCut,
} from '../../contracts/ports.ts';
import { type BuildInput, buildCollection } from '../../index/build.ts';
import { fingerprinter } from '../../index/fingerprint.ts';
import { ANALYZER_ALGORITHMS } from '../../index/lexical/analyzer/analyzers.ts';
import { LEXICAL_ALGORITHMS, LEXICAL_ENGINES } from '../../index/lexical/engines.ts';
import { CHUNKERS } from '../../ingest/chunk/chunkers.ts';
import { READING_ALGORITHM } from '../../ingest/extractors.ts';
import { passageOfCut, passagesOf, sortByTieOrder } from '../../ingest/passages.ts';
import { keptEmbedder } from '../session/caches.ts';
import type { Session } from '../session/state.ts';
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
  /** What was ingested, relative to the project root; left out where nobody named paths. */
  readonly sources?: CollectionSources | undefined;
  readonly identity: CollectionIdentity;
  /** Cut every document anew, though it is as it was. */
  readonly isAnew: boolean;
}

export interface BuiltCollection {
  readonly info: CollectionInfo;
  readonly work: IngestWork;
}

/**
 * Chunks, indexes and embeds documents into a collection, replacing what it held. Documents whose fingerprint is that
 * of the generation before keep its cuts; texts that were ever embedded keep their vectors. Only one writer may run it.
 */
export async function indexCorpus(
  session: Session,
  catalog: Catalog,
  corpus: CorpusToIndex,
  embedder: Embedder | null,
): Promise<BuiltCollection> {
  const fingerprintOf = fingerprinter(corpus.identity);
  const documents = corpus.documents.map((document) => ({ ...document, fingerprint: fingerprintOf(document) }));
  const cutsOf = corpus.isAnew ? () => undefined : keptCuts(session, catalog, corpus.name);
  let documentsCut = 0;
  const passages = sortByTieOrder(
    documents.flatMap((document) => {
      const cuts = cutsOf(document);
      if (cuts === undefined) documentsCut++;
      return cuts?.map((cut) => passageOfCut(document, cut)) ?? passagesOf(document, corpus.identity.chunker);
    }),
  );
  const { info, passagesEmbedded, vectorsReused } = await buildIndex(
    session,
    catalog,
    { ...corpus, documents, passages },
    embedder,
  );
  return { info, work: { documentsCut, passagesEmbedded, vectorsReused } };
}

export interface BuiltIndex extends Omit<IngestWork, 'documentsCut'> {
  readonly info: CollectionInfo;
}

/** Indexes and embeds passages into a collection, replacing what it held. Texts once embedded keep their vectors. */
export async function buildIndex(
  session: Session,
  catalog: Catalog,
  input: BuildInput,
  embedder: Embedder | null,
): Promise<BuiltIndex> {
  const engine = await LEXICAL_ENGINES[input.identity.engine]();
  const kept = embedder === null ? undefined : keptEmbedder(session, embedder);
  try {
    const info = await buildCollection(input, {
      catalog,
      engine,
      embedder: kept ?? null,
      freshVectors: (table, dimensions) => freshVectors(session, table, dimensions),
      dropVectors: (table) => dropVectors(session, table),
      progress: session.progress,
      signal: session.signal,
    });
    const { embedded, reused } = kept?.counts ?? { embedded: 0, reused: 0 };
    return { info, passagesEmbedded: embedded, vectorsReused: reused };
  } finally {
    kept?.close();
  }
}

/** The cuts that a document still has in the catalog; undefined where it is to be cut. */
function keptCuts(session: Session, catalog: Catalog, name: string) {
  const before = catalog.find(name);
  if (before === undefined) return () => undefined;
  const cuts = catalog.cuts(name);
  const stored = [...cuts.values()].reduce((sum, { length }) => sum + length, 0);
  if (stored !== before.passages) {
    session.notice(
      `warning: the catalog holds ${stored} of the ${before.passages} passages of "${name}"; all documents are cut anew`,
    );
    return () => undefined;
  }
  const fingerprints = new Map(catalog.documents(name).map(({ id, fingerprint }) => [id, fingerprint]));
  return ({ id, fingerprint }: CatalogDocument): readonly StoredCut[] | undefined =>
    fingerprints.get(id) === fingerprint ? (cuts.get(id) ?? []) : undefined;
}
