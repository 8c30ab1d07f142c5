import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { GrkError, throwIfAborted } from '../contracts/errors.ts';
import { makeFolder } from './make-folder.ts';
import { loadSqlite } from './sqlite.ts';
import { storeError } from './store-error.ts';

const POLL_MS = 200;
const LOCK_FILE = 'writer.lock';

export interface WriteLockOptions {
  /** How long to wait for another writer. */
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called once when the lock is held by somebody else. */
  readonly onWait?: () => void;
}

/**
 * Runs `work` as the only writer of a state folder.
 * The lock is an open SQLite transaction, so the system releases it when a process dies, however it dies.
 * @throws GrkError GRK_STORE_BUSY when the wait is over, GRK_INTERRUPTED, and what `work` throws
 */
export async function withWriteLock<T>(folder: string, options: WriteLockOptions, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(folder, options);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

/** Whether a process is writing to a state folder now; takes and waits for nothing. @throws GrkError the store errors */
export function isBeingWritten(folder: string): boolean {
  const file = join(folder, LOCK_FILE);
  if (!existsSync(file)) return false;
  let database: Database.Database | undefined;
  try {
    database = new (loadSqlite())(file, { timeout: 0, readonly: true, fileMustExist: true });
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (cause) {
    if (isBusy(cause)) return true;
    throw storeError(cause, folder);
  } finally {
    database?.close();
  }
}

async function acquire(folder: string, options: WriteLockOptions): Promise<Database.Database> {
  let database: Database.Database | undefined;
  try {
    makeFolder(folder);
    database = new (loadSqlite())(join(folder, LOCK_FILE), { timeout: 0 });
    for (let waitedMs = 0; !tryBegin(database); waitedMs += POLL_MS) {
      if (waitedMs === 0) options.onWait?.();
      throwIfAborted(options.signal);
      if (waitedMs >= options.waitMs) {
        throw new GrkError(
          'GRK_STORE_BUSY',
          `another grk process has been writing to ${folder} for ${options.waitMs / 1000} s`,
          {
            remedy: 'Wait until it is done, then run the command again.',
          },
        );
      }
      await sleep(POLL_MS);
    }
    return database;
  } catch (cause) {
    database?.close();
    throw storeError(cause, folder);
  }
}

function tryBegin(database: Database.Database): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (cause) {
    if (isBusy(cause)) return false;
    throw cause;
  }
}

function isBusy(cause: unknown): boolean {
  return cause instanceof loadSqlite().SqliteError && cause.code.startsWith('SQLITE_BUSY');
}
