import { GrkError } from '../../contracts/errors.ts';
import type { PassageId } from '../../contracts/ids.ts';
import type { VectorSearcher, VectorStore } from '../../contracts/ports.ts';
import { dropTable, lancedbVectorStore } from '../../index/dense/lancedb-store.ts';
import { VECTORS_REMEDY } from '../../index/dense/vectors-remedy.ts';
import { storeError } from '../../store/store-error.ts';
import { type Session, vectorFolder } from '../session/state.ts';

/** Opens an empty vector table, clearing what an interrupted build left under its name. */
export async function freshVectors(session: Session, table: string, dimensions: number): Promise<VectorStore> {
  return guarded(session, async () => {
    await dropTable(vectorFolder(session), table);
    return lancedbVectorStore({ folder: vectorFolder(session), table, dimensions });
  });
}

export async function dropVectors(session: Session, table: string): Promise<void> {
  await guarded(session, () => dropTable(vectorFolder(session), table));
}

/**
 * Loads the vectors of a collection in passage order, ready for exact search.
 * @throws GrkError GRK_STORE_CORRUPT where their hash is not the one that the catalog holds
 */
export async function openVectors(
  session: Session,
  { table, sha256 }: { readonly table: string; readonly sha256: string },
  dimensions: number,
  order: readonly PassageId[],
): Promise<VectorSearcher> {
  return withVectors(session, table, dimensions, async (store) => {
    const searcher = await store.searcher(order);
    if (searcher.sha256 !== sha256) {
      throw new GrkError('GRK_STORE_CORRUPT', `the vectors in table "${table}" are not those that were indexed`, {
        remedy: VECTORS_REMEDY,
      });
    }
    return searcher;
  });
}

/** Opens a table of vectors, hands it over, closes it. @throws GrkError the store errors, and what `work` throws */
export async function withVectors<T>(
  session: Session,
  table: string,
  dimensions: number,
  work: (store: VectorStore) => Promise<T>,
): Promise<T> {
  return guarded(session, async () => {
    const store = await lancedbVectorStore({ folder: vectorFolder(session), table, dimensions });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}

async function guarded<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw storeError(cause, session.loaded.stateFolder);
  }
}
