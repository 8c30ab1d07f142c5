import { canonicalJson } from '../contracts/canonical-json.ts';
import { indexedText, type Passage } from '../contracts/document.ts';
import { GrkError, throwIfAborted } from '../contracts/errors.ts';
import type {
  Catalog,
  CatalogDocument,
  CollectionIdentity,
  CollectionInfo,
  CollectionSources,
  CollectionVectors,
  Embedder,
  LexicalEngine,
  Progress,
  VectorStore,
} from '../contracts/ports.ts';

/** Texts that are embedded at a time, and rows that are written at a time: each write makes a version of the table. */
const EMBED_BATCH = 256;
const PUT_BATCH = 8 * EMBED_BATCH;

export interface BuildInput {
  readonly name: string;
  readonly identity: CollectionIdentity;
  readonly corpusSha256: string;
  readonly documents: readonly CatalogDocument[];
  /** What was ingested, relative to the project root; left out where nobody named paths. */
  readonly sources?: CollectionSources | undefined;
  /** In tie order. */
  readonly passages: readonly Passage[];
}

export interface BuildPorts {
  readonly catalog: Catalog;
  readonly engine: LexicalEngine;
  /** null: no vectors are written. */
  readonly embedder: Embedder | null;
  /** Opens an empty table of vectors, clearing what an interrupted build left there. */
  readonly freshVectors: (table: string, dimensions: number) => Promise<VectorStore>;
  readonly dropVectors: (table: string) => Promise<void>;
  readonly progress: Progress;
  readonly signal: AbortSignal | undefined;
}

/**
 * Builds a collection: lexical index, then vectors in a table of their own, then the catalog in one transaction.
 * Until that last step the old content answers, and its vectors stay until the next build: readers may still be at them.
 * An interrupted build leaves at most an unused table.
 * @throws GrkError GRK_DUPLICATE_ID, GRK_INTERRUPTED, provider and store errors
 */
export async function buildCollection(input: BuildInput, ports: BuildPorts): Promise<CollectionInfo> {
  checkPair(input.identity, ports.embedder);
  checkIds(input.passages);
  const before = ports.catalog.find(input.name);
  for (const table of tablesOf(input.name)) if (table !== before?.vectors?.table) await ports.dropVectors(table);
  const lexical = ports.engine.build(input.passages.map(indexedText), input.identity.analyzer).serialise();
  throwIfAborted(ports.signal);
  const vectors = ports.embedder === null ? null : await writeVectors(input, ports, ports.embedder, before);
  const info: CollectionInfo = {
    name: input.name,
    identity: input.identity,
    corpusSha256: input.corpusSha256,
    documents: input.documents.length,
    passages: input.passages.length,
    vectors,
    ...(input.sources === undefined ? {} : { sources: input.sources }),
  };
  throwIfAborted(ports.signal);
  ports.catalog.replace({ info, documents: input.documents, passages: input.passages, lexical });
  return info;
}

async function writeVectors(
  input: BuildInput,
  ports: BuildPorts,
  embedder: Embedder,
  before: CollectionInfo | undefined,
): Promise<CollectionVectors> {
  // Never the table that the catalog names now: it answers until the new one is complete.
  const [first, second] = tablesOf(input.name);
  const table = before?.vectors?.table === first ? second : first;
  const store = await ports.freshVectors(table, embedder.identity.dimensions);
  let cut: number | null = 0;
  try {
    ports.progress.start('embedding', input.passages.length);
    for (let start = 0; start < input.passages.length; start += PUT_BATCH) {
      const rows = input.passages.slice(start, start + PUT_BATCH);
      const vectors = new Float32Array(rows.length * embedder.identity.dimensions);
      for (let at = 0; at < rows.length; at += EMBED_BATCH) {
        throwIfAborted(ports.signal);
        const batch = rows.slice(at, at + EMBED_BATCH);
        const { vectors: embedded, truncated } = await embedder.embed(batch.map(indexedText), 'passage', ports.signal);
        vectors.set(embedded, at * embedder.identity.dimensions);
        if (cut !== null) cut = truncated === null ? null : cut + count(truncated);
        ports.progress.advance(batch.length);
      }
      await store.put({ ids: rows.map((p) => p.id), docs: rows.map((p) => p.doc), vectors });
    }
    // Before the catalog names them: after a power cut it must not be ahead of the vectors.
    await store.flush();
    // Read back in passage order: what is hashed is what is stored.
    const { sha256 } = await store.searcher(input.passages.map((p) => p.id));
    return { table, sha256, ...(cut === null ? {} : { truncated: cut }) };
  } finally {
    ports.progress.done();
    await store.close();
  }
}

function count(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

/** The two names that a collection's vectors take in turn. */
function tablesOf(name: string): readonly [string, string] {
  return [`${name}.a`, `${name}.b`];
}

/** An identity with an embedder and the embedder itself are given together, or neither is. */
function checkPair({ embedder: named }: CollectionIdentity, embedder: Embedder | null): void {
  if (canonicalJson(named) === canonicalJson(embedder?.identity ?? null)) return;
  throw new GrkError('GRK_INTERNAL', 'an index was to be built under the identity of another embedder than its own');
}

function checkIds(passages: readonly Passage[]): void {
  const seen = new Map<string, Passage>();
  for (const passage of passages) {
    const other = seen.get(passage.id);
    if (other !== undefined) {
      throw new GrkError(
        'GRK_DUPLICATE_ID',
        `two passages carry the id ${passage.id}: ${place(other)} and ${place(passage)}`,
        {
          remedy: 'Check that no document is given twice.',
        },
      );
    }
    seen.set(passage.id, passage);
  }
}

function place(passage: Passage): string {
  return `${passage.doc}:${passage.startLine}`;
}
