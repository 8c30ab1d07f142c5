import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { GrkError } from '../src/contracts/errors.ts';
import { type SearchMode, search } from '../src/workbench/collections/search.ts';
import { createSession } from '../src/workbench/session/session.ts';
import { grk, ROOT, workFolder, writeFiles } from './binary.ts';

const MODES = ['bm25', 'dense', 'hybrid'] as const;
const GENERATIONS = 4;
const INGEST = ['ingest', 'docs', '--embedder', 'hash', '--quiet', '--allow-mass-delete'];
const work = workFolder('readers');
const sessionIn = (cwd: string) => createSession({ cwd, settings: { embedder: 'hash' } });

/** In each generation every page is another one, and a few are new. */
const filesOf = (generation: number) =>
  Object.fromEntries(
    Array.from({ length: 300 + generation * 20 }, (_, i) => [
      `docs/${i}.md`,
      `# Page ${i}\n\nwalrus ${`generation${generation} word${i} `.repeat(5 + ((i * 7 + generation) % 11))}\n`,
    ]),
  );

/** The hits of one search as they are; texts and scores of all of them belong to one generation, or to none. */
async function answer(cwd: string, mode: SearchMode): Promise<string> {
  const { hits } = await search(sessionIn(cwd), { query: 'walrus', mode, topK: 50, filters: [] });
  expect(hits).toHaveLength(50);
  return JSON.stringify(hits);
}

/** What each generation answers in each mode, from a fresh build of it. */
const expected = new Map<SearchMode, string[]>(MODES.map((mode) => [mode, []]));
beforeAll(async () => {
  for (let generation = 0; generation < GENERATIONS; generation++) {
    const cwd = project(`fresh ${generation}`, generation);
    expect((await grk(cwd, INGEST)).code).toBe(0);
    for (const mode of MODES) expected.get(mode)?.push(await answer(cwd, mode));
  }
  for (const all of expected.values()) expect(new Set(all).size).toBe(GENERATIONS);
}, 60_000);

function project(name: string, generation: number): string {
  const cwd = join(work, name);
  mkdirSync(join(cwd, '.grk'), { recursive: true });
  writeFiles(cwd, { 'grk.config.json': '{}', ...filesOf(generation) });
  return cwd;
}

describe('readers beside a writer of another process', () => {
  it('see one whole generation in every mode, and never an older one than before', async () => {
    const cwd = project('loop', 0);
    expect((await grk(cwd, INGEST)).code).toBe(0);
    let isDone = false;
    const writing = (async () => {
      for (let generation = 1; generation < GENERATIONS; generation++) {
        writeFiles(cwd, filesOf(generation));
        expect((await grk(cwd, INGEST)).code).toBe(0);
      }
    })().finally(() => {
      isDone = true;
    });
    const seen = new Set<number>();
    const reader = async () => {
      let latest = 0;
      for (let i = 0; !isDone; i++) {
        const mode = MODES[i % MODES.length] ?? 'bm25';
        const found = await answer(cwd, mode).catch((error: unknown) => error);
        if (found instanceof GrkError) {
          // Overtaken by two generations between opening the catalog and the vectors.
          expect([found.code, found.message]).toEqual(['GRK_STORE_BUSY', expect.stringContaining('was replaced')]);
          continue;
        }
        const generation = expected.get(mode)?.indexOf(found as string) ?? -1;
        expect(generation).toBeGreaterThanOrEqual(latest);
        latest = generation;
        seen.add(generation);
      }
    };
    await Promise.all([reader(), reader(), writing]);
    for (const mode of MODES) expect(await answer(cwd, mode)).toBe(expected.get(mode)?.[GENERATIONS - 1]);
    expect(seen.size).toBeGreaterThanOrEqual(2);
  }, 120_000);
});

/** A process that opens the collection, waits for a line, then asks in each mode, and prints what it got. */
const READER = `
  import { createInterface } from 'node:readline/promises';
  const from = (path) => import(new URL(path, process.argv[1]).href);
  const { createSession } = await from('workbench/session/session.js');
  const { withCatalog } = await from('workbench/session/state.js');
  const { findCollection, openCollection } = await from('workbench/collections/open-collection.js');
  const { searchCollection } = await from('workbench/collections/search.js');
  const session = createSession({ cwd: process.cwd(), settings: { embedder: 'hash' } });
  await withCatalog(session, async (catalog) => {
    const collection = openCollection(session, catalog, findCollection(catalog, 'default'));
    console.log('opened');
    await createInterface({ input: process.stdin })[Symbol.asyncIterator]().next();
    for (const mode of ['bm25', 'dense', 'hybrid']) {
      const request = { query: 'walrus', mode, topK: 50, filters: [] };
      console.log(await searchCollection(session, catalog, collection, request).then(JSON.stringify, (e) => e.code));
    }
  });
  process.exit();
`;

describe('a process that opened the collection before an ingest of another', () => {
  it.each([
    [1, 'answers from its snapshot on both legs', (mode: SearchMode) => expected.get(mode)?.[0]],
    [
      2,
      'refuses where vectors are asked for',
      (m: SearchMode) => (m === 'bm25' ? expected.get(m)?.[0] : 'GRK_STORE_BUSY'),
    ],
  ])(
    'after %i of them %s',
    async (ingests, _what, expectedOf) => {
      const cwd = project(`opened ${ingests}`, 0);
      expect((await grk(cwd, INGEST)).code).toBe(0);
      const base = pathToFileURL(join(ROOT, 'dist', '/')).href;
      const child = spawn(process.execPath, ['--input-type=module', '-e', READER, base], {
        cwd,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      expect((await lines.next()).value).toBe('opened');
      for (let generation = 1; generation <= ingests; generation++) {
        writeFiles(cwd, filesOf(generation));
        expect((await grk(cwd, INGEST)).code).toBe(0);
      }
      child.stdin.write('go\n');
      for (const mode of MODES) expect([mode, (await lines.next()).value]).toEqual([mode, expectedOf(mode)]);
    },
    60_000,
  );
});

describe('a second writer', () => {
  it('says that it waits, and for how long, and goes on when the first one ends', async () => {
    const cwd = project('lock', 0);
    const Database = createRequire(import.meta.url)('better-sqlite3');
    const lock = new Database(join(cwd, '.grk', 'writer.lock'));
    lock.exec('BEGIN EXCLUSIVE');
    const waiting = grk(cwd, ['ingest', 'docs', '--embedder', 'hash']);
    const holding = setTimeout(() => lock.close(), 2_000);
    const { code, err } = await waiting;
    clearTimeout(holding);
    expect([code, err]).toEqual([0, expect.stringContaining('another grk process is writing to')]);
    expect(err).toContain('waiting up to 60 s');
  }, 30_000);
});
