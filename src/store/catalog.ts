import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { IndexedPassage, Metadata } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import type { DocId, PassageId } from '../contracts/ids.ts';
import type {
  Catalog,
  CatalogDocument,
  CollectionContent,
  CollectionInfo,
  CollectionSources,
  PagedPassage,
  PassageContent,
  StoredCut,
} from '../contracts/ports.ts';
import { openDatabase } from './database.ts';
import { storeError } from './store-error.ts';

interface CollectionRow {
  name: string;
  identity: string;
  corpus_sha256: string;
  documents: number;
  passages: number;
  vectors: string | null;
  sources: string | null;
}
interface DocumentRow {
  id: string;
  title: string;
  content_sha256: string;
  metadata: string;
  fingerprint: string;
  page_starts: string | null;
}

const PLACE = `id, doc, start_utf16 AS startUtf16, end_utf16 AS endUtf16, start_line AS startLine, end_line AS endLine,
  content_sha256 AS contentSha256`;
const COLUMNS = 'name, identity, corpus_sha256, documents, passages, vectors, sources';

/**
 * The catalog in SQLite. All methods throw the store errors.
 * Reads see one state from the first of them to the next `refresh` or `replace`, whatever others write meanwhile.
 * A collection's rows, its lexical index and the name of its vector table change in one transaction.
 */
export function sqliteCatalog(file: string): Catalog {
  const database = openDatabase(file);
  const folder = dirname(file);
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      throw storeError(cause, folder);
    }
  };
  const refresh = () => {
    if (database.inTransaction) database.exec('COMMIT');
  };
  const read = <T>(work: () => T): T =>
    guarded(() => {
      if (!database.inTransaction) database.exec('BEGIN');
      return work();
    });
  return {
    list: () =>
      read(() =>
        (database.prepare(`SELECT ${COLUMNS} FROM collections ORDER BY name`).all() as CollectionRow[]).map(infoOf),
      ),
    find: (name) =>
      read(() => {
        const row = database.prepare(`SELECT ${COLUMNS} FROM collections WHERE name = ?`).get(name);
        return row === undefined ? undefined : infoOf(row as CollectionRow);
      }),
    refresh: () => guarded(refresh),
    replace: (content) =>
      guarded(() => {
        refresh();
        database.transaction(() => writeCollection(database, content)).immediate();
      }),
    recordSources: (name, sources) =>
      guarded(() => {
        refresh();
        database.prepare('UPDATE collections SET sources = ? WHERE name = ?').run(JSON.stringify(sources), name);
      }),
    remove: (name) =>
      guarded(() => {
        refresh();
        database
          .transaction(() => {
            deleteRows(database, name);
            database.prepare('DELETE FROM collections WHERE name = ?').run(name);
          })
          .immediate();
        database.exec('VACUUM');
      }),
    sizes: (name) =>
      read(() => {
        const lexical = 'SELECT length(lexical) FROM collections WHERE name = ?';
        const texts = 'SELECT total(length(CAST(text AS BLOB))) FROM passages WHERE collection = ?';
        const bytes = (statement: string) => Number(database.prepare(statement).pluck().get(name) ?? 0);
        return { lexicalBytes: bytes(lexical), textBytes: bytes(texts) };
      }),
    documents: (name) =>
      read(() =>
        (
          database
            .prepare(
              'SELECT id, title, content_sha256, metadata, fingerprint, page_starts FROM documents WHERE collection = ? ORDER BY id',
            )
            .all(name) as DocumentRow[]
        ).map(documentOf),
      ),
    passages: (name) =>
      read(
        () =>
          database
            .prepare(`SELECT ${PLACE} FROM passages WHERE collection = ? ORDER BY number`)
            .all(name) as IndexedPassage[],
      ),
    passageIds: (name) =>
      read(
        () =>
          database
            .prepare('SELECT id FROM passages WHERE collection = ? ORDER BY number')
            .pluck()
            .all(name) as PassageId[],
      ),
    passagesAt: (name, numbers) => read(() => readPassages(database, name, numbers)),
    cuts: (name) => read(() => readCuts(database, name)),
    lexical: (name) =>
      read(() => {
        const row = database.prepare('SELECT lexical FROM collections WHERE name = ?').get(name);
        if (row === undefined)
          throw new GrkError('GRK_COLLECTION_MISSING', `there is no collection "${name}"`, {
            remedy: 'Run `grk index status` for those that are there.',
          });
        return (row as { lexical: Uint8Array }).lexical;
      }),
    contents: (name, ids) => read(() => readContents(database, name, ids)),
    close: () => {
      database.close();
    },
  };
}

function infoOf(row: CollectionRow): CollectionInfo {
  return {
    name: row.name,
    identity: JSON.parse(row.identity) as CollectionInfo['identity'],
    corpusSha256: row.corpus_sha256,
    documents: row.documents,
    passages: row.passages,
    vectors: row.vectors === null ? null : (JSON.parse(row.vectors) as CollectionInfo['vectors']),
    ...(row.sources === null ? {} : { sources: sourcesOf(JSON.parse(row.sources)) }),
  };
}

