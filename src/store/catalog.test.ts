import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Passage } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import type { CollectionContent } from '../contracts/ports.ts';
import { sqliteCatalog } from './catalog.ts';
import { CATALOG_SCHEMA_VERSION, openDatabase } from './database.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk store-'));
  file = join(folder, 'state', 'catalog.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HOSTILE = "x' OR '1'='1";
const passage = (id: string, doc = 'a.md'): Passage => ({
  id,
  doc,
  startUtf16: 0,
  endUtf16: 3,
  startLine: 1,
  endLine: 1,
  headingPath: ['H'],
  text: `text of ${id}`,
  contentSha256: 'c'.repeat(64),
});

function content(name: string, over: Partial<CollectionContent> = {}): CollectionContent {
  return {
    info: {
      name,
      identity: {
        chunker: { name: 'whole' },
        readingAlgorithm: 'reading/1',
        chunkerAlgorithm: 'whole/1',
        contextAlgorithm: 'heading-context/1',
        analyzer: 'plain',
        analyzerAlgorithm: 'plain/1',
        engine: 'bm25',
        engineAlgorithm: 'bm25/1',
        embedder: null,
      },
      corpusSha256: 'a'.repeat(64),
      documents: 2,
      passages: 2,
      vectors: null,
    },
    documents: [
      {
        id: 'a.md',
        title: 'A',
        contentSha256: 'b'.repeat(64),
        metadata: { folder: 'x', n: 1, yes: true },
        fingerprint: 'f1',
      },
      { id: HOSTILE, title: '', contentSha256: 'b'.repeat(64), metadata: {}, fingerprint: '' },
    ],
    passages: [passage('p2'), passage('p1', HOSTILE)],
    lexical: Uint8Array.of(1, 2, 3),
    ...over,
  };
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof GrkError ? error.code : String(error);
  }
  return 'nothing was thrown';
}

