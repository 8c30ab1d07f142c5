import { statSync } from 'node:fs';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { ExtractorId, ExtractorVersions } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { IngestOutcome } from '../../contracts/ingest.ts';
import type { Catalog, CollectionIdentity, CollectionInfo, CollectionSources, Corpus } from '../../contracts/ports.ts';
import type { CorpusProfile } from '../../contracts/profile.ts';
import { readingOf } from '../../contracts/reading.ts';
import { verifyIdentity } from '../../index/identity.ts';
import { changesOf } from '../../ingest/changes.ts';
import { emptyCorpus, type ReadCorpus } from '../../ingest/corpus.ts';
import { extractorVersions } from '../../ingest/extractors.ts';
import { passagesOf } from '../../ingest/passages.ts';
import { missingFault, readFault } from '../../ingest/read-fault.ts';
import { SKIPPED } from '../../ingest/skip-reasons.ts';
import { mayBeUnread, type Unread } from '../../ingest/unread.ts';
import { boundExtractions, extractionCache } from '../session/caches.ts';
import { pause } from '../session/pause.ts';
import { asWriter, hasCatalog, type Session, withCatalog } from '../session/state.ts';
import { configuredEmbedder } from './configured-embedder.ts';
import { identityOf, indexCorpus } from './index-corpus.ts';
import { indexDamage } from './index-damage.ts';
import { barrenOf, ingestSources, readSources, recordedSources } from './ingest-sources.ts';
import { massDelete } from './mass-delete.ts';
import { EVAL_PREFIX } from './open-collection.ts';

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
 * @throws GrkError GRK_USAGE for the name of an eval's index, GRK_IDENTITY_MISMATCH without `rebuild`, GRK_MASS_DELETE, GRK_INGEST_EMPTY, the fault of a file where
 * it is the only one or under `strict`, provider and store errors
 */
export async function ingest(session: Session, request: IngestRequest): Promise<IngestOutcome> {
  const { config } = session.loaded;
  if (config.collection.startsWith(EVAL_PREFIX)) throw reservedName(config.collection);
  const embedder = request.dense ? await configuredEmbedder(session) : null;
  const settings = { chunker: config.chunker, analyzer: config.lexical.analyzer, engine: config.lexical.engine };
  const identityFor: IdentityFor = (extractors) => identityOf(settings, embedder, extractors);
  await refuseOther(session, request, identityFor);
  requirePaths(session, request.paths);
  if (request.dryRun === true) {
    const plan = hasCatalog(session)
      ? await withCatalog(session, (catalog) => planIngest(session, request, catalog, identityFor))
      : await planIngest(session, request, undefined, identityFor);
    const refusal = request.allowMassDelete === true ? undefined : plan.refusal;
    return {
      ...plan.outcome,
      isDryRun: true,
      profile: await profileOfCorpus(session, plan.corpus),
      refusal: refusal === undefined ? null : { code: refusal.code, message: refusal.message },
    };
  }
  return asWriter(session, () =>
    withCatalog(session, async (catalog) => {
      const plan = await planIngest(session, request, catalog, identityFor);
      boundExtractions(session);
      const { corpus, identity, outcome, refusal } = plan;
      const sources = recordedSources(session, request.paths);
      if (outcome.isUnchanged) return withSources(catalog, outcome, sources);
      if (refusal !== undefined && request.allowMassDelete !== true) throw refusal;
      const content = { name: config.collection, ...corpus, identity, sources, isAnew: request.rebuild };
      const { info, work } = await indexCorpus(session, catalog, content, embedder);
      return { ...outcome, collection: info, work };
    }),
  );
}

/** Other paths may hold the same documents today; `grk index status` compares those that were named last. */
function withSources(catalog: Catalog, outcome: IngestOutcome, sources: CollectionSources): IngestOutcome {
  const { collection } = outcome;
  if (collection === null || canonicalJson(collection.sources ?? null) === canonicalJson(sources)) return outcome;
  catalog.recordSources(collection.name, sources);
  return { ...outcome, collection: { ...collection, sources } };
}

/** `grk index drop --evals` deletes what is called so, and `grk index status` files it apart. */
function reservedName(name: string): GrkError {
  return new GrkError('GRK_USAGE', `"${name}" cannot name a collection: "${EVAL_PREFIX}…" are the indexes of evals`, {
    remedy: 'Choose another --collection.',
  });
}

/** The identity of an index of files that need these extractors. */
type IdentityFor = (extractors: ExtractorVersions) => CollectionIdentity;