/** Older versions stored the paths alone. */
function sourcesOf(stored: CollectionSources | string[]): CollectionSources {
  return Array.isArray(stored) ? { paths: stored } : stored;
}

function documentOf(row: DocumentRow): CatalogDocument {
  return {
    id: row.id,
    title: row.title,
    contentSha256: row.content_sha256,
    metadata: JSON.parse(row.metadata) as Metadata,
    fingerprint: row.fingerprint,
    ...(row.page_starts === null ? {} : { pageStarts: JSON.parse(row.page_starts) as number[] }),
  };
}

function deleteRows(database: Database, name: string): void {
  for (const table of ['passages', 'documents'])
    database.prepare(`DELETE FROM ${table} WHERE collection = ?`).run(name);
}

function writeCollection(database: Database, { info, documents, passages, lexical }: CollectionContent): void {
  deleteRows(database, info.name);
  database
    .prepare(`INSERT OR REPLACE INTO collections (${COLUMNS}, lexical) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
    .run(
      info.name,
      JSON.stringify(info.identity),
      info.corpusSha256,
      info.documents,
      info.passages,
      info.vectors === null ? null : JSON.stringify(info.vectors),
      info.sources === undefined ? null : JSON.stringify(info.sources),
      lexical,
    );
  const addDocument = database.prepare(
    `INSERT INTO documents (collection, id, title, content_sha256, metadata, fingerprint, page_starts)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { id, title, contentSha256, metadata, fingerprint, pageStarts } of documents) {
    const pages = pageStarts === undefined ? null : JSON.stringify(pageStarts);
    addDocument.run(info.name, id, title, contentSha256, JSON.stringify(metadata), fingerprint, pages);
  }
  const addPassage = database.prepare('INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  passages.forEach((p, number) => {
    addPassage.run(
      info.name,
      number,
      p.id,
      p.doc,
      p.startUtf16,
      p.endUtf16,
      p.startLine,
      p.endLine,
      p.contentSha256,
      JSON.stringify(p.headingPath),
      p.text,
    );
  });
}

function readCuts(database: Database, name: string): Map<DocId, StoredCut[]> {
  const cuts = new Map<DocId, StoredCut[]>();
  const rows = database.prepare(`SELECT ${PLACE}, heading_path AS headingPath FROM passages WHERE collection = ?`);
  for (const row of rows.iterate(name) as Iterable<IndexedPassage & { headingPath: string }>) {
    const cut: StoredCut = { ...row, headingPath: JSON.parse(row.headingPath) as string[] };
    const others = cuts.get(cut.doc);
    if (others === undefined) cuts.set(cut.doc, [cut]);
    else others.push(cut);
  }
  return cuts;
}

interface PassageRow extends IndexedPassage {
  readonly text: string;
  readonly headings: string;
  readonly pageStarts: string | null;
  /** 0: its document is not there. */
  readonly hasDocument: number;
}

function readPassages(database: Database, name: string, numbers: Iterable<number>): PagedPassage[] {
  const document = `FROM documents d WHERE d.collection = passages.collection AND d.id = passages.doc`;
  const statement = database.prepare(
    `SELECT ${PLACE}, text, heading_path AS headings, (SELECT d.page_starts ${document}) AS pageStarts,
     EXISTS (SELECT 1 ${document}) AS hasDocument FROM passages WHERE collection = ? AND number = ?`,
  );
  return Array.from(numbers, (number) => {
    const row = statement.get(name, number) as PassageRow | undefined;
    if (row === undefined) throw damaged(`collection "${name}" holds no passage with the number ${number}`);
    const { headings, pageStarts, hasDocument, ...place } = row;
    if (hasDocument === 0) throw damaged(`collection "${name}": passage ${row.id} belongs to no document`);
    return {
      ...place,
      headingPath: JSON.parse(headings) as string[],
      ...(pageStarts === null ? {} : { pageStarts: JSON.parse(pageStarts) as number[] }),
    };
  });
}

function damaged(fault: string): GrkError {
  return new GrkError('GRK_STORE_CORRUPT', fault, { remedy: 'Index the collection again.' });
}

function readContents(database: Database, name: string, ids: readonly PassageId[]): Map<PassageId, PassageContent> {
  const statement = database.prepare('SELECT text, heading_path FROM passages WHERE collection = ? AND id = ?');
  const contents = new Map<PassageId, PassageContent>();
  for (const id of ids) {
    const row = statement.get(name, id) as { text: string; heading_path: string } | undefined;
    if (row === undefined) throw damaged(`collection "${name}" holds no passage ${id}`);
    contents.set(id, { text: row.text, headingPath: JSON.parse(row.heading_path) as string[] });
  }
  return contents;
}
