import { createRequire } from 'node:module';
import type Database from 'better-sqlite3';
import { GrkError } from '../contracts/errors.ts';

export type Sqlite = typeof Database;

/** Pages that a connection keeps, in KiB: a generation is written at once, and would spill from the usual 2 MiB. */
export const PAGE_CACHE_KIB = 64 * 1024;

const requirePackage = (): Sqlite => createRequire(import.meta.url)('better-sqlite3') as Sqlite;

/**
 * Loads SQLite, its native part included.
 * @throws GrkError GRK_DEPENDENCY_MISSING with the command that mends it
 */
export function loadSqlite(load: () => Sqlite = requirePackage): Sqlite {
  try {
    const sqlite = load();
    // The native part is loaded with the first database.
    new sqlite(':memory:').close();
    return sqlite;
  } catch (cause) {
    throw new GrkError('GRK_DEPENDENCY_MISSING', 'better-sqlite3, which keeps the catalog, cannot be loaded', {
      remedy: `Build it for this Node (${process.version}): npm rebuild better-sqlite3. Where it is missing: npm install.`,
      cause,
    });
  }
}
