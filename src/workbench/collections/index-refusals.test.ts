import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { GrkError } from '../../contracts/errors.ts';
import { openEmbedder, SHIPPED_MODEL_FOLDER } from '../../providers/registry.ts';
import { createSession } from '../session/session.ts';
import { type Session, withCatalog } from '../session/state.ts';
import { indexBackfill, indexRepair } from './index-repair.ts';
import { ingest } from './ingest.ts';
import { findCollection, openCollection } from './open-collection.ts';
import { type SearchMode, search } from './search.ts';

let folder: string;
const session = (settings: Record<string, string> = {}): Session =>
  createSession({ cwd: folder, settings: { embedder: 'hash', ...settings } });
const ingested = (dense: boolean, settings: Record<string, string> = {}, paths = ['docs']) =>
  ingest(session(settings), { paths, dense, rebuild: false });
const ask = async (mode: SearchMode, settings: Record<string, string> = {}) =>
  (await search(session(settings), { query: 'walrus', mode, topK: 20, filters: [] })).hits;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk refusals ü-'));
  mkdirSync(join(folder, '.grk'));
  mkdirSync(join(folder, 'docs'));
  for (let i = 0; i < 30; i++) {
    writeFileSync(join(folder, 'docs', `${i}.md`), `# Page ${i}\n\n${'a walrus and a seal '.repeat((i % 7) + 1)}\n`);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Hash of each file of the catalog and the vectors, byte for byte. */
function storedBytes(): Record<string, string> {
  const state = join(folder, '.grk');
  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.startsWith('writer.lock'),
  );
  const hashes = files.map((entry): [string, string] => {
    const file = join(entry.parentPath, entry.name);
    return [file, createHash('sha256').update(readFileSync(file)).digest('hex')];
  });
  return Object.fromEntries(hashes.sort());
}

/** The shipped model with one weight changed: the same width, other vectors. */
function otherModel(): string {
  cpSync(SHIPPED_MODEL_FOLDER, join(folder, 'model'), { recursive: true });
  const file = join(folder, 'model', 'model.safetensors');
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  return 'static:model';
}

describe('seed 001: a collection without vectors', () => {
  it('refuses dense and hybrid at the mode, names the trap and the command, and answers with bm25', async () => {
    await ingested(false);
    for (const mode of ['dense', 'hybrid'] as const) {
      await expect(ask(mode)).rejects.toMatchObject({
        code: 'GRK_NO_VECTORS',
        kind: 'config',
        remedy: expect.stringMatching(/grk index backfill default.*second `grk ingest` is refused/),
      });
    }
    expect(await ask('bm25')).toHaveLength(20);
    const embedder = await openEmbedder('hash', folder);
    await withCatalog(session(), async (catalog) => {
      const collection = openCollection(session(), catalog, findCollection(catalog, 'default'));
      await expect(collection.dense(embedder)).rejects.toMatchObject({ code: 'GRK_NO_VECTORS' });
      const leg = await collection.bm25({ k1: 0.9, b: 0.4 });
      expect((await leg({ topicId: '', query: 'walrus' }, 5, undefined)).passages).toHaveLength(5);
    });
  });

  it('refuses a second ingest with vectors, naming the command', async () => {
    await ingested(false);
    await expect(ingested(true)).rejects.toMatchObject({
      code: 'GRK_IDENTITY_MISMATCH',
      message: expect.stringContaining('embedder is none in the index, hash:hash is asked for'),
      remedy: expect.stringContaining('grk index backfill default'),
    });
  });

  it('is after a backfill what a fresh ingest with vectors is, to the bit', async () => {
    await ingested(false);
    await ingested(true, { collection: 'fresh' });
    expect(await indexBackfill(session(), 'default')).toMatchObject({ isUnchanged: false });
    await withCatalog(session(), async (catalog) => {
      const [filled, fresh] = ['default', 'fresh'].map((name) => findCollection(catalog, name));
      expect(filled?.vectors?.sha256).toBe(fresh?.vectors?.sha256);
      expect({ ...filled, name: '', vectors: null }).toEqual({ ...fresh, name: '', vectors: null });
    });
    for (const mode of ['bm25', 'dense', 'hybrid'] as const) {
      expect(await ask(mode)).toEqual(await ask(mode, { collection: 'fresh' }));
    }
    expect(await indexBackfill(session(), 'default')).toMatchObject({ isUnchanged: true });
    expect(await ingested(true)).toMatchObject({ isUnchanged: true });
  });

  it('cannot be told from one whose documents changed since: a backfill takes the texts that were indexed', async () => {
    await ingested(false);
    await ingested(true, { collection: 'fresh' });
    rmSync(join(folder, 'docs'), { recursive: true });
    await indexBackfill(session(), 'default');
    expect(await ask('dense')).toEqual(await ask('dense', { collection: 'fresh' }));
  });

  it('keeps its name where it is the index of an eval', async () => {
    await expect(indexBackfill(session(), 'eval-lamp-0123456789abcdef')).rejects.toMatchObject({ code: 'GRK_USAGE' });
  });
});

