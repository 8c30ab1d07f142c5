import type { ExtractorVersions, IndexedPassage, Metadata, Passage, SourceDocument } from './document.ts';
import type { EmbedderIdentity } from './embedder.ts';
import type { ExternalHit, ExternalIdentity, PlaceHit } from './external.ts';
import type { DocId, PassageId } from './ids.ts';
import type { AnalyzerName, Bm25Params, ChunkerSettings, LexicalEngineName } from './pipeline.ts';
import type { ScoredList } from './ranking.ts';
import type { RerankerIdentity } from './reranker.ts';

export type EmbedRole = 'query' | 'passage';

export interface Embedded {
  /** Row-major matrix, one row per text, in the order given. */
  readonly vectors: Float32Array;
  /** 1 where a text was cut to the longest input of the model; null where the embedder cannot tell. */
  readonly truncated: Uint8Array | null;
}

export interface Embedder {
  readonly identity: EmbedderIdentity;
  /** True where vectors carry no meaning: no verdict may rest on them. */
  readonly isStructural: boolean;
  /** What a user should know of how the model is used, a sentence each. */
  readonly notices?: readonly string[];
  /**
   * A text without any known token gives a zero vector.
   * @throws GrkError GRK_EMBEDDER_OUTPUT, GRK_INTERRUPTED
   */
  embed(texts: readonly string[], role: EmbedRole, signal?: AbortSignal): Promise<Embedded>;
}

export interface RerankScores {
  /** One finite score per passage, in the order given; higher is better. */
  readonly scores: Float64Array;
  /** 1 where a passage was shortened to fit; null where the reranker cannot tell. */
  readonly truncated: Uint8Array | null;
  /** True where one of them at least was kept from an earlier call: the time of this one says nothing. */
  readonly isCached?: boolean;
  /** True where the reranker inside a combined one gave several passages one score: the other part alone decides. */
  readonly isSilent?: boolean;
}

/** Scores topics against passages. */
export interface Reranker {
  readonly identity: RerankerIdentity;
  /** True for stand-ins used in tests: no verdict may rest on them. */
  readonly isStructural: boolean;
  /**
   * Only the order among these passages means anything.
   * @throws GrkError GRK_RERANKER_OUTPUT, GRK_SERVICE_FAILED, GRK_INTERRUPTED
   */
  score(topic: TopicQuery, passages: readonly RerankPassage[], signal?: AbortSignal): Promise<RerankScores>;
}

/** A query with its id; a search outside an eval has an empty id. */
export interface TopicQuery {
  readonly topicId: string;
  readonly query: string;
}

export interface RerankPassage {
  readonly id: PassageId;
  readonly doc: DocId;
  readonly text: string;
  /** That of the input stage. */
  readonly inputScore: number;
  /** Sum of its standardised scores in the legs that the input fuses; left out where the stage does not add to legs. */
  readonly legScore?: number | undefined;
}

/** A search of the program that calls the library: about `k` hits, all scored or none; stops when the signal fires. */
export type SearchFunction = (
  topic: TopicQuery,
  k: number,
  signal: AbortSignal,
) => readonly PlaceHit[] | Promise<readonly PlaceHit[]>;

/** A search from outside, as a leg. */
export interface ExternalSearch {
  readonly identity: ExternalIdentity;
  /** `score`: hits are ordered by their scores, where they have any. `list`: they come in their final order. */
  readonly order: 'score' | 'list';
  /** Topics that may be searched at a time. */
  readonly concurrency: number;
  /**
   * Hits of one topic, about `k` of them; more are cut, fewer are all there is. Nothing found is an empty list.
   * @throws GrkError GRK_EXTERNAL_FAILED, GRK_INTERRUPTED
   */
  search(topic: TopicQuery, k: number, signal?: AbortSignal): Promise<readonly ExternalHit[]>;
  close?(): Promise<void>;
}