/** Refuses a collection of another configuration before anything is read, cut, embedded or deleted. */
async function refuseOther(session: Session, { rebuild }: IngestRequest, identityFor: IdentityFor): Promise<void> {
  if (rebuild || !hasCatalog(session)) return;
  await withCatalog(session, async (catalog) => {
    const known = catalog.find(session.loaded.config.collection);
    if (known !== undefined) verifyAsKnown(known, identityFor);
  });
}

/** Which forms of files there will be is not known yet: those that there were. @throws GrkError GRK_IDENTITY_MISMATCH */
function verifyAsKnown(known: CollectionInfo, identityFor: IdentityFor): void {
  const forms = Object.keys(known.identity.extractors ?? {}) as ExtractorId[];
  verifyIdentity(known, identityFor(extractorVersions(forms)));
}

interface IngestPlan {
  readonly corpus: ReadCorpus;
  readonly identity: CollectionIdentity;
  /** As it is when nothing is written. */
  readonly outcome: IngestOutcome;
  /** Set where only `allowMassDelete` lets it be done. */
  readonly refusal: GrkError | undefined;
}

async function planIngest(
  session: Session,
  request: IngestRequest,
  catalog: Catalog | undefined,
  identityFor: IdentityFor,
): Promise<IngestPlan> {
  const name = session.loaded.config.collection;
  const known = catalog?.find(name);
  // Again, as another process may have written since.
  if (known !== undefined && !request.rebuild) verifyAsKnown(known, identityFor);
  const before = known === undefined ? [] : (catalog?.documents(name) ?? []);
  const { corpus, unread } = await readLeniently(session, request, known);
  const identity = identityFor(corpus.extractors);
  const emptied = new Set(corpus.skipped.filter(({ reason }) => reason === SKIPPED.empty).map(({ path }) => path));
  const isUnread = mayBeUnread(unread);
  const unreadBefore = new Set(before.filter(isUnread).map(({ id }) => id));
  const changes = changesOf(before, {
    documents: corpus.documents,
    isEmptied: (id) => emptied.has(id),
    isUnread: (id) => unreadBefore.has(id),
  });
  const isSame =
    !request.rebuild &&
    known?.corpusSha256 === corpus.corpusSha256 &&
    readingOf(known.identity) === readingOf(identity);
  const damage =
    known === undefined || catalog === undefined || !isSame ? [] : await indexDamage(session, catalog, known);
  return {
    corpus,
    identity,
    outcome: {
      collection: known ?? null,
      isUnchanged: isSame && damage.length === 0,
      damage,
      isDryRun: false,
      profile: null,
      refusal: null,
      changes,
      unread: unread.map(({ path, fault }) => ({ path, code: fault.code, message: fault.message })),
      barren: barrenOf(recordedSources(session, request.paths).paths, corpus, unread),
      skipped: corpus.skipped,
      metadataLeftOut: corpus.metadataLeftOut,
      work: null,
    },
    refusal: massDelete(name, before.length, corpus.documents.length, changes),
  };
}

async function profileOfCorpus(session: Session, { documents }: Corpus): Promise<CorpusProfile | null> {
  if (documents.length === 0) return null;
  const { progress, loaded } = session;
  const { chunker } = loaded.config;
  // Loaded on first use: it brings the trigrams of all languages.
  const { profileOf, STEPS_PER_DOCUMENT } = await import('../../ingest/profile/profile.ts');
  const passages = documents.flatMap((document) => passagesOf(document, chunker));
  const steps = profileOf({ documents, passages, chunker });
  progress.start('profile', STEPS_PER_DOCUMENT * documents.length);
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      progress.advance();
      await pause(session);
    }
  } finally {
    progress.done();
  }
}

async function readLeniently(session: Session, request: IngestRequest, known: CollectionInfo | undefined) {
  const unread: Unread[] = [];
  const corpus = await readSources(session, ingestSources(session, request.paths), {
    mayBeEmpty: true,
    // A dry run writes nothing.
    extractions: request.dryRun === true ? undefined : extractionCache(session),
    onUnread: request.strict === true ? undefined : (path, fault) => unread.push({ path, fault }),
  });
  if (corpus.documents.length === 0 && known === undefined) {
    if (unread[0] !== undefined) throw unread[0].fault;
    throw emptyCorpus(ingestSources(session, request.paths), corpus.skipped);
  }
  return { corpus, unread };
}

/** A typo must not make a state folder. */
function requirePaths(session: Session, paths: readonly string[]): void {
  for (const source of ingestSources(session, paths)) {
    for (const file of source.kind === 'jsonl' ? source.files : [source.root]) {
      if (!isThere(file)) throw missingFault(file, undefined);
    }
  }
}

/** @throws GrkError GRK_FILE_UNREADABLE for a link to itself, or a name that is too long */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw readFault(path, error);
  }
}
