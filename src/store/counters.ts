import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { makeFolder } from './make-folder.ts';
import { loadSqlite } from './sqlite.ts';
import { storeError } from './store-error.ts';

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Adds one to a named counter of a file and gives what it stands at. Processes that count at once each count.
 * @throws GrkError GRK_DEPENDENCY_MISSING, and the store errors
 */
export function countUp(file: string, name: string): number {
  let database: Database.Database | undefined;
  try {
    makeFolder(dirname(file));
    database = new (loadSqlite())(file, { timeout: BUSY_TIMEOUT_MS });
    database.exec('CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID');
    const up = 'INSERT INTO counters VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET count = count + 1 RETURNING count';
    return Number(database.prepare(up).pluck().get(name));
  } catch (cause) {
    throw storeError(cause, dirname(file));
  } finally {
    database?.close();
  }
}
