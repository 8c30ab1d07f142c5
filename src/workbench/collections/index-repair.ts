import { GrkError } from '../../contracts/errors.ts';
import type { IndexFinding } from '../../contracts/index-state.ts';
import type { Catalog, CollectionIdentity, CollectionInfo, Embedder } from '../../contracts/ports.ts';
import { verifyIdentity } from '../../index/identity.ts';
import { asWriter, hasCatalog, type Session, withCatalog } from '../session/state.ts';
import { configuredEmbedder } from './configured-embedder.ts';
import { buildIndex, identityOf } from './index-corpus.ts';
import { checkCollection } from './index-doctor.ts';
import { EVAL_PREFIX, findCollection, missingCollection } from './open-collection.ts';
import { wantedIdentity } from './search.ts';
import { storedPassages } from './stored-passages.ts';
import { tablesOnDisk, unusedTables } from './vector-tables.ts';
import { dropVectors } from './vectors.ts';

export interface RepairedCollection {
  readonly collection: CollectionInfo;
  /** What was mended; empty where nothing was at fault, and no new generation was built. */
  readonly mended: readonly IndexFinding[];
}

export interface RepairOutcome {
  readonly collections: readonly RepairedCollection[];
  /** Tables of vectors that belonged to no collection. */
  readonly droppedTables: readonly string[];
}

/**
 * Makes the lexical index and the vectors of collections anew from the texts in the catalog, where they are at fault,
 * and drops tables of no collection. A new generation replaces the old one when it is complete.
 * @param names none: all collections
 * @throws GrkError GRK_COLLECTION_MISSING; GRK_IDENTITY_MISMATCH, before anything is read or dropped;
 * GRK_STORE_CORRUPT where the texts themselves are at fault; provider and store errors
 */
export async function indexRepair(session: Session, names: readonly string[]): Promise<RepairOutcome> {
  if (!hasCatalog(session) && names[0] !== undefined) throw missingCollection(names[0], []);
  return asWriter(session, () =>
    withCatalog(session, async (catalog) => {
      const all = catalog.list();
      const chosen = names.length === 0 ? all : names.map((name) => findCollection(catalog, name));
      const embedder = embedderOnce(session);
      // All of them before anything of them is read or dropped. The index of an eval is named by its identity.
      for (const info of chosen) if (!isOfEval(info)) await verifyWanted(session, info, embedder);
      const droppedTables = await dropOrphans(session, all);
      const collections: RepairedCollection[] = [];
      for (const info of chosen) collections.push(await repairOne(session, catalog, info, embedder));
      return { collections, droppedTables };
    }),
  );
}

async function dropOrphans(session: Session, collections: readonly CollectionInfo[]): Promise<string[]> {
  const unused = unusedTables(await tablesOnDisk(session), collections);
  const orphans = unused.filter(({ kind }) => kind === 'orphan').map(({ name }) => name);
  for (const table of orphans) await dropVectors(session, table);
  return orphans;
}

async function repairOne(
  session: Session,
  catalog: Catalog,
  info: CollectionInfo,
  embedder: OpenedOnce,
): Promise<RepairedCollection> {
  const mended = await mendable(session, catalog, info);
  if (mended.length === 0) return { collection: info, mended };
  await verifyWanted(session, info, embedder);
  const bound = info.identity.embedder === null ? null : await embedder();
  return { collection: await generationOf(session, catalog, info, bound), mended };
}

type OpenedOnce = () => Promise<Embedder>;

/** The embedder of the configuration, opened when it is first asked for. */
function embedderOnce(session: Session): OpenedOnce {
  let opened: Promise<Embedder> | undefined;
  return () => {
    opened ??= configuredEmbedder(session);
    return opened;
  };
}

function isOfEval({ name }: Pick<CollectionInfo, 'name'>): boolean {
  return name.startsWith(EVAL_PREFIX);
}

export interface BackfillOutcome {
  readonly collection: CollectionInfo;
  /** True where the collection had its vectors. */
  readonly isUnchanged: boolean;
}

/**
 * Gives a collection that was indexed for bm25 only the vectors of its texts, as if it had been ingested with them.
 * @throws GrkError as `indexRepair`; GRK_USAGE for the index of an eval
 */
export async function indexBackfill(session: Session, name: string): Promise<BackfillOutcome> {
  if (isOfEval({ name })) {
    throw new GrkError('GRK_USAGE', `"${name}" is the index of an eval, named by its content`, {
      remedy: 'Run the eval with its dense stage: it builds the index that it needs.',
    });
  }
  if (!hasCatalog(session)) throw missingCollection(name, []);
  return asWriter(session, () =>
    withCatalog(session, async (catalog) => {
      const info = findCollection(catalog, name);
      const embedder = embedderOnce(session);
      await verifyWanted(session, info, embedder);
      const isBound = info.identity.embedder !== null;
      const faults = await mendable(session, catalog, info);
      if (isBound && faults.length === 0) return { collection: info, isUnchanged: true };
      return { collection: await generationOf(session, catalog, info, await embedder()), isUnchanged: false };
    }),
  );
}

/** @throws GrkError GRK_IDENTITY_MISMATCH naming all in which the configuration is not what the collection was built with */
async function verifyWanted(session: Session, info: CollectionInfo, embedder: OpenedOnce): Promise<void> {
  const isBound = info.identity.embedder !== null;
  verifyIdentity(info, { ...wantedBy(session, info), embedder: isBound ? (await embedder()).identity : null });
}

/** Versions that the texts do not depend on may be others: they are brought up to date. */
function wantedBy(session: Session, info: CollectionInfo): CollectionIdentity {
  const { identity } = info;
  if (isOfEval(info)) return identity;
  const wanted = wantedIdentity(session, info);
  const { contextAlgorithm, analyzerAlgorithm, engineAlgorithm } = { ...wanted, ...identity };
  return { ...wanted, contextAlgorithm, analyzerAlgorithm, engineAlgorithm };
}

/** Faults that the texts can mend. @throws GrkError GRK_STORE_CORRUPT for one that they cannot */
async function mendable(session: Session, catalog: Catalog, info: CollectionInfo): Promise<IndexFinding[]> {
  const faults = (await checkCollection(session, catalog, info)).filter(({ severity }) => severity === 'fault');
  const lost = faults.find(({ isRepairable }) => !isRepairable);
  if (lost === undefined) return faults;
  throw new GrkError('GRK_STORE_CORRUPT', `collection "${info.name}" cannot be repaired: ${lost.message}`, {
    remedy: lost.remedy,
    facts: { code: lost.code },
  });
}

async function generationOf(
  session: Session,
  catalog: Catalog,
  info: CollectionInfo,
  embedder: Embedder | null,
): Promise<CollectionInfo> {
  const { name, identity, corpusSha256, sources } = info;
  const { chunker, analyzer, engine, extractors = {} } = identity;
  const current = isOfEval(info) ? identity : identityOf({ chunker, analyzer, engine }, null, extractors);
  const { readingAlgorithm, chunkerAlgorithm } = identity;
  const { info: built } = await buildIndex(
    session,
    catalog,
    {
      name,
      corpusSha256,
      sources,
      identity: { ...identity, ...current, readingAlgorithm, chunkerAlgorithm, embedder: embedder?.identity ?? null },
      documents: catalog.documents(name),
      passages: [...storedPassages(catalog, name)],
    },
    embedder,
  );
  return built;
}
