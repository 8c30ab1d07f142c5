import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type Database from 'better-sqlite3';
import { type ErrorCode, GrkError } from '../contracts/errors.ts';
import { makeFolder } from './make-folder.ts';
import { loadSqlite, PAGE_CACHE_KIB } from './sqlite.ts';
import { storeError } from './store-error.ts';

/** Version of the tables below; a file with a higher one is left alone and not used. */
export const CACHE_SCHEMA_VERSION = 3;
/** Of a new file: a vector or two to a page would cost a read of the file each. */
const PAGE_BYTES = 16_384;
const BUSY_TIMEOUT_MS = 2_000;
/** What is kept of the bound where entries have to go, so that they need not go after each command. */
const KEPT_SHARE = 3 / 4;
/** A file keeps its size and is filled again, unless it is so many times its bound. */
const REWRITE_ABOVE = 3 / 2;

// Entries lie in the order in which they were written, which is the order in which they are asked for again.
// `used` is the highest number there was when an entry was last asked for; a new one has its own.
const ENTRIES = `
  CREATE TABLE entries (
    number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, value BLOB NOT NULL, crc32 INTEGER NOT NULL,
    truncated INTEGER
  );`;
const USES = 'CREATE TABLE uses (number INTEGER PRIMARY KEY, used INTEGER NOT NULL);';
// No embedder of version 1 cut a text.
const FROM_1 = 'ALTER TABLE vectors ADD COLUMN truncated INTEGER; UPDATE vectors SET truncated = 0;';
const FROM_2 = `ALTER TABLE vectors RENAME TO entries; ALTER TABLE entries RENAME COLUMN vector TO value; ${USES}`;
const STEPS = [ENTRIES + USES, FROM_1 + FROM_2, FROM_2];

/** Without these a run goes on: a cache only saves work. */
const SURVIVABLE: readonly ErrorCode[] = [
  'GRK_STORE_BUSY',
  'GRK_STORE_FULL',
  'GRK_STORE_READONLY',
  'GRK_STORE_IO',
  'GRK_STORE_CORRUPT',
];

/** Bytes, and whether the text they were made from was cut to the longest input of the model; null: not known. */
export interface CacheEntry {
  readonly value: Uint8Array;
  readonly truncated: boolean | null;
}

/** Entries by key. Processes may share a file. Where it cannot be used, nothing is found and nothing is kept. */
export interface EntryCache {
  /**
   * The entry of each key, or undefined. Where one is damaged, everything is dropped and all are undefined.
   * @param faultOf what is wrong with a value, as the end of a sentence
   */
  read(keys: readonly Uint8Array[], faultOf: (value: Uint8Array) => string | undefined): (CacheEntry | undefined)[];
  /** One entry per key, in one transaction; a key that is there already keeps what it has. */
  write(keys: readonly Uint8Array[], entries: readonly CacheEntry[]): void;
  /** Notes what was read, lets the least recently used go where the file holds more than it may, and closes. */
  close(): void;
}

export interface CacheOptions {
  /** Told, in a sentence, whenever what was cached cannot be used. */
  readonly notice: (text: string) => void;
  readonly maxBytes: number;
  readonly busyTimeoutMs?: number;
}

/** What messages call a cache, and what has to be done again where it is lost. */
export interface CacheWords {
  readonly what: string;
  readonly again: string;
}

/**
 * A cache in an SQLite file, opened when it is first used and made where there is none. A damaged file is dropped, and
 * said to be; every entry carries a checksum over its key and bytes, and is checked when it is read. One that is
 * locked, of a newer grk, or cannot be written is not used, which is said once.
 * The methods throw GrkError GRK_DEPENDENCY_MISSING and nothing else that the file can cause.
 */
