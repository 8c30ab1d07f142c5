import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { VectorStore } from '../../contracts/ports.ts';
import { createSession } from '../session/session.ts';
import { type Session, withCatalog } from '../session/state.ts';
import { indexDoctor } from './index-doctor.ts';
import { indexRepair } from './index-repair.ts';
import { indexStatus } from './index-status.ts';
import { ingest } from './ingest.ts';
import { type SearchMode, search } from './search.ts';
import { withVectors } from './vectors.ts';

const DIMENSIONS = 32;

let folder: string;
let session: Session;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grk faults ü-'));
  mkdirSync(join(folder, '.grk'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'a.md'), '# A\n\na walrus\n');
  writeFileSync(join(folder, 'docs', 'b.md'), '# B\n\na seal and a walrus\n');
  writeFileSync(join(folder, 'docs', 'c.md'), '# C\n\na narwhal\n');
  session = createSession({ cwd: folder, settings: { embedder: 'hash' } });
  await ingest(session, { paths: ['docs'], dense: true, rebuild: false });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ask = async (mode: SearchMode) =>
  (await search(session, { query: 'walrus', mode, topK: 3, filters: [] })).hits.map(({ id, score }) => [id, score]);
const codes = async () => (await indexDoctor(session, [])).findings.map(({ code }) => code);

function sql(...statements: readonly string[]): void {
  const raw = new Database(join(folder, '.grk', 'catalog.sqlite'));
  for (const statement of statements) raw.exec(statement);
  raw.close();
}

function withIdentity(change: (identity: Record<string, unknown>) => void): void {
  const raw = new Database(join(folder, '.grk', 'catalog.sqlite'));
  const identity = JSON.parse(raw.prepare('SELECT identity FROM collections').pluck().get() as string);
  change(identity);
  raw.prepare('UPDATE collections SET identity = ?').run(JSON.stringify(identity));
  raw.close();
}

/** The vectors that the catalog names, with the ids of the passages. */
async function inVectors(work: (store: VectorStore, ids: readonly string[]) => Promise<unknown>): Promise<void> {
  await withCatalog(session, async (catalog) => {
    const table = catalog.find('default')?.vectors?.table ?? '';
    const ids = catalog.passages('default').map(({ id }) => id);
    await withVectors(session, table, DIMENSIONS, (store) => work(store, ids));
  });
}

/** The same passages with vectors of two dimensions. */
async function inOtherWidth(): Promise<void> {
  rmSync(join(folder, '.grk', 'vectors'), { recursive: true });
  await withVectors(session, 'default.a', 2, (store) => store.put(one('x', Float32Array.of(1, 0))));
}

const unit = (place: number) => Float32Array.from({ length: DIMENSIONS }, (_, i) => (i === place ? 1 : 0));
const one = (id: string, vectors: Float32Array) => ({ ids: [id], docs: ['x'], vectors });

type Plant = () => unknown;

/** Faults of what is derived: lexical index and vectors. Each is mended from the texts. */
const DERIVED: readonly (readonly [string, string, Plant])[] = [
  ['a lexical index that is no index', 'lexical-unreadable', () => sql("UPDATE collections SET lexical = x'00ff'")],
  [
    'the lexical index of another collection',
    'lexical-count',
    async () => {
      await otherCollection('# A\n\na walrus\n');
      sql("UPDATE collections SET lexical = (SELECT lexical FROM collections WHERE name = 'other')");
    },
  ],
  [
    'a lexical index of other texts',
    'lexical-content',
    async () => {
      await otherCollection('# A\n\nx\n\n', '# B\n\ny\n', '# C\n\nz\n');
      sql("UPDATE collections SET lexical = (SELECT lexical FROM collections WHERE name = 'other')");
    },
  ],
  [
    'a table of vectors that was deleted',
    'vectors-lost',
    () => rmSync(join(folder, '.grk', 'vectors'), { recursive: true }),
  ],
  ['an emptied table', 'vectors-lost', () => inVectors((store) => store.deleteDocuments(DOCS))],
  ['a passage without a vector', 'vectors-partial', () => inVectors((store) => store.deleteDocuments(['docs/a.md']))],
  ['a vector of no passage', 'vectors-orphaned', () => inVectors((store) => store.put(one('stray', unit(0))))],
  ['another vector', 'vectors-hash', () => inVectors((store, ids) => store.put(one(ids[0] ?? '', unit(0))))],
  [
    'a vector that is too long',
    'vectors-not-unit',
    () =>
      inVectors((store, ids) =>
        store.put(
          one(
            ids[0] ?? '',
            unit(0).map((value) => value * 2),
          ),
        ),
      ),
  ],
  ['a catalog that names no vectors', 'identity-half', () => sql('UPDATE collections SET vectors = NULL')],
  [
    'an index of an older formula',
    'identity-outdated',
    () => withIdentity((identity) => Object.assign(identity, { engineAlgorithm: 'bm25-lucene/0' })),
  ],
];
const DOCS = ['docs/a.md', 'docs/b.md', 'docs/c.md'];

