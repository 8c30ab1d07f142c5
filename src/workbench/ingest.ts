import type { GrkError } from '../contracts/errors.ts';
import type { Catalog, CollectionInfo, Corpus } from '../contracts/ports.ts';
import { readingOf } from '../contracts/reading.ts';
import { verifyIdentity } from '../index/identity.ts';
import { readCorpus } from '../ingest/corpus.ts';
import { openEmbedder } from '../providers/registry.ts';
import { identityOf, indexCorpus } from './index-corpus.ts';
import { ingestSources } from './ingest-sources.ts';
import { asWriter, type Session, withCatalog } from './state.ts';

export interface IngestRequest {
  /** Files or folders, relative to the working directory. */
  readonly paths: readonly string[];
  /** False: bm25 only. */
  readonly dense: boolean;
  /** Build the collection anew though its configuration differs. */
  readonly rebuild: boolean;
}

export interface IngestOutcome {
  readonly collection: CollectionInfo;
  /** True where sources and configuration were as indexed before, so that nothing was done. */
  readonly isUnchanged: boolean;
  /** Documents that the collection held before and that this ingest replaced. */
  readonly replaced: number;
  readonly skipped: Corpus['skipped'];
}

/**
 * Indexes files into the collection that the configuration names, replacing what it held.
 * @throws GrkError for unreadable sources, an identity that differs without `rebuild`, provider and store errors
 */
export async function ingest(session: Session, request: IngestRequest): Promise<IngestOutcome> {
  const { config } = session.loaded;
  const corpus = await readSources(session, request.paths);
  const embedder = request.dense ? await openEmbedder(config.embedder, session.cwd) : null;
  const identity = identityOf(
    { chunker: config.chunker, analyzer: config.lexical.analyzer, engine: config.lexical.engine },
    embedder,
    corpus.extractors,
  );
  return asWriter(session, () =>
    withCatalog(session, async (catalog) => {
      const known = reusable(catalog, config.collection, corpus, request.rebuild, identity);
      if (known !== undefined) return { collection: known, isUnchanged: true, replaced: 0, skipped: corpus.skipped };
      const replaced = catalog.find(config.collection)?.documents ?? 0;
      const collection = await indexCorpus(
        session,
        catalog,
        { name: config.collection, ...corpus, identity },
        embedder,
      );
      return { collection, isUnchanged: false, replaced, skipped: corpus.skipped };
    }),
  );
}

function reusable(
  catalog: Catalog,
  name: string,
  corpus: Corpus,
  rebuild: boolean,
  identity: CollectionInfo['identity'],
): CollectionInfo | undefined {
  const known = catalog.find(name);
  if (known === undefined || rebuild) return undefined;
  verifyIdentity(known, identity);
  const isSameReading = readingOf(known.identity) === readingOf(identity);
  return known.corpusSha256 === corpus.corpusSha256 && isSameReading ? known : undefined;
}

/** Reads all paths as one corpus; document ids are relative to the project root. */
async function readSources(session: Session, paths: readonly string[]): Promise<Corpus> {
  const sources = ingestSources(session, paths);
  const { maxFileBytes } = session.loaded.config.corpus;
  const onUnread = (path: string, fault: GrkError) =>
    session.notice(`not readable, left out: ${path}: ${fault.message}`);
  return readCorpus(sources, { base: session.loaded.root, maxFileBytes, signal: session.signal, onUnread });
}