export function entryCache(file: string, { what, again }: CacheWords, options: CacheOptions): EntryCache {
  const { notice, maxBytes, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  let database: Database.Database | undefined;
  let isOff = false;
  const usedNumbers = new Set<number>();
  const open = () => openFile(file, busyTimeoutMs);
  const giveUp = (why: string) => {
    notice(`warning: the ${what} ${file} is not used: ${why}`);
    isOff = true;
    database?.close();
    database = undefined;
  };
  const startAnew = (why: string): Database.Database | undefined => {
    notice(`warning: the ${what} ${file} is damaged (${why}); it is dropped, and what it held is ${again} again`);
    database?.close();
    database = undefined;
    usedNumbers.clear();
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
    return open();
  };
  const attempt = <T>(work: (database: Database.Database) => T, otherwise: () => T): T => {
    database ??= open();
    if (database !== undefined) return work(database);
    giveUp('it was written by a newer grk');
    return otherwise();
  };
  const guarded = <T>(work: (database: Database.Database) => T, otherwise: () => T): T => {
    if (isOff) return otherwise();
    try {
      try {
        return attempt(work, otherwise);
      } catch (cause) {
        if (storeError(cause, dirname(file)).code !== 'GRK_STORE_CORRUPT') throw cause;
        database = startAnew(cause instanceof loadSqlite().SqliteError ? cause.code : (cause as Error).message);
        return otherwise();
      }
    } catch (cause) {
      const error = storeError(cause, dirname(file));
      if (!SURVIVABLE.includes(error.code)) throw error;
      giveUp(error.message);
      return otherwise();
    }
  };
  return {
    read: (keys, faultOf) =>
      guarded(
        (opened) => readRows(opened, keys, faultOf, usedNumbers),
        () => keys.map(() => undefined),
      ),
    write: (keys, entries) =>
      guarded(
        (opened) => writeRows(opened, keys, entries),
        () => {},
      ),
    close: () => {
      if (database !== undefined) {
        guarded(
          (opened) => noteAndBound(opened, usedNumbers, maxBytes),
          () => {},
        );
      }
      database?.close();
      database = undefined;
      isOff = true;
    },
  };
}

/**
 * Entries of a cache, and the bytes that its files take; changes nothing. `entries` is null where they cannot be counted.
 * @returns undefined where there is no such file
 * @throws GrkError GRK_DEPENDENCY_MISSING
 */
export function entryCacheSize(file: string): { readonly entries: number | null; readonly bytes: number } | undefined {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size;
  const own = sizeOf(file);
  if (own === undefined) return undefined;
  const bytes = own + (sizeOf(`${file}-wal`) ?? 0);
  const sqlite = loadSqlite();
  let database: Database.Database | undefined;
  try {
    database = new sqlite(file, { readonly: true, timeout: BUSY_TIMEOUT_MS });
    return { entries: Number(database.prepare('SELECT count(*) FROM entries').pluck().get()), bytes };
  } catch {
    // Damaged, of another grk, or locked: the run that uses it says which.
    return { entries: null, bytes };
  } finally {
    database?.close();
  }
}

/** @returns undefined where a newer grk wrote the file */
function openFile(file: string, busyTimeoutMs: number): Database.Database | undefined {
  makeFolder(dirname(file));
  const database = new (loadSqlite())(file, { timeout: busyTimeoutMs });
  const version = () => Number(database.pragma('user_version', { simple: true }));
  try {
    if (version() > CACHE_SCHEMA_VERSION) {
      database.close();
      return undefined;
    }
    database.pragma(`page_size = ${PAGE_BYTES}`);
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    database.pragma(`cache_size = -${PAGE_CACHE_KIB}`);
    if (version() < CACHE_SCHEMA_VERSION) {
      database
        .transaction(() => {
          // Asked again: a second process may have done it while this one waited for the lock.
          database.exec(STEPS[version()] ?? '');
          database.pragma(`user_version = ${CACHE_SCHEMA_VERSION}`);
        })
        .immediate();
    }
    const columns = (table: string) =>
      database.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all().join();
    if (columns('entries') !== 'number,key,value,crc32,truncated' || columns('uses') !== 'number,used') {
      throw damaged('its table has another form');
    }
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function readRows(
  database: Database.Database,
  keys: readonly Uint8Array[],
  faultOf: (value: Uint8Array) => string | undefined,
  usedNumbers: Set<number>,
): (CacheEntry | undefined)[] {
  const find = database.prepare('SELECT number, value, crc32, truncated FROM entries WHERE key = ?').raw();
  const read = (key: Uint8Array): CacheEntry | undefined => {
    const row = find.get(key) as [number, Uint8Array, number, number | null] | undefined;
    if (row === undefined) return undefined;
    const [number, value, sum, flag] = row;
    if (checksum(key, value, flag) !== sum) throw damaged('an entry does not fit its checksum');
    const fault = faultOf(value);
    if (fault !== undefined) throw damaged(fault);
    usedNumbers.add(number);
    return { value, truncated: flag === null ? null : flag !== 0 };
  };
  // In one transaction, as each would take its lock anew.
  return database.transaction(() => keys.map(read))();
}

function writeRows(database: Database.Database, keys: readonly Uint8Array[], entries: readonly CacheEntry[]): void {
  const add = database.prepare('INSERT OR IGNORE INTO entries (key, value, crc32, truncated) VALUES (?, ?, ?, ?)');
  database
    .transaction(() => {
      keys.forEach((key, i) => {
        const entry = entries[i];
        if (entry === undefined) return;
        const flag = entry.truncated === null ? null : Number(entry.truncated);
        add.run(key, entry.value, checksum(key, entry.value, flag), flag);
      });
    })
    .immediate();
}

/** In one transaction. Nothing is written where nothing was read and nothing has to go. */
function noteAndBound(database: Database.Database, usedNumbers: ReadonlySet<number>, maxBytes: number): void {
  const isTooLarge = bytesIn(database) > maxBytes;
  if (usedNumbers.size === 0 && !isTooLarge) return;
  database
    .transaction(() => {
      const last = Number(database.prepare('SELECT max(number) FROM entries').pluck().get() ?? 0);
      const note = database.prepare('INSERT OR REPLACE INTO uses (number, used) VALUES (?, ?)');
      for (const number of usedNumbers) note.run(number, last);
      if (isTooLarge) dropLeastUsed(database, maxBytes);
    })
    .immediate();
  // A file that was filled to a higher bound gives its room back.
  if (isTooLarge && fileBytes(database) > REWRITE_ABOVE * maxBytes) database.exec('VACUUM');
}

function dropLeastUsed(database: Database.Database, maxBytes: number): void {
  const entries = Number(database.prepare('SELECT count(*) FROM entries').pluck().get());
  const share = Math.max(0, 1 - (KEPT_SHARE * maxBytes) / bytesIn(database));
  database
    .prepare(`DELETE FROM entries WHERE number IN (
      SELECT entries.number FROM entries LEFT JOIN uses USING (number)
      ORDER BY coalesce(used, entries.number), entries.number LIMIT ?)`)
    .run(Math.ceil(entries * share));
  database.exec('DELETE FROM uses WHERE number NOT IN (SELECT number FROM entries)');
}

function fileBytes(database: Database.Database): number {
  const pragma = (name: string) => Number(database.pragma(name, { simple: true }));
  return pragma('page_count') * pragma('page_size');
}

/** Bytes of the pages in use; the others are filled again. */
function bytesIn(database: Database.Database): number {
  const free = Number(database.pragma('freelist_count', { simple: true }));
  return fileBytes(database) - free * Number(database.pragma('page_size', { simple: true }));
}

/** A flag of 0 adds nothing: rows of version 1, which had none, keep their checksums. */
function checksum(key: Uint8Array, value: Uint8Array, truncated: number | null): number {
  return crc32(truncated === 0 ? '' : String(truncated), crc32(value, crc32(key)));
}

function damaged(why: string): GrkError {
  return new GrkError('GRK_STORE_CORRUPT', why, { remedy: 'Delete the file: it only saves work.' });
}