describe('sqliteCatalog', () => {
  it('refuses a database of a newer version', () => {
    openDatabase(file).close();
    const raw = new Database(file);
    raw.pragma(`user_version = ${CATALOG_SCHEMA_VERSION + 1}`);
    raw.close();
    expect(codeOf(() => sqliteCatalog(file))).toBe('GRK_SCHEMA_NEWER');
  });
  it('reads a database of version 1, which kept no sources, and goes on with it', () => {
    const first = sqliteCatalog(file);
    first.replace(content('docs'));
    first.close();
    const raw = new Database(file);
    raw.exec(
      'ALTER TABLE collections DROP COLUMN sources; ALTER TABLE documents DROP COLUMN fingerprint; ALTER TABLE documents DROP COLUMN page_starts',
    );
    raw.pragma('user_version = 1');
    raw.close();
    const catalog = sqliteCatalog(file);
    expect(catalog.find('docs')).toEqual(content('docs').info);
    const { info } = content('docs');
    const sources = { paths: ['a b', 'ü'], globs: { include: ['**'], exclude: [] } };
    catalog.replace(content('docs', { info: { ...info, sources } }));
    expect(catalog.find('docs')?.sources).toEqual(sources);
    catalog.close();
    const older = new Database(file);
    older.prepare('UPDATE collections SET sources = ?').run('["a b"]');
    older.close();
    const again = sqliteCatalog(file);
    expect(again.find('docs')?.sources).toEqual({ paths: ['a b'] });
    again.close();
  });
  it('names a damaged database as damaged', () => {
    openDatabase(file).close();
    writeFileSync(
      file,
      'this is no database, and long enough to be looked at as one by SQLite ...........................',
    );
    expect(codeOf(() => sqliteCatalog(file))).toBe('GRK_STORE_CORRUPT');
  });
  it('names a database without tables as damaged', () => {
    openDatabase(file).close();
    rmSync(file);
    const raw = new Database(file);
    raw.pragma(`user_version = ${CATALOG_SCHEMA_VERSION}`);
    raw.close();
    expect(codeOf(() => sqliteCatalog(file))).toBe('GRK_STORE_CORRUPT');
  });
  it.skipIf(process.getuid?.() === 0)('reads a catalog in a folder that cannot be written', () => {
    const first = sqliteCatalog(file);
    first.replace(content('docs'));
    first.close();
    chmodSync(join(folder, 'state'), 0o500);
    const catalog = sqliteCatalog(file);
    expect(catalog.passages('docs')).toHaveLength(2);
    catalog.close();
    chmodSync(join(folder, 'state'), 0o700);
  });
  it('shows one state to all reads, whatever another handle writes, until it is refreshed', () => {
    const [reader, writer] = [sqliteCatalog(file), sqliteCatalog(file)];
    writer.replace(content('a'));
    expect(reader.find('a')).toBeDefined();
    writer.replace(content('a', { documents: [], passages: [passage('p9')], lexical: Uint8Array.of(7) }));
    expect(reader.passages('a').map(({ id }) => id)).toEqual(['p2', 'p1']);
    expect([...reader.lexical('a')]).toEqual([1, 2, 3]);
    expect(reader.contents('a', ['p1']).size).toBe(1);
    reader.refresh();
    expect(reader.passages('a').map(({ id }) => id)).toEqual(['p9']);
    reader.close();
    writer.close();
  });
  it.skipIf(process.getuid?.() === 0)('says that a folder cannot be written', () => {
    chmodSync(folder, 0o500);
    expect(codeOf(() => sqliteCatalog(file))).toBe('GRK_STORE_READONLY');
    chmodSync(folder, 0o700);
  });
  it('says so where a file stands in the place of the folder', () => {
    writeFileSync(join(folder, 'state'), '');
    expect(codeOf(() => sqliteCatalog(file))).toBe('GRK_STORE_READONLY');
  });
  it('refuses a collection or passage that it does not hold', () => {
    const catalog = sqliteCatalog(file);
    expect(catalog.find('x')).toBeUndefined();
    expect(codeOf(() => catalog.lexical('x'))).toBe('GRK_COLLECTION_MISSING');
    catalog.replace(content('docs'));
    expect(codeOf(() => catalog.contents('docs', ['p1', 'nope']))).toBe('GRK_STORE_CORRUPT');
    catalog.close();
  });

  it('gives passages by number with the pages of their documents, as it gives them in order', () => {
    const catalog = sqliteCatalog(file);
    const documents = content('one').documents.map((d, i) => (i === 0 ? { ...d, pageStarts: [0, 2] } : d));
    catalog.replace(content('one', { documents }));
    catalog.replace(content('two', { passages: [passage('p9')] }));
    expect(catalog.passageIds('one')).toEqual(catalog.passages('one').map(({ id }) => id));
    expect(catalog.passagesAt('one', [1, 0])).toEqual([
      passage('p1', HOSTILE),
      { ...passage('p2'), pageStarts: [0, 2] },
    ]);
    expect(catalog.passagesAt('one', Int32Array.of())).toEqual([]);
    expect(codeOf(() => catalog.passagesAt('one', [2]))).toBe('GRK_STORE_CORRUPT');
    catalog.replace(content('one', { documents: documents.slice(0, 1) }));
    expect(catalog.passagesAt('one', [0])).toHaveLength(1);
    expect(() => catalog.passagesAt('one', [1])).toThrow('passage p1 belongs to no document');
    catalog.close();
  });

  it('gives back what was stored, after it was closed and opened again', () => {
    const first = sqliteCatalog(file);
    const stored = content('docs');
    first.replace(stored);
    first.close();
    const catalog = sqliteCatalog(file);
    expect(catalog.list()).toEqual([stored.info]);
    expect(catalog.documents('docs')).toEqual(stored.documents);
    expect(catalog.passages('docs')).toEqual(
      stored.passages.map(({ text: _text, headingPath: _path, ...rest }) => rest),
    );
    expect([...catalog.lexical('docs')]).toEqual([1, 2, 3]);
    expect(catalog.contents('docs', ['p1'])).toEqual(new Map([['p1', { text: 'text of p1', headingPath: ['H'] }]]));
    catalog.close();
  });
  it('replaces one collection whole and leaves the others alone', () => {
    const catalog = sqliteCatalog(file);
    catalog.replace(content('a'));
    catalog.replace(content('b'));
    catalog.replace(content('a', { documents: [], passages: [passage('p9')] }));
    expect(catalog.passages('a').map(({ id }) => id)).toEqual(['p9']);
    expect(catalog.documents('a')).toEqual([]);
    expect(catalog.passages('b')).toHaveLength(2);
    catalog.close();
  });
  it('keeps the old content when a replacement fails half-way', () => {
    const catalog = sqliteCatalog(file);
    catalog.replace(content('a'));
    expect(() => catalog.replace(content('a', { passages: [passage('x'), passage('x')] }))).toThrow();
    expect(catalog.passages('a').map(({ id }) => id)).toEqual(['p2', 'p1']);
    catalog.close();
  });
  it('removes one collection, leaves the others, and gives its room back', () => {
    const catalog = sqliteCatalog(file);
    const text = 'x'.repeat(2_000_000);
    catalog.replace(content('big', { passages: [{ ...passage('p'), text }], lexical: new Uint8Array(500_000) }));
    catalog.replace(content('b'));
    expect(catalog.sizes('big')).toEqual({ lexicalBytes: 500_000, textBytes: 2_000_000 });
    expect(catalog.sizes('none')).toEqual({ lexicalBytes: 0, textBytes: 0 });
    catalog.remove('big');
    expect(catalog.list().map(({ name }) => name)).toEqual(['b']);
    expect([catalog.passages('big'), catalog.documents('big'), catalog.passages('b').length]).toEqual([[], [], 2]);
    catalog.close();
    expect(statSync(file).size).toBeLessThan(100_000);
  });
  it('counts texts in bytes, not in characters', () => {
    const catalog = sqliteCatalog(file);
    catalog.replace(content('a', { passages: [{ ...passage('p'), text: 'é😀' }] }));
    expect(catalog.sizes('a').textBytes).toBe(6);
    catalog.close();
  });
  it('waits at each commit until it is on the disk: one that is lost would name vectors that a later build has dropped', () => {
    for (const _opening of ['new', 'again']) {
      const database = openDatabase(file);
      expect(database.prepare('SELECT count(*) FROM collections').pluck().get()).toBe(0);
      expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
      const FULL = 2;
      expect(database.pragma('synchronous', { simple: true })).toBe(FULL);
      database.close();
    }
  });
  it('creates its folder only when it is opened', () => {
    expect(existsSync(join(folder, 'state'))).toBe(false);
    sqliteCatalog(file).close();
    expect(existsSync(file)).toBe(true);
  });
});