async function otherCollection(...texts: readonly string[]): Promise<void> {
  mkdirSync(join(folder, 'other'));
  texts.forEach((text, i) => {
    writeFileSync(join(folder, 'other', `${i}.md`), text);
  });
  const settings = { embedder: 'hash', collection: 'other' };
  await ingest(createSession({ cwd: folder, settings }), { paths: ['other'], dense: false, rebuild: false });
}

describe('indexDoctor and indexRepair', () => {
  it('find nothing wrong with what was just ingested, and repair nothing', async () => {
    expect(await indexDoctor(session, [])).toEqual({ collections: ['default'], findings: [] });
    expect(await indexRepair(session, [])).toMatchObject({ collections: [{ mended: [] }], droppedTables: [] });
  });

  it.each(DERIVED)('tell of %s as %s, and mend it', async (_what, code, plant) => {
    const before = [await ask('bm25'), await ask('dense'), await ask('hybrid')];
    await plant();
    const { findings } = await indexDoctor(session, ['default']);
    expect(findings.map((finding) => finding.code)).toContain(code);
    expect(findings.find((finding) => finding.code === code)).toMatchObject({
      collection: 'default',
      severity: 'fault',
      isRepairable: true,
      remedy: expect.stringContaining('grk index repair default'),
    });
    const { collections } = await indexRepair(session, ['default']);
    expect(collections.flatMap(({ mended }) => mended.map((each) => each.code))).toContain(code);
    expect((await indexDoctor(session, ['default'])).findings.filter(({ severity }) => severity === 'fault')).toEqual(
      [],
    );
    expect([await ask('bm25'), await ask('dense'), await ask('hybrid')]).toEqual(before);
  });

  /** Faults of the catalog itself: only the documents can mend them. */
  it.each([
    ['a passage that was lost', 'count-passages', () => sql("DELETE FROM passages WHERE doc = 'docs/a.md'")],
    ['a document that was lost', 'passage-orphan', () => sql("DELETE FROM documents WHERE id = 'docs/a.md'")],
    [
      'a document too many',
      'count-documents',
      () =>
        sql(
          "INSERT INTO documents (collection, id, title, content_sha256, metadata) VALUES ('default', 'x', '', '', '{}')",
        ),
    ],
    ['a text that was changed', 'text-hash', () => sql("UPDATE passages SET text = 'a shark' WHERE doc = 'docs/a.md'")],
    [
      'a passage at another place',
      'passage-id',
      () => sql('UPDATE passages SET start_utf16 = 1, end_utf16 = end_utf16 + 1 WHERE number = 0'),
    ],
    ['passages out of order', 'passage-order', () => sql('UPDATE passages SET number = -number')],
    [
      'an identity with a gap',
      'identity-incomplete',
      () => withIdentity((identity) => delete identity.analyzerAlgorithm),
    ],
    [
      'texts that were cut by an older version',
      'identity-outdated',
      () => withIdentity((identity) => Object.assign(identity, { chunkerAlgorithm: 'markdown/0' })),
    ],
    [
      'texts that an older extractor gave',
      'identity-outdated',
      () => withIdentity((identity) => Object.assign(identity, { extractors: { html: 'html/0' } })),
    ],
    [
      'vectors that an older version made',
      'identity-outdated',
      () => withIdentity((identity) => Object.assign(identity.embedder ?? {}, { algorithm: 'static-mean/0' })),
    ],
  ] as readonly (readonly [string, string, Plant])[])(
    'tell of %s as %s, and leave it to an ingest',
    async (_what, code, plant) => {
      await plant();
      const found = (await indexDoctor(session, [])).findings.find((finding) => finding.code === code);
      expect(found).toMatchObject({
        severity: 'fault',
        isRepairable: false,
        remedy: expect.stringContaining('grk ingest PATH --collection default --rebuild'),
      });
      await expect(indexRepair(session, [])).rejects.toMatchObject({
        code: code.startsWith('identity-') ? 'GRK_IDENTITY_MISMATCH' : 'GRK_STORE_CORRUPT',
        remedy: expect.stringContaining('grk ingest PATH --collection default --rebuild'),
      });
      await ingest(session, { paths: ['docs'], dense: true, rebuild: true });
      expect((await codes()).filter((each) => each !== 'table-previous')).toEqual([]);
    },
  );

  it.each([
    [
      'a file that is no catalog',
      () =>
        writeFileSync(
          join(folder, '.grk', 'catalog.sqlite'),
          'no database, but long enough to be looked at '.repeat(40),
        ),
    ],
    ['an identity that is not JSON', () => sql("UPDATE collections SET identity = '{'")],
  ] as readonly (readonly [string, Plant])[])('tell of %s as a damaged catalog', async (_what, plant) => {
    await plant();
    expect(await codes()).toEqual(['catalog-unreadable']);
    await expect(ask('bm25')).rejects.toMatchObject({ code: 'GRK_STORE_CORRUPT', remedy: expect.stringMatching(/./) });
  });

  it('tell of a table of no collection, and drop it; one of an earlier generation stays for its readers', async () => {
    const vectors = join(folder, '.grk', 'vectors');
    cpSync(join(vectors, 'default.a.lance'), join(vectors, 'gone.a.lance'), { recursive: true });
    writeFileSync(join(folder, 'docs', 'd.md'), 'more');
    await ingest(session, { paths: ['docs'], dense: true, rebuild: false });
    expect((await indexDoctor(session, [])).findings).toMatchObject([
      { code: 'table-previous', severity: 'notice' },
      { code: 'table-orphan', severity: 'fault', message: expect.stringContaining('"gone.a"') },
    ]);
    expect((await indexStatus(session, [])).unusedTables.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'default.a previous',
      'gone.a orphan',
    ]);
    expect((await indexRepair(session, [])).droppedTables).toEqual(['gone.a']);
    expect(await codes()).toEqual(['table-previous']);
  });

  it('count passages that were cut as a notice, and build nothing for it', async () => {
    sql("UPDATE collections SET vectors = json_set(vectors, '$.truncated', 2)");
    const { findings } = await indexDoctor(session, []);
    expect(findings).toMatchObject([{ code: 'vectors-truncated', severity: 'notice', isRepairable: false }]);
    expect(findings[0]?.message).toContain('2 of 3 passages are longer than the longest input that the embedder reads');
    expect(await indexRepair(session, [])).toMatchObject({ collections: [{ mended: [] }] });
  });
  it('count passages that have no direction as a notice', async () => {
    await inVectors((store, ids) => store.put(one(ids[0] ?? '', new Float32Array(DIMENSIONS))));
    const { findings } = await indexDoctor(session, []);
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toContain('notice vectors-zero');
  });

  it('refuse to repair with another embedder than the collection has, and change nothing', async () => {
    await inVectors((store) => store.deleteDocuments(['docs/a.md']));
    const other = createSession({ cwd: folder, settings: { embedder: 'static:shipped' } });
    await expect(indexRepair(other, [])).rejects.toMatchObject({
      code: 'GRK_IDENTITY_MISMATCH',
      message: expect.stringContaining('embedder is hash:hash in the index, static:'),
    });
    expect(await codes()).toEqual(['vectors-partial']);
  });
});

