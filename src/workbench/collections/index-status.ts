import { statSync } from 'node:fs';
import { GrkError } from '../../contracts/errors.ts';
import type { CollectionStatus, IndexStatus } from '../../contracts/index-state.ts';
import type { Catalog, CollectionInfo } from '../../contracts/ports.ts';
import { cacheStatus } from '../session/caches.ts';
import { catalogFile, hasCatalog, type Session, withCatalog } from '../session/state.ts';
import { freshnessOf } from './index-freshness.ts';
import { EVAL_PREFIX, findCollection } from './open-collection.ts';
import { type TableOnDisk, tablesOnDisk, unusedTables } from './vector-tables.ts';
import { withVectors } from './vectors.ts';

/**
 * Says what the state folder holds and how it stands beside its sources; changes nothing.
 * @param names collections to look at; none: all
 * @throws GrkError GRK_COLLECTION_MISSING, GRK_INTERRUPTED, the store errors
 */
export async function indexStatus(session: Session, names: readonly string[]): Promise<IndexStatus> {
  const { stateFolder } = session.loaded;
  const tables = await tablesOnDisk(session);
  const caches = cacheStatus(session);
  if (!hasCatalog(session)) {
    return { stateFolder, catalogBytes: 0, collections: [], unusedTables: unusedTables(tables, []), caches };
  }
  return withCatalog(session, async (catalog) => {
    const all = catalog.list();
    const chosen = names.length === 0 ? all : names.map((name) => findCollection(catalog, name));
    const collections: CollectionStatus[] = [];
    for (const info of chosen) collections.push(await statusOf(session, catalog, info, tables));
    const catalogBytes = statSync(catalogFile(session)).size;
    return { stateFolder, catalogBytes, collections, unusedTables: unusedTables(tables, all), caches };
  });
}

async function statusOf(
  session: Session,
  catalog: Catalog,
  info: CollectionInfo,
  tables: readonly TableOnDisk[],
): Promise<CollectionStatus> {
  const isEval = info.name.startsWith(EVAL_PREFIX);
  return {
    name: info.name,
    isEval,
    documents: info.documents,
    passages: info.passages,
    vectors: info.identity.embedder === null ? null : await storedVectors(session, info),
    identity: info.identity,
    ...catalog.sizes(info.name),
    vectorBytes: tables.find(({ name }) => name === info.vectors?.table)?.bytes ?? 0,
    freshness: isEval ? null : await freshnessOf(session, catalog, info),
  };
}

async function storedVectors(
  session: Session,
  { vectors, identity }: CollectionInfo,
): Promise<NonNullable<CollectionStatus['vectors']>> {
  if (vectors === null || identity.embedder === null) return { stored: 0, truncated: null };
  const truncated = vectors.truncated ?? null;
  try {
    const stored = await withVectors(session, vectors.table, identity.embedder.dimensions, (store) => store.count());
    return { stored, truncated };
  } catch (error) {
    if (!(error instanceof GrkError) || error.code === 'GRK_INTERRUPTED') throw error;
    return { stored: null, reason: error.message, truncated };
  }
}
