import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { GrkError } from '../../contracts/errors.ts';
import type { StoredVector, VectorStore } from '../../contracts/ports.ts';
import { wrongDimensions } from './exact/cosine-matrix.ts';
import { lanceError } from './lance-error.ts';
import { loadLanceDb } from './lancedb.ts';
import { loadSearcher } from './load-searcher.ts';
import { syncFiles } from './sync-files.ts';
import { checkRows } from './vector-rows.ts';
import {
  dimensionsOf,
  documentsPredicate,
  readIds,
  readVectorBatches,
  readVectors,
  toArrowTable,
  upsert,
} from './vector-table.ts';
import { VECTORS_REMEDY } from './vectors-remedy.ts';

export interface LanceDbSettings {
  /** Folder of the database; made on the first write. */
  readonly folder: string;
  readonly table: string;
  readonly dimensions: number;
}

const DELETE_BATCH = 500;

/**
 * Vectors in a LanceDB table. LanceDB keeps them; ranking is done in process, exactly as for `memoryVectorStore`.
 * The table is made on the first write; before that the store is empty. One call at a time writes.
 * @throws GrkError GRK_DEPENDENCY_MISSING, GRK_DIMENSIONS for a table of another width, GRK_STORE_CORRUPT
 */
export async function lancedbVectorStore({ folder, table: name, dimensions }: LanceDbSettings): Promise<VectorStore> {
  const path = tablePath(folder, name);
  const { lance, arrow } = await loadLanceDb();
  const attempt = async <T>(doing: 'written' | 'read', work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      throw lanceError(cause, path, doing);
    }
  };
  // Connecting makes the folder, so it waits until there is something to read or to write.
  let connection: Connection | undefined;
  const connect = async () => {
    connection ??= await lance.connect(folder, { readConsistencyInterval: 0 });
    return connection;
  };
  let table: Table | undefined;
  let isClosed = false;
  // Ids that are stored, read before the first write: rows with new ids are appended, which stays fast where a merge
  // reads the whole table.
  let storedIds: Set<string> | undefined;
  const open = () => {
    if (isClosed) throw new GrkError('GRK_INTERNAL', `the vector store ${path} is closed`);
    return table;
  };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    table?.close();
    connection?.close();
  };
  async function* rows(current: Table | undefined): AsyncGenerator<StoredVector> {
    if (current === undefined) return;
    try {
      yield* readVectors(current);
    } catch (cause) {
      throw lanceError(cause, path, 'read');
    }
  }
  const batches = (current: Table | undefined) => (current === undefined ? [] : readVectorBatches(current, dimensions));
  if (existsSync(path)) {
    try {
      table = await attempt('read', async () => (await connect()).openTable(name));
      await requireLayout(table, path, dimensions);
    } catch (error) {
      await close();
      throw error;
    }
  }

  return {
    dimensions,
    put: (rows) =>
      attempt('written', async () => {
        const current = open();
        checkRows(rows, dimensions);
        if (rows.ids.length === 0) return;
        const data = toArrowTable(arrow, rows, dimensions);
        storedIds ??= current === undefined ? new Set() : await readIds(current);
        const known = storedIds;
        if (current === undefined) {
          await mkdir(folder, { recursive: true });
          table = await (await connect()).createTable(name, data);
        } else if (rows.ids.some((id) => known.has(id))) await upsert(current, data);
        else await current.add(data);
        for (const id of rows.ids) known.add(id);
      }),
    deleteDocuments: (docs) =>
      attempt('written', async () => {
        const current = open();
        if (current === undefined) return 0;
        let deleted = 0;
        for (let start = 0; start < docs.length; start += DELETE_BATCH) {
          const result = await current.delete(documentsPredicate(docs.slice(start, start + DELETE_BATCH)));
          deleted += result.numDeletedRows;
        }
        return deleted;
      }),
    count: () => attempt('read', async () => (await open()?.countRows()) ?? 0),
    rows: () => rows(open()),
    searcher: (order) => attempt('read', async () => loadSearcher(order, dimensions, batches(open()), path)),
    flush: () =>
      attempt('written', async () => {
        // LanceDB leaves it to the system when its files reach the disk.
        if (open() !== undefined) await syncFiles(path);
      }),
    close,
  };
}

/** Deletes a table and its files; one that does not exist is no error. A damaged one goes as well. */
export async function dropTable(folder: string, table: string): Promise<void> {
  const path = tablePath(folder, table);
  try {
    await rm(path, { recursive: true, force: true });
  } catch (cause) {
    throw lanceError(cause, path, 'written');
  }
}

function tablePath(folder: string, table: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(table)) {
    throw new GrkError('GRK_INTERNAL', `"${table}" cannot name a table of vectors`);
  }
  return join(folder, `${table}.lance`);
}

async function requireLayout(table: Table, path: string, dimensions: number): Promise<void> {
  const found = await dimensionsOf(table);
  if (found === undefined) {
    throw new GrkError('GRK_STORE_CORRUPT', `${path} is not a table of vectors that grk wrote`, {
      remedy: VECTORS_REMEDY,
    });
  }
  if (found !== dimensions) throw wrongDimensions(`the table ${path}`, found, dimensions);
}
