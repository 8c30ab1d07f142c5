import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { GrkError } from '../contracts/errors.ts';
import { storeError } from './store-error.ts';

/** Version of the tables below; a database with a higher one is refused. */
export const CATALOG_SCHEMA_VERSION = 1;
const BUSY_TIMEOUT_MS = 5_000;

const TABLES = `
  CREATE TABLE collections (
    name TEXT PRIMARY KEY, identity TEXT NOT NULL, corpus_sha256 TEXT NOT NULL,
    documents INTEGER NOT NULL, passages INTEGER NOT NULL, vectors TEXT, lexical BLOB NOT NULL
  );
  CREATE TABLE documents (
    collection TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL, content_sha256 TEXT NOT NULL, metadata TEXT NOT NULL,
    PRIMARY KEY (collection, id)
  ) WITHOUT ROWID;
  CREATE TABLE passages (
    collection TEXT NOT NULL, number INTEGER NOT NULL, id TEXT NOT NULL, doc TEXT NOT NULL,
    start_utf16 INTEGER NOT NULL, end_utf16 INTEGER NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
    content_sha256 TEXT NOT NULL, heading_path TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (collection, number), UNIQUE (collection, id)
  );`;

/**
 * Opens a catalog database, creating its tables in an empty file.
 * @throws GrkError GRK_SCHEMA_NEWER, and the store errors
 */
export function openDatabase(file: string): Database.Database {
  const folder = dirname(file);
  let database: Database.Database | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
    prepareTables(database, file);
    return database;
  } catch (cause) {
    database?.close();
    throw storeError(cause, folder);
  }
}

function prepareTables(database: Database.Database, file: string): void {
  const version = () => Number(database.pragma('user_version', { simple: true }));
  if (version() === 0) {
    database
      .transaction(() => {
        // A second process may have created the tables while this one waited for the lock.
        if (version() !== 0) return;
        database.exec(TABLES);
        database.pragma(`user_version = ${CATALOG_SCHEMA_VERSION}`);
      })
      .immediate();
  }
  if (version() > CATALOG_SCHEMA_VERSION) {
    throw new GrkError(
      'GRK_SCHEMA_NEWER',
      `${file} has schema version ${version()}; this grk reads up to ${CATALOG_SCHEMA_VERSION}`,
      { remedy: 'Use the grk that wrote it, or delete the state folder and index again.' },
    );
  }
}
