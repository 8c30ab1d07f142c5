import { relative, resolve, sep } from 'node:path';
import { GrkError } from '../contracts/errors.ts';
import type { CorpusSource } from '../contracts/golden.ts';
import type { Catalog, CollectionInfo, Corpus } from '../contracts/ports.ts';
import { verifyIdentity } from '../index/identity.ts';
import { readCorpus } from '../ingest/corpus.ts';
import { openEmbedder } from '../providers/registry.ts';
import { identityOf, indexCorpus } from './index-corpus.ts';
import { asWriter, hasCatalog, type Session, withCatalog } from './state.ts';

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
  const embedder = request.dense ? await openEmbedder(config.embedder, session.cwd) : null;
  const identity = identityOf(
    { chunker: config.chunker, analyzer: config.lexical.analyzer, engine: config.lexical.engine },
    embedder,
  );
  await refuseOther(session, request, identity);
  const corpus = await readSources(session, request.paths);
  return asWriter(session, () =>
    withCatalog(session, async (catalog) => {
      const known = reusable(catalog, config.collection, corpus, request.rebuild, identity);
      if (known !== undefined) return { collection: known, isUnchanged: true, replaced: 0, skipped: corpus.skipped };
      const replaced = catalog.find(config.collection)?.documents ?? 0;
      const collection = await indexCorpus(
        session,
        catalog,
        { name: config.collection, ...corpus, identity, sources: sourcesOf(session, request.paths) },
        embedder,
      );
      return { collection, isUnchanged: false, replaced, skipped: corpus.skipped };
    }),
  );
}

/** Refuses a collection of another configuration before anything is read, cut, embedded or deleted. */
async function refuseOther(
  session: Session,
  { rebuild }: IngestRequest,
  identity: CollectionInfo['identity'],
): Promise<void> {
  if (rebuild || !hasCatalog(session)) return;
  await withCatalog(session, async (catalog) => {
    const known = catalog.find(session.loaded.config.collection);
    if (known !== undefined) verifyIdentity(known, identity);
  });
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
  return known.corpusSha256 === corpus.corpusSha256 ? known : undefined;
}

/** The paths as the catalog keeps them. */
function sourcesOf({ cwd, loaded }: Session, paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => relative(loaded.root, resolve(cwd, path)).split(sep).join('/')))].sort();
}

/** Reads all paths as one corpus; document ids are relative to the project root. */
export async function readSources(session: Session, paths: readonly string[]): Promise<Corpus> {
  const { include, exclude, maxFileBytes } = session.loaded.config.corpus;
  if (paths.length === 0) {
    throw new GrkError('GRK_USAGE', 'no path was given to ingest', {
      remedy: 'Name a file or folder: grk ingest docs.',
    });
  }
  const sources = paths.map(
    (path): CorpusSource => ({ kind: 'folder', root: resolve(session.cwd, path), include, exclude }),
  );
  return readCorpus(sources, { base: session.loaded.root, maxFileBytes, signal: session.signal });
}
