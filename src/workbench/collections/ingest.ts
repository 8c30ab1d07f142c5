import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { CorpusSource } from '../../contracts/golden.ts';
import type { IngestOutcome } from '../../contracts/ingest.ts';
import type { Catalog, CollectionIdentity, CollectionInfo, Corpus } from '../../contracts/ports.ts';
import { verifyIdentity } from '../../index/identity.ts';
import { changesOf } from '../../ingest/changes.ts';
import { emptyCorpus, readCorpus } from '../../ingest/corpus.ts';
import { missingFault } from '../../ingest/read-fault.ts';
import { SKIPPED } from '../../ingest/skip-reasons.ts';
import { openEmbedder } from '../../providers/registry.ts';
import { asWriter, hasCatalog, type Session, withCatalog } from '../session/state.ts';
import { identityOf, indexCorpus } from './index-corpus.ts';
import { massDelete } from './mass-delete.ts';

export interface IngestRequest {
  /** Files or folders, relative to the working directory. */
  readonly paths: readonly string[];
  /** False: bm25 only. */
  readonly dense: boolean;
  /** Build the collection anew though its configuration differs. */
  readonly rebuild: boolean;
  /** The first file that cannot be read ends the ingest; default: it is left out and listed. */
  readonly strict?: boolean;
  /** Say what would be done, and write nothing. */
  readonly dryRun?: boolean;
  /** Remove a large part of the collection where that is what the sources say. */
  readonly allowMassDelete?: boolean;
}

/**
 * Makes a collection hold what the named files hold; only documents that changed are cut and embedded. A file that
 * cannot be read is left out, its earlier version too: the collection is what an ingest from nothing would give.
 * @throws GrkError GRK_IDENTITY_MISMATCH without `rebuild`, GRK_MASS_DELETE, GRK_INGEST_EMPTY, the fault of a file where
 * it is the only one or under `strict`, provider and store errors
 */
export async function ingest(session: Session, request: IngestRequest): Promise<IngestOutcome> {
  const { config } = session.loaded;
  requirePaths(session, request.paths);
  const embedder = request.dense ? await openEmbedder(config.embedder, session.cwd) : null;
  const identity = identityOf(
    { chunker: config.chunker, analyzer: config.lexical.analyzer, engine: config.lexical.engine },
    embedder,
  );
  if (request.dryRun === true) {
    const plan = hasCatalog(session)
      ? await withCatalog(session, (catalog) => planIngest(session, request, catalog, identity))
      : await planIngest(session, request, undefined, identity);
    if (plan.refusal !== undefined) session.notice(`it would be refused: ${plan.refusal.message}`);
    return { ...plan.outcome, isDryRun: true };
  }
  return asWriter(session, () =>
    withCatalog(session, async (catalog) => {
      const { corpus, outcome, refusal } = await planIngest(session, request, catalog, identity);
      if (outcome.isUnchanged) return outcome;
      if (refusal !== undefined && request.allowMassDelete !== true) throw refusal;
      const content = { name: config.collection, ...corpus, identity, isAnew: request.rebuild };
      const { info, work } = await indexCorpus(session, catalog, content, embedder);
      return { ...outcome, collection: info, work };
    }),
  );
}

interface IngestPlan {
  readonly corpus: Corpus;
  /** As it is when nothing is written. */
  readonly outcome: IngestOutcome;
  /** Set where only `allowMassDelete` lets it be done. */
  readonly refusal: GrkError | undefined;
}

async function planIngest(
  session: Session,
  request: IngestRequest,
  catalog: Catalog | undefined,
  identity: CollectionIdentity,
): Promise<IngestPlan> {
  const name = session.loaded.config.collection;
  const known = catalog?.find(name);
  // Before anything is read: another configuration is refused, whatever the files hold.
  if (known !== undefined && !request.rebuild) verifyIdentity(known, identity);
  const before = known === undefined ? [] : (catalog?.documents(name) ?? []);
  const { corpus, unread } = await readSources(session, request, known);
  const emptied = new Set(corpus.skipped.filter(({ reason }) => reason === SKIPPED.empty).map(({ path }) => path));
  const changes = changesOf(before, {
    documents: corpus.documents,
    isEmptied: (id) => emptied.has(id),
    isUnread: (id) => unread.some(({ path }) => path === id || (path.endsWith('/') && id.startsWith(path))),
  });
  const isUnchanged = !request.rebuild && known?.corpusSha256 === corpus.corpusSha256;
  return {
    corpus,
    outcome: {
      collection: known ?? null,
      isUnchanged,
      isDryRun: false,
      changes,
      unread: unread.map(({ path, fault }) => ({ path, code: fault.code, message: fault.message })),
      skipped: corpus.skipped,
      work: null,
    },
    refusal: massDelete(name, before.length, corpus.documents.length, changes),
  };
}

/** Reads all paths as one corpus; document ids are relative to the project root. */
async function readSources(session: Session, request: IngestRequest, known: CollectionInfo | undefined) {
  const { include, exclude, maxFileBytes } = session.loaded.config.corpus;
  const sources = request.paths.map(
    (path): CorpusSource => ({ kind: 'folder', root: resolve(session.cwd, path), include, exclude }),
  );
  const unread: { path: string; fault: GrkError }[] = [];
  const corpus = await readCorpus(sources, {
    base: session.loaded.root,
    maxFileBytes,
    signal: session.signal,
    mayBeEmpty: true,
    onUnread: request.strict === true ? undefined : (path, fault) => unread.push({ path, fault }),
  });
  if (corpus.documents.length === 0 && known === undefined) {
    if (unread[0] !== undefined) throw unread[0].fault;
    throw emptyCorpus(sources, corpus.skipped);
  }
  return { corpus, unread };
}

/** A typo must not make a state folder. */
function requirePaths(session: Session, paths: readonly string[]): void {
  if (paths.length === 0) {
    throw new GrkError('GRK_USAGE', 'no path was given to ingest', {
      remedy: 'Name a file or folder: grk ingest docs.',
    });
  }
  for (const path of paths) {
    const file = resolve(session.cwd, path);
    if (statSync(file, { throwIfNoEntry: false }) === undefined) throw missingFault(file, undefined);
  }
}