/** One byte per passage number: 1 where the passage may be returned. */
export type PassageMask = Uint8Array;

/** A lexical index over the passages of one collection, numbered in tie order. */
export interface LexicalIndex {
  readonly engine: LexicalEngineName;
  readonly analyzer: AnalyzerName;
  readonly passageCount: number;
  /** Prepares scoring with these parameters; one index serves several. */
  searcher(params: Bm25Params): LexicalSearcher;
  serialise(): Uint8Array;
}

export interface LexicalSearcher {
  /** Passages with a score above 0, best first, ties by number; at most `limit`. */
  search(query: string, limit: number, mask?: PassageMask): ScoredList;
}

/** Builds and reopens lexical indexes. */
export interface LexicalEngine {
  readonly name: LexicalEngineName;
  /** Version id of formula and layout. */
  readonly algorithm: string;
  /** Indexes texts in the order of their passage numbers. */
  build(texts: Iterable<string>, analyzer: AnalyzerName): LexicalIndex;
  /** @throws GrkError GRK_STORE_CORRUPT */
  open(bytes: Uint8Array): LexicalIndex;
}

export interface VectorRows {
  readonly ids: readonly PassageId[];
  readonly docs: readonly DocId[];
  /** Row-major, `ids.length` × dimensions. */
  readonly vectors: Float32Array;
}

