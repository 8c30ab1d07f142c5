import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { GrkError } from '../contracts/errors.ts';
import { makeFolder } from './make-folder.ts';
import { loadSqlite, PAGE_CACHE_KIB } from './sqlite.ts';
import { storeError } from './store-error.ts';

/** Version of the tables below; a database with a higher one is refused. */
export const CATALOG_SCHEMA_VERSION = 2;
const BUSY_TIMEOUT_MS = 5_000;

const TABLES = `
  CREATE TABLE collections (
    name TEXT PRIMARY KEY, identity TEXT NOT NULL, corpus_sha256 TEXT NOT NULL,
    documents INTEGER NOT NULL, passages INTEGER NOT NULL, vectors TEXT, lexical BLOB NOT NULL, sources TEXT
  );
  CREATE TABLE documents (
    collection TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL, content_sha256 TEXT NOT NULL, metadata TEXT NOT NULL,
    fingerprint TEXT NOT NULL DEFAULT '', page_starts TEXT, PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  CREATE TABLE passages (
    collection TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, doc TEXT NOT NULL,
    start_utf16 INTEGER NOT NULL, end_utf16 INTEGER NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
    content_sha256 TEXT NOT NULL, heading_path TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (collection, number), UNIQUE (collection, id)
  );`;

/** From each version to the next, beginning with 1. What can be derived is left empty until the next ingest. */
const MIGRATIONS: readonly string[] = [
  `ALTER TABLE collections ADD COLUMN sources TEXT;
   ALTER TABLE documents ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
   ALTER TABLE documents ADD COLUMN page_starts TEXT;`,
];

/**
 * Opens a catalog database, creating its tables in an empty file and bringing those of an older version up to date.
 * Readers do not block the writer, nor it them.
 * @throws GrkError GRK_SCHEMA_NEWER, GRK_DEPENDENCY_MISSING, and the store errors
 */
export function openDatabase(file: string): Database.Database {
  const folder = dirname(file);
  let database: Database.Database | undefined;
  try {
    makeFolder(folder);
    const sqlite = loadSqlite();
    database = isAtRest(file, folder) ? new sqlite(readAtRest(file)) : new sqlite(file, { timeout: BUSY_TIMEOUT_MS });
    prepareTables(database, file);
    return database;
  } catch (cause) {
    database?.close();
    throw storeError(cause, folder);
  }
}

/** True for a database that nobody can be writing: SQLite could not open it, as it makes files beside a WAL database. */
function isAtRest(file: string, folder: string): boolean {
  if (!existsSync(file) || existsSync(`${file}-wal`)) return false;
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch {
    return true;
  }
}

/** The bytes of a database, as one without a write-ahead log: bytes 18 and 19 of the header are its journal mode. */
function readAtRest(file: string): Buffer {
  const bytes = readFileSync(file);
  if (bytes.length >= 20) bytes.fill(1, 18, 20);
  return bytes;
}

function prepareTables(database: Database.Database, file: string): void {
  const version = () => Number(database.pragma('user_version', { simple: true }));
  // Before anything is written: what is not ours stays as it is.
  requireOurs(database, file);
  if (!database.memory) {
    database.pragma('journal_mode = WAL');
    // A commit that a power cut undoes would name a table of vectors that the next build has dropped.
    database.pragma('synchronous = FULL');
    database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
  }
  if (version() === CATALOG_SCHEMA_VERSION) return;
  database
    .transaction(() => {
      // Asked again: a second process may have done it while this one waited for the lock.
      const found = version();
      if (found === 0) database.exec(TABLES);
      else for (const migration of MIGRATIONS.slice(found - 1)) database.exec(migration);
      database.pragma(`user_version = ${CATALOG_SCHEMA_VERSION}`);
    })
    .immediate();
}

/** @throws GrkError GRK_SCHEMA_NEWER, GRK_STORE_CORRUPT unless the file is new, or holds the tables of a catalog */
function requireOurs(database: Database.Database, file: string): void {
  // In one transaction, as another process may be making them.
  const { version, tables } = database.transaction(() => ({
    version: Number(database.pragma('user_version', { simple: true })),
    tables: database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all(),
  }))();
  if (version > CATALOG_SCHEMA_VERSION) {
    throw new GrkError(
      'GRK_SCHEMA_NEWER',
      `${file} has schema version ${version}; this grk reads up to ${CATALOG_SCHEMA_VERSION}`,
      { remedy: 'Use the grk that wrote it, or delete the state folder and index again.' },
    );
  }
  if (version === 0 && tables.length > 0) {
    throw new GrkError('GRK_STORE_CORRUPT', `${file} is an SQLite database, and not one of grk`, {
      remedy: 'Move it out of the state folder, then run the command again.',
    });
  }
  const missing = ['collections', 'documents', 'passages'].filter((table) => !tables.includes(table));
  if (version > 0 && missing.length > 0) {
    throw new GrkError('GRK_STORE_CORRUPT', `the catalog ${file} is damaged: it has no table ${missing.join(', ')}`, {
      remedy: 'Everything in it can be built again: delete the state folder and run the command again.',
    });
  }
}
