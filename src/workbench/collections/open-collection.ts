import type { IndexedPassage, Metadata } from '../../contracts/document.ts';
import { type ErrorCode, GrkError } from '../../contracts/errors.ts';
import type { PassageId } from '../../contracts/ids.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { Bm25Params } from '../../contracts/pipeline.ts';
import type { Catalog, CatalogDocument, CollectionInfo, CollectionVectors, Embedder } from '../../contracts/ports.ts';
import { verifyIdentity } from '../../index/identity.ts';
import { LEXICAL_ENGINES } from '../../index/lexical/engines.ts';
import type { DocumentNumbers } from '../../retrieval/collapse.ts';
import type { LegSearch } from '../../retrieval/pipeline.ts';
import { type Session, withCatalog } from '../session/state.ts';
import { openVectors } from './vectors.ts';

/** How the collections of evals are named. */
export const EVAL_PREFIX = 'eval-';

/** A collection ready to be searched, as it was when it was opened. */
export interface SearchableCollection {
  readonly info: CollectionInfo;
  /** In tie order: the index is the passage number. */
  readonly passageIds: readonly PassageId[];
  readonly bm25: (params: Bm25Params) => Promise<LegSearch>;
  readonly dense: (embedder: Embedder) => Promise<LegSearch>;
  /** Passages that no dense search can find; undefined before the dense leg is opened. */
  readonly zeroVectors: () => number | undefined;
  /** Different queries so far that were cut to the longest input of the embedder; null where it cannot tell. */
  readonly truncatedQueries: () => number | null;
}

/** The same with all that was indexed. */
export interface OpenCollection extends SearchableCollection {
  /** In tie order: the index is the passage number. */
  readonly passages: readonly IndexedPassage[];
  readonly documents: readonly CatalogDocument[];
  /** Passage number to document number. */
  readonly documentOf: DocumentNumbers;
  readonly metadataOf: (passage: number) => Metadata;
}

/**
 * Finds a collection by name.
 * @throws GrkError GRK_COLLECTION_MISSING with the nearest name
 */
export function findCollection(catalog: Catalog, name: string): CollectionInfo {
  const info = catalog.find(name);
  if (info !== undefined) return info;
  // Indexes of evals are named by their content: nobody types those.
  const known = catalog.list().filter(({ name: other }) => !other.startsWith(EVAL_PREFIX));
  throw missingCollection(
    name,
    known.map((collection) => collection.name),
  );
}

export function missingCollection(name: string, known: readonly string[]): GrkError {
  return new GrkError('GRK_COLLECTION_MISSING', `there is no collection "${name}".${didYouMean(name, known)}`, {
    remedy:
      known.length === 0
        ? 'Index something first: grk ingest PATH.'
        : `Known collections: ${known.join(', ')}. A new one is made by grk ingest PATH --collection ${name}.`,
    facts: { known },
  });
}

/** Opens a collection with all its passages and documents; legs are opened when asked for. */
export function openCollection(session: Session, catalog: Catalog, info: CollectionInfo): OpenCollection {
  const passages = catalog.passages(info.name);
  const documents = catalog.documents(info.name);
  const numbers = new Map(documents.map((document, number) => [document.id, number]));
  const documentOf = Int32Array.from(passages, (passage) => numbers.get(passage.doc) ?? orphan(info, passage));
  const passageIds = passages.map(({ id }) => id);
  return {
    ...searchable(session, catalog, info, passageIds),
    passages,
    documents,
    documentOf,
    metadataOf: (passage) => documents[documentOf[passage] ?? -1]?.metadata ?? {},
  };
}

/** Opens a collection for its legs alone, which reads no row but the ids. */
export function openSearchable(session: Session, catalog: Catalog, info: CollectionInfo): SearchableCollection {
  return searchable(session, catalog, info, catalog.passageIds(info.name));
}