describe('another identity', () => {
  const refusals: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    ['an ingest with another embedder', 'embedder.provider', () => ingested(true, { embedder: 'static:shipped' })],
    ['an ingest without vectors', 'embedder is hash:hash in the index, none is asked for', () => ingested(false)],
    ['an ingest with another chunker', 'chunker', () => ingested(true, { 'chunker.maxChars': '300' })],
    ['an ingest with another analyzer', 'analyzerAlgorithm', () => ingested(true, { 'lexical.analyzer': 'plain' })],
    ['an ingest with another engine', 'engineAlgorithm', () => ingested(true, { 'lexical.engine': 'minisearch' })],
    ['a search', 'embedder.provider', () => ask('dense', { embedder: 'static:shipped' })],
    ['a backfill', 'embedder.provider', () => indexBackfill(session({ embedder: 'static:shipped' }), 'default')],
    ['a backfill', 'analyzer', () => indexBackfill(session({ 'lexical.analyzer': 'plain' }), 'default')],
    // The path is missing: had anything been read before the identity, that would be the error.
    ['before anything is read', 'embedder', () => ingested(true, { embedder: 'static:shipped' }, ['no such folder'])],
  ];
  it.each(refusals)('is refused by %s, naming %s, and no byte of the store changes', async (_what, field, attempt) => {
    await ingested(true);
    const before = storedBytes();
    await expect(attempt()).rejects.toMatchObject({
      code: 'GRK_IDENTITY_MISMATCH',
      message: expect.stringContaining(field),
      remedy: expect.stringContaining('--rebuild'),
    });
    expect(storedBytes()).toEqual(before);
  });

  /** Field by field, another value than what was in force when the collection was built. */
  const CHANGED: Readonly<Record<string, unknown>> = {
    readingAlgorithm: 'reading/0',
    'extractors.html': 'html/0',
    chunker: { name: 'recursive', maxChars: 300, overlapChars: 0 },
    chunkerAlgorithm: 'markdown/0',
    contextAlgorithm: 'context/0',
    analyzer: 'plain',
    analyzerAlgorithm: 'english/0',
    engine: 'minisearch',
    engineAlgorithm: 'bm25/0',
    'embedder.provider': 'static',
    'embedder.algorithm': 'hash/0',
    'embedder.weightsSha256': 'ff',
    'embedder.dimensions': 64,
    'embedder.dtype': 'f16',
    'embedder.pooling': 'cls',
    'embedder.normalised': false,
    'embedder.queryPrefix': 'query: ',
    'embedder.passagePrefix': 'passage: ',
    'embedder.maxTokens': 7,
    'embedder.determinism': 'none',
  };
  /** Of these a repair or a backfill makes the version anew, from the texts. */
  const OF_NO_TEXT = ['contextAlgorithm', 'analyzerAlgorithm', 'engineAlgorithm'];
  const SET = { 'chunker.name': 'markdown', 'chunker.maxChars': '900' };

  /** Writes other values into the stored identity, and spoils all that a command could load or read. */
  function plant(fields: readonly string[]): Map<string, string> {
    const before = new Map<string, string>();
    const raw = new Database(join(folder, '.grk', 'catalog.sqlite'));
    const identity = JSON.parse(raw.prepare('SELECT identity FROM collections').pluck().get() as string);
    for (const field of fields) {
      const [part = '', inner] = field.split('.');
      const [owner, key] = inner === undefined ? [identity, part] : [identity[part], inner];
      before.set(field, canonicalJson(owner[key]));
      owner[key] = CHANGED[field];
    }
    raw.prepare("UPDATE collections SET lexical = x'00', identity = ?").run(JSON.stringify(identity));
    raw.exec("UPDATE passages SET doc = 'gone', text = 'gone'");
    raw.close();
    rmSync(join(folder, '.grk', 'vectors'), { recursive: true });
    cpSync(join(folder, 'docs', '0.md'), join(folder, '.grk', 'vectors', 'orphan.lance', 'x'), { recursive: true });
    return before;
  }

  const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
    ingest: () => ingested(true, SET, ['no such folder']),
    'dry run': () => ingest(session(SET), { paths: ['no such'], dense: true, rebuild: false, dryRun: true }),
    'bm25 search': () => ask('bm25', SET),
    'dense search': () => ask('dense', SET),
    'hybrid search': () => ask('hybrid', SET),
    backfill: () => indexBackfill(session(SET), 'default'),
    repair: () => indexRepair(session(SET), []),
  };
  const asksFor = (command: string, field: string) =>
    command === 'bm25 search'
      ? !field.startsWith('embedder.')
      : !(['backfill', 'repair'].includes(command) && OF_NO_TEXT.includes(field));

  it.each([...Object.keys(CHANGED).map((field) => [field]), Object.keys(CHANGED)])(
    'is refused by every command that asks for it before anything is loaded, read or dropped: %s',
    async (...fields) => {
      writeFileSync(join(folder, 'docs', 'page.html'), '<title>Page</title><p>a walrus</p>');
      await ingested(true, SET);
      const stored = plant(fields);
      const before = storedBytes();
      for (const [command, attempt] of Object.entries(COMMANDS)) {
        const asked = fields.filter((field) => asksFor(command, field));
        if (asked.length === 0) continue;
        const error = await attempt().then(
          () => undefined,
          (thrown: unknown) => thrown as GrkError,
        );
        expect([command, error?.code]).toEqual([command, 'GRK_IDENTITY_MISMATCH']);
        for (const field of asked) {
          const values = `${field} is ${canonicalJson(CHANGED[field])} in the index, ${stored.get(field)} is asked for`;
          expect(error?.message).toContain(values);
        }
        const named = ((error?.facts.differences ?? []) as { field: string }[]).map(({ field }) => field);
        expect(named.filter((field) => field !== 'embedder').sort()).toEqual([...asked].sort());
        expect(error?.remedy).toContain('grk ingest PATH --collection default --rebuild');
      }
      expect(storedBytes()).toEqual(before);
    },
  );

  it('has no field that is not among these', async () => {
    writeFileSync(join(folder, 'docs', 'page.html'), '<title>Page</title><p>a walrus</p>');
    const { collection } = await ingested(true);
    const { extractors, embedder, ...rest } = collection?.identity ?? {};
    const inner = (name: string, fields: object = {}) => Object.keys(fields).map((field) => `${name}.${field}`);
    const fields = [...Object.keys(rest), ...inner('extractors', extractors), ...inner('embedder', embedder ?? {})];
    expect(fields.filter((field) => field !== 'embedder.model').sort()).toEqual(Object.keys(CHANGED).sort());
  });

  it('is refused where another model has the same dimensions (rows 68, 69: memU#678, qmd#690)', async () => {
    const shipped = { embedder: 'static:shipped' };
    const other = { embedder: otherModel() };
    await ingested(true, shipped);
    const before = storedBytes();
    for (const attempt of [() => ingested(true, other), () => ask('dense', other), () => ask('hybrid', other)]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'GRK_IDENTITY_MISMATCH',
        message: expect.stringContaining('embedder.weightsSha256 is "'),
      });
    }
    expect(storedBytes()).toEqual(before);
    expect(await ask('bm25', other)).toHaveLength(20);
  });

  it('is taken where it was asked for', async () => {
    await ingested(true);
    await ingest(session({ 'lexical.analyzer': 'plain' }), { paths: ['docs'], dense: false, rebuild: true });
    expect(await ask('bm25', { 'lexical.analyzer': 'plain' })).toHaveLength(20);
  });
});

