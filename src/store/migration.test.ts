import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteCatalog } from './catalog.ts';
import { CATALOG_SCHEMA_VERSION, openDatabase } from './database.ts';

/** A catalog of version 1 as the grk of that time left it: two collections over two documents, one with vectors. */
const VERSION_1 = fileURLToPath(new URL('fixtures/catalog-v1.sqlite', import.meta.url));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk migration ü-'));
  file = join(folder, 'catalog.sqlite');
  copyFileSync(VERSION_1, file);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const sql = <T>(path: string, work: (database: Database.Database) => T): T => {
  const database = new Database(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
};
const rows = (path: string, table: string) =>
  sql(path, (database) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as object[]);
const columns = (path: string) =>
  sql(path, (database) =>
    ['collections', 'documents', 'passages'].map((table) => database.pragma(`table_info(${table})`)),
  );

describe('a catalog of version 1', () => {
  it('is brought up to date with nothing lost, and its documents have no fingerprint yet', () => {
    const before = ['collections', 'documents', 'passages'].map((table) => rows(file, table));
    const catalog = sqliteCatalog(file);
    expect(catalog.list().map(({ name, vectors }) => [name, vectors?.table])).toEqual([
      ['default', undefined],
      ['dense', 'dense.a'],
    ]);
    expect(catalog.documents('dense')).toEqual([
      expect.objectContaining({ id: 'docs/keys ü.md', title: 'Keys', fingerprint: '' }),
      expect.objectContaining({ id: 'docs/restore.md', title: 'Restore a file', fingerprint: '' }),
    ]);
    expect(catalog.cuts('dense').get('docs/restore.md')).toEqual([
      expect.objectContaining({ startLine: 1, endLine: 3 }),
    ]);
    catalog.close();
    expect(sql(file, (database) => database.pragma('user_version', { simple: true }))).toBe(CATALOG_SCHEMA_VERSION);
    const [collections = [], documents = [], passages] = before;
    expect(rows(file, 'collections')).toEqual(collections.map((row) => ({ ...row, sources: null })));
    expect(rows(file, 'passages')).toEqual(passages);
    expect(rows(file, 'documents')).toEqual(documents.map((row) => ({ ...row, fingerprint: '', page_starts: null })));
  });
  it('then has the tables of a new one', () => {
    const fresh = join(folder, 'fresh.sqlite');
    openDatabase(fresh).close();
    openDatabase(file).close();
    expect(columns(file)).toEqual(columns(fresh));
  });
  it('is left as it was when the migration is interrupted', () => {
    const holder = new Database(file);
    holder.exec('BEGIN IMMEDIATE');
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'GRK_STORE_BUSY' }));
    holder.exec('ROLLBACK');
    holder.close();
    expect(sql(file, (database) => database.pragma('user_version', { simple: true }))).toBe(1);
    openDatabase(file).close();
  });
  it('is named as damaged where a table is missing', () => {
    sql(file, (database) => database.exec('DROP TABLE documents'));
    expect(() => openDatabase(file)).toThrow(expect.objectContaining({ code: 'GRK_STORE_CORRUPT' }));
  });
  it('is refused by name, and untouched, once a newer grk has written it', () => {
    sql(file, (database) => database.pragma('user_version = 99'));
    const bytes = readFileSync(file);
    expect(() => openDatabase(file)).toThrow(
      expect.objectContaining({
        code: 'GRK_SCHEMA_NEWER',
        message: `${file} has schema version 99; this grk reads up to ${CATALOG_SCHEMA_VERSION}`,
      }),
    );
    expect(readFileSync(file)).toEqual(bytes);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
