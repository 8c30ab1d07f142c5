import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { GrkError } from '../contracts/errors.ts';
import { makeFolder } from './make-folder.ts';
import { loadSqlite, PAGE_CACHE_KIB } from './sqlite.ts';
import { storeError } from './store-error.ts';

/** Version of the table below; a file with a higher one is left alone and not used. */
export const CACHE_SCHEMA_VERSION = 2;
/** When a file holds more than this as it is opened, the older half of its vectors goes. */
export const MAX_CACHE_BYTES = 2 * 2 ** 30;
const BUSY_TIMEOUT_MS = 5_000;
const NOTHING: CachedVector = { vector: new Float32Array(0), truncated: null };

// Vectors lie in the order in which they were written, which is the order in which they are asked for again.
const TABLE = `
  CREATE TABLE vectors (
    number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL, crc32 INTEGER NOT NULL,
    truncated INTEGER
  );`;
// No embedder of version 1 cut a text.
const FROM_1 = 'ALTER TABLE vectors ADD COLUMN truncated INTEGER; UPDATE vectors SET truncated = 0';

/** A vector, and whether its text was cut to the longest input of the model; null: not known. */
export interface CachedVector {
  readonly vector: Float32Array;
  readonly truncated: boolean | null;
}

/** Float32 vectors by key. One process at a time uses a file. All methods throw the store errors. */
export interface EmbeddingCache {
  /** The vector of each key, or undefined. Where a row is damaged, everything is dropped and all are undefined. */
  read(keys: readonly Uint8Array[], dimensions: number): (CachedVector | undefined)[];
  /** One vector per key, in one transaction; a key that is there already keeps what it has. */
  write(keys: readonly Uint8Array[], vectors: readonly CachedVector[]): void;
  close(): void;
}

export interface CacheOptions {
  /** Told, in a sentence, whenever what was cached cannot be used. */
  readonly notice: (text: string) => void;
  readonly maxBytes?: number;
}

/**
 * Opens the cache in an SQLite file, making it where there is none. It only saves work, so a damaged file is dropped,
 * and said to be; every vector carries a checksum over its key and bytes, and is checked when it is read.
 * @returns undefined where a newer grk wrote the file
 * @throws GrkError GRK_DEPENDENCY_MISSING, and the store errors of a folder that cannot be written
 */
export function openEmbeddingCache(file: string, { notice, maxBytes = MAX_CACHE_BYTES }: CacheOptions) {
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw storeError(cause, dirname(file));
    }
  };
  let database: Database.Database | undefined;
  const startAnew = (why: string): Database.Database => {
    notice(
      `warning: the embedding cache ${file} is damaged (${why}); it is dropped, and what it held is embedded again`,
    );
    database?.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    return open(file);
  };
  const withRepair = <T>(work: (database: Database.Database) => T, otherwise: () => T): T =>
    guarded(() => {
      try {
        database ??= open(file);
        return work(database);
      } catch (cause) {
        if (storeError(cause, dirname(file)).code !== 'GRK_STORE_CORRUPT') throw cause;
        database = startAnew(cause instanceof loadSqlite().SqliteError ? cause.code : (cause as Error).message);
        return otherwise();
      }
    });

  const isNewer = withRepair(
    (opened) => {
      const version = Number(opened.pragma('user_version', { simple: true }));
      if (version > CACHE_SCHEMA_VERSION) return true;
      dropOldest(opened, maxBytes);
      return false;
    },
    () => false,
  );
  if (isNewer) {
    notice(`warning: the embedding cache ${file} was written by a newer grk; it is not used`);
    database?.close();
    return undefined;
  }
  const cache: EmbeddingCache = {
    read: (keys, dimensions) =>
      withRepair(
        (opened) => readRows(opened, keys, dimensions),
        () => keys.map(() => undefined),
      ),
    write: (keys, vectors) => {
      const write = (opened: Database.Database) => {
        const add = opened.prepare('INSERT OR IGNORE INTO vectors (key, vector, crc32, truncated) VALUES (?, ?, ?, ?)');
        opened
          .transaction(() => {
            keys.forEach((key, i) => {
              const { vector, truncated } = vectors[i] ?? NOTHING;
              const bytes = bytesOf(vector);
              const flag = truncated === null ? null : Number(truncated);
              add.run(key, bytes, checksum(key, bytes, flag), flag);
            });
          })
          .immediate();
      };
      withRepair(write, () => {});
    },
    close: () => {
      database?.close();
    },
  };
  return cache;
}

function open(file: string): Database.Database {
  makeFolder(dirname(file));
  const database = new (loadSqlite())(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    const version = Number(database.pragma('user_version', { simple: true }));
    if (version === 0) {
      database.transaction(() => {
        database.exec(TABLE);
        database.pragma(`user_version = ${CACHE_SCHEMA_VERSION}`);
      })();
    } else if (version === 1) {
      database.transaction(() => {
        database.exec(FROM_1);
        database.pragma(`user_version = ${CACHE_SCHEMA_VERSION}`);
      })();
    }
    if (version <= CACHE_SCHEMA_VERSION) {
      const columns = database.prepare("SELECT name FROM pragma_table_info('vectors')").pluck().all();
      if (columns.join() !== 'number,key,vector,crc32,truncated') throw damaged('its table has another form');
    }
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function readRows(database: Database.Database, keys: readonly Uint8Array[], dimensions: number) {
  const find = database.prepare('SELECT vector, crc32, truncated FROM vectors WHERE key = ?');
  return keys.map((key) => {
    const row = find.get(key) as { vector: Uint8Array; crc32: number; truncated: number | null } | undefined;
    if (row === undefined) return undefined;
    if (row.vector.length !== dimensions * Float32Array.BYTES_PER_ELEMENT) throw damaged('a vector has another length');
    if (checksum(key, row.vector, row.truncated) !== row.crc32) throw damaged('a vector does not fit its checksum');
    const vector = floatsOf(row.vector);
    if (!hasOnlyFinite(vector)) throw damaged('a vector holds NaN or an infinite number');
    return { vector, truncated: row.truncated === null ? null : row.truncated !== 0 };
  });
}

/** A flag of 0 adds nothing: rows of version 1, which had none, keep their checksums. */
function checksum(key: Uint8Array, vector: Uint8Array, truncated: number | null): number {
  return crc32(truncated === 0 ? '' : String(truncated), crc32(vector, crc32(key)));
}

/** Frees the older half where the file holds more than it may; its size stays, and is filled again. */
function dropOldest(database: Database.Database, maxBytes: number): void {
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }));
  if ((pragma('page_count') - pragma('freelist_count')) * pragma('page_size') <= maxBytes) return;
  database
    .prepare(
      'DELETE FROM vectors WHERE number <= (SELECT number FROM vectors ORDER BY number LIMIT 1 OFFSET (SELECT count(*) / 2 FROM vectors))',
    )
    .run();
}

/** The bytes of a row need not begin where a float may; those are copied. */
function floatsOf(bytes: Uint8Array): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  return new Float32Array(buffer, byteOffset, byteLength / Float32Array.BYTES_PER_ELEMENT);
}

function hasOnlyFinite(vector: Float32Array): boolean {
  for (let i = 0; i < vector.length; i++) if (!Number.isFinite(vector[i])) return false;
  return true;
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

function damaged(why: string): GrkError {
  return new GrkError('GRK_STORE_CORRUPT', why);
}