describe('a reader that was opened before an ingest', () => {
  it('answers from its snapshot on both legs; two generations later the vectors are refused as replaced', async () => {
    await ingested(true);
    const embedder = await openEmbedder('hash', folder);
    const topic = { topicId: '', query: 'walrus' };
    await withCatalog(session(), async (catalog) => {
      const collection = openCollection(session(), catalog, findCollection(catalog, 'default'));
      const late = openCollection(session(), catalog, collection.info);
      const legs = [await collection.bm25({ k1: 0.9, b: 0.4 }), await collection.dense(embedder)];
      const before = await Promise.all(legs.map((leg) => leg(topic, 10, undefined)));
      for (const name of ['x', 'y']) {
        writeFileSync(join(folder, 'docs', `${name}.md`), 'walrus walrus');
        await ingested(true);
        expect(await Promise.all(legs.map((leg) => leg(topic, 10, undefined)))).toEqual(before);
      }
      const bm25 = await late.bm25({ k1: 0.9, b: 0.4 });
      expect(await bm25(topic, 10, undefined)).toEqual(before[0]);
      await expect(late.dense(embedder)).rejects.toMatchObject({
        code: 'GRK_STORE_BUSY',
        message: 'collection "default" was replaced while it was read',
      });
    });
  });
});

it('repairs nothing where nothing is stored', async () => {
  expect(await indexRepair(session(), [])).toEqual({ collections: [], droppedTables: [] });
  await expect(indexRepair(session(), ['default'])).rejects.toMatchObject({ code: 'GRK_COLLECTION_MISSING' });
  await expect(indexBackfill(session(), 'default')).rejects.toMatchObject({ code: 'GRK_COLLECTION_MISSING' });
});