function searchable(
  session: Session,
  catalog: Catalog,
  info: CollectionInfo,
  passageIds: readonly PassageId[],
): SearchableCollection {
  let zeroVectors: number | undefined;
  const cutQueries = new Set<string>();
  let isCutKnown = true;
  return {
    info,
    passageIds,
    bm25: async (params) => {
      const engine = await LEXICAL_ENGINES[info.identity.engine]();
      const index = engine.open(catalog.lexical(info.name));
      if (index.passageCount !== passageIds.length) throw otherLength(info, index.passageCount, passageIds.length);
      const searcher = index.searcher(params);
      return async ({ query }, limit, mask) => searcher.search(query, limit, mask);
    },
    dense: async (embedder) => {
      const vectors = requireVectors(info);
      verifyIdentity(info, { ...info.identity, embedder: embedder.identity });
      const opening = openVectors(session, vectors, embedder.identity.dimensions, passageIds);
      const searcher = await opening.catch(async (error) => {
        throw (await isReplaced(session, info)) ? replacedMeanwhile(info, error) : withRemedyOf(info, error);
      });
      zeroVectors = searcher.zeroVectors;
      return async ({ query }, limit, mask) => {
        const { vectors: vector, truncated } = await embedder.embed([query], 'query', session.signal);
        if (truncated === null) isCutKnown = false;
        else if (truncated[0] === 1) cutQueries.add(query);
        return searcher.search(vector, limit, mask);
      };
    },
    zeroVectors: () => zeroVectors,
    truncatedQueries: () => (isCutKnown ? cutQueries.size : null),
  };
}

/**
 * Refuses a dense search of a collection that has no vectors: an empty leg would pass for a fused answer.
 * @throws GrkError GRK_NO_VECTORS; GRK_VECTORS_LOST where the catalog contradicts itself
 */
export function requireVectors(info: CollectionInfo): CollectionVectors {
  if (info.vectors !== null) return info.vectors;
  if (info.identity.embedder !== null) {
    throw new GrkError('GRK_VECTORS_LOST', `collection "${info.name}" was indexed with vectors, and names none`, {
      remedy: vectorsRemedyOf(info),
    });
  }
  throw new GrkError('GRK_NO_VECTORS', `collection "${info.name}" has no vectors: it was indexed for bm25 only`, {
    remedy: `Add them: \`grk index backfill ${info.name}\`. A second \`grk ingest\` is refused: it would not embed unchanged documents. \`--mode bm25\` works meanwhile.`,
  });
}

/** Faults of stored vectors, which a new generation of them mends. */
export const VECTOR_FAULTS: readonly ErrorCode[] = [
  'GRK_VECTORS_LOST',
  'GRK_VECTORS_PARTIAL',
  'GRK_VECTORS_ORPHANED',
  'GRK_DIMENSIONS',
  'GRK_STORE_CORRUPT',
];

/** A fault of a table of vectors with the remedy of the collection that it is of. */
function withRemedyOf(info: CollectionInfo, error: unknown): unknown {
  if (!(error instanceof GrkError) || !VECTOR_FAULTS.includes(error.code)) return error;
  const { code, message, facts, cause } = error;
  return new GrkError(code, message, { remedy: vectorsRemedyOf(info), facts, cause });
}

function vectorsRemedyOf({ name }: CollectionInfo): string {
  const drop = name.startsWith(EVAL_PREFIX) ? `, or drop it, \`grk index drop ${name}\`: the next eval builds it` : '';
  return `Make them again: \`grk index repair ${name}\`${drop}. bm25 works meanwhile.`;
}

/**
 * True where a newer generation stands in the catalog: it may have taken the vectors of this one. Asked through a handle
 * of its own: the other legs go on reading the snapshot that they began with.
 */
function isReplaced(session: Session, { name, vectors }: CollectionInfo): Promise<boolean> {
  return withCatalog(session, async (catalog) => catalog.find(name)?.vectors?.sha256 !== vectors?.sha256);
}

function replacedMeanwhile({ name }: CollectionInfo, cause: unknown): GrkError {
  return new GrkError('GRK_STORE_BUSY', `collection "${name}" was replaced while it was read`, {
    remedy: 'Run the command again.',
    cause,
  });
}

/** Where the catalog is whole, everything else can be made from it. */
export function repairOf({ name }: CollectionInfo): string {
  return `Build it again from the stored texts: \`grk index repair ${name}\`.`;
}

/** What to do where the catalog itself has lost something. */
export function reindexOf({ name }: CollectionInfo): string {
  return name.startsWith(EVAL_PREFIX)
    ? `Drop it, \`grk index drop ${name}\`: the next eval builds it.`
    : `Index the documents again: \`grk ingest PATH --collection ${name} --rebuild\`.`;
}

function otherLength(info: CollectionInfo, indexed: number, listed: number): GrkError {
  return new GrkError(
    'GRK_STORE_CORRUPT',
    `collection "${info.name}": the lexical index holds ${indexed} passages, the catalog ${listed}`,
    { remedy: listed === info.passages ? repairOf(info) : reindexOf(info) },
  );
}

function orphan(info: CollectionInfo, passage: IndexedPassage): never {
  throw new GrkError('GRK_STORE_CORRUPT', `collection "${info.name}": passage ${passage.id} belongs to no document`, {
    remedy: reindexOf(info),
  });
}