it('a search whose hit belongs to no document is refused', async () => {
  sql("DELETE FROM documents WHERE id = 'docs/a.md'");
  await expect(ask('bm25')).rejects.toMatchObject({ code: 'GRK_STORE_CORRUPT' });
});

describe('a search of vectors that do not fit', () => {
  it.each([
    ['none is there', 'GRK_VECTORS_LOST', () => rmSync(join(folder, '.grk', 'vectors'), { recursive: true })],
    ['the table is empty', 'GRK_VECTORS_LOST', () => inVectors((store) => store.deleteDocuments(DOCS))],
    ['the catalog names none', 'GRK_VECTORS_LOST', () => sql('UPDATE collections SET vectors = NULL')],
    ['one is missing', 'GRK_VECTORS_PARTIAL', () => inVectors((store) => store.deleteDocuments(['docs/a.md']))],
    ['the table is of another width', 'GRK_DIMENSIONS', () => inOtherWidth()],
    ['one is another', 'GRK_STORE_CORRUPT', () => inVectors((store, ids) => store.put(one(ids[0] ?? '', unit(0))))],
    ['one is of no passage', 'GRK_VECTORS_ORPHANED', () => inVectors((store) => store.put(one('stray', unit(0))))],
  ] as readonly (readonly [string, string, Plant])[])(
    'is refused where %s, with %s and the command; bm25 answers',
    async (_what, code, plant) => {
      const before = await ask('bm25');
      await plant();
      for (const mode of ['dense', 'hybrid'] as const) {
        await expect(ask(mode)).rejects.toMatchObject({
          code,
          remedy: 'Make them again: `grk index repair default`. bm25 works meanwhile.',
        });
      }
      expect(await ask('bm25')).toEqual(before);
    },
  );
});