/** The vectors of one collection. */
export interface VectorStore {
  readonly dimensions: number;
  /** Adds rows, replacing those with the same id. @throws GrkError GRK_DIMENSIONS */
  put(rows: VectorRows): Promise<void>;
  /** @returns how many rows were removed */
  deleteDocuments(docs: readonly DocId[]): Promise<number>;
  count(): Promise<number>;
  /** All rows as they are stored, in no particular order. */
  rows(): AsyncIterable<StoredVector>;
  /**
   * Loads the vectors of exactly these passages, numbered in this order.
   * @throws GrkError GRK_VECTORS_LOST, GRK_VECTORS_PARTIAL, GRK_VECTORS_ORPHANED, GRK_STORE_CORRUPT
   */
  searcher(order: readonly PassageId[]): Promise<VectorSearcher>;
  /** Returns when all rows written so far would outlast a power cut, where the store outlasts its process. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** One stored row, in whatever order a store gives them. */
export interface StoredVector {
  readonly id: PassageId;
  readonly vector: Float32Array;
}

export interface VectorSearcher {
  /**
   * Exact cosine over all rows, best first, ties by number. A zero vector has no direction: a zero row is
   * never returned, a zero query finds nothing.
   * @throws GrkError GRK_DIMENSIONS
   */
  search(query: Float32Array, limit: number, mask?: PassageMask): ScoredList;
  /** Passages whose vector is zero: no dense search can find them. */
  readonly zeroVectors: number;
  /** Hash over ids and vector bytes in passage order. */
  readonly sha256: string;
}

/** What an index was built with; compared field by field when it is opened. */
export interface CollectionIdentity {
  /** How files become texts. */
  readonly readingAlgorithm: string;
  /** Of files that are not read as they are; absent: there are none. */
  readonly extractors?: ExtractorVersions;
  readonly chunker: ChunkerSettings;
  readonly chunkerAlgorithm: string;
  /** How a passage's headings join its text. */
  readonly contextAlgorithm: string;
  readonly analyzer: AnalyzerName;
  readonly analyzerAlgorithm: string;
  readonly engine: LexicalEngineName;
  readonly engineAlgorithm: string;
  /** null: the collection has no vectors. */
  readonly embedder: EmbedderIdentity | null;
}

export interface CollectionInfo {
  readonly name: string;
  readonly identity: CollectionIdentity;
  readonly corpusSha256: string;
  readonly documents: number;
  readonly passages: number;
  /** null exactly where `identity.embedder` is null. */
  readonly vectors: CollectionVectors | null;
  /** Left out for indexes of evals and by older versions; paths are relative to the project root, or absolute. */
  readonly sources?: CollectionSources;
}

/** What an ingest was told to read. */
export interface CollectionSources {
  readonly paths: readonly string[];
  /** Globs that were in force; left out by older versions. */
  readonly globs?: { readonly include: readonly string[]; readonly exclude: readonly string[] };
}

export interface CollectionVectors {
  readonly table: string;
  /** Over the content of the table. */
  readonly sha256: string;
  /** Passages whose text was cut to the longest input of the embedder; left out where that is not known. */
  readonly truncated?: number;
}

export interface CatalogDocument {
  readonly id: DocId;
  readonly title: string;
  readonly contentSha256: string;
  readonly metadata: Metadata;
  /** Hash over its content and all that its passages were made by; empty where an older grk stored it. */
  readonly fingerprint: string;
  /** As in `SourceDocument`. */
  readonly pageStarts?: readonly number[];
}

/** Where a passage was cut, as it is stored: all but its text. */
export type StoredCut = Omit<Passage, 'text'>;

/** The whole content of a collection; passages come in tie order. */
export interface CollectionContent {
  readonly info: CollectionInfo;
  readonly documents: readonly CatalogDocument[];
  readonly passages: readonly Passage[];
  readonly lexical: Uint8Array;
}

/** What a passage holds beside its place. */
export type PassageContent = Pick<Passage, 'text' | 'headingPath'>;

/** A passage, and where the pages of its document start; left out where it has none. */
export type PagedPassage = Passage & { readonly pageStarts?: readonly number[] };

/** Durable truth about collections. Written last, so that it never names vectors that are not stored. */
export interface Catalog {
  list(): CollectionInfo[];
  find(name: string): CollectionInfo | undefined;
  /** Lets the next read see what others have written; until then all reads see one state. */
  refresh(): void;
  /** Replaces everything about a collection in one transaction. */
  replace(content: CollectionContent): void;
  /** Changes what a collection is said to be made of, where other paths give the same documents. */
  recordSources(name: string, sources: CollectionSources): void;
  /** Takes a collection out, and gives its room back to the disk. Its vectors are not touched. */
  remove(name: string): void;
  /** Bytes that a collection takes: of its lexical index, and of its texts. */
  sizes(name: string): { readonly lexicalBytes: number; readonly textBytes: number };
  documents(name: string): CatalogDocument[];
  /** In tie order. */
  passages(name: string): IndexedPassage[];
  /** The same, ids only. */
  passageIds(name: string): PassageId[];
  /** Whole passages by number. @throws GrkError GRK_STORE_CORRUPT for one that is not there, or has no document */
  passagesAt(name: string, numbers: Iterable<number>): PagedPassage[];
  /** Where the documents were cut, by document; one without passages has no entry. */
  cuts(name: string): ReadonlyMap<DocId, readonly StoredCut[]>;
  /** The serialised lexical index. */
  lexical(name: string): Uint8Array;
  /** Text and headings of these passages. @throws GrkError GRK_STORE_CORRUPT for one that is not there */
  contents(name: string, ids: readonly PassageId[]): Map<PassageId, PassageContent>;
  close(): void;
}

/** Documents read from a source, with the hash over exactly the files that were read. */
export interface Corpus {
  readonly corpusSha256: string;
  /** Of all files that were read. */
  readonly extractors: ExtractorVersions;
  readonly documents: readonly SourceDocument[];
  /** Files left out, by reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/** Texts by key, kept between runs to save work. */
export interface TextCache {
  find(key: string): string | undefined;
  /** Never fails: what cannot be kept is not. */
  keep(key: string, text: string): void;
}

export interface Clock {
  /** Monotonic, in milliseconds. */
  now(): number;
  /** ISO 8601. */
  today(): string;
}

/** Where long work says how far it is; drawn on a terminal only. */
export interface Progress {
  start(label: string, total: number): void;
  advance(by?: number): void;
  done(): void;
}
