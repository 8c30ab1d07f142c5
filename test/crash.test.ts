import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexDoctor } from '../src/workbench/collections/index-doctor.ts';
import { ingest } from '../src/workbench/collections/ingest.ts';
import { search } from '../src/workbench/collections/search.ts';
import { createSession } from '../src/workbench/session/session.ts';
import { BINARY, grk, writeFiles } from './binary.ts';

/** GRK_SLOW_TESTS=1 kills more than 200 processes, at every step boundary; else about 50: the first step of each kind, and some. */
const isSlow = process.env.GRK_SLOW_TESTS === '1';
const MOMENTS = isSlow ? 60 : 6;
const QUERIES = ['restore walrus', 'page narwhal', 'word7'];
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'crash-preload.mjs')).href;

const work = mkdtempSync(join(tmpdir(), 'grk crash ü-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const page = (i: number, words: string) =>
  `# Page ${i}\n\nword${i} ${words} restore\n\n## Second\n\n${`more${i} text `.repeat(20)}\n`;
const OLD = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`docs/${i}.md`, page(i, 'walrus')]));
const { 'docs/3.md': moved = '', 'docs/4.md': _deleted, ...kept } = OLD;
const NEW = { ...kept, 'docs/5.md': page(5, 'narwhal'), 'docs/moved ü.md': moved, 'docs/new.md': page(20, 'narwhal') };

const sessionIn = (cwd: string) => createSession({ cwd, settings: { embedder: 'hash' } });
const ingestIn = (cwd: string) => ingest(sessionIn(cwd), { paths: ['docs'], dense: true, rebuild: false });

/** Everything that a collection is, but which of its two tables the vectors lie in. */
interface Content {
  readonly corpusSha256: string | undefined;
  readonly vectorsSha256: string | undefined;
  readonly rows: string;
  /** Hits in both modes; vectors are checked against their hash on the way. */
  readonly answers: string;
}

async function contentOf(cwd: string): Promise<Content | undefined> {
  const database = new Database(join(cwd, '.grk', 'catalog.sqlite'));
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const { n } = database.prepare('SELECT count(*) AS n FROM sqlite_master').get() as { n: number };
    const tables = n === 0 ? [] : ['documents', 'passages', 'collections'];
    const all = tables.map((table) => database.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all());
    const [collection] = (all[2] ?? []) as { corpus_sha256: string; vectors: string }[];
    if (collection === undefined) return undefined;
    const vectors = JSON.parse(collection.vectors) as { sha256: string };
    const answers = [];
    for (const query of QUERIES) {
      for (const mode of ['bm25', 'hybrid'] as const) {
        answers.push((await search(sessionIn(cwd), { query, mode, topK: 10, filters: [] })).hits);
      }
    }
    expect(answers.every((hits) => hits.length > 0)).toBe(true);
    return {
      corpusSha256: collection.corpus_sha256,
      vectorsSha256: vectors.sha256,
      rows: JSON.stringify(all).replace(/default\.[ab]/, ''),
      answers: JSON.stringify(answers),
    };
  } finally {
    database.close();
  }
}

interface Killing {
  readonly env?: Record<string, string>;
  readonly afterMs?: number;
}

/** Runs an ingest in a process of its own, which may be killed. @returns the signal that ended it */
function ingestProcess(cwd: string, { env = {}, afterMs }: Killing): Promise<NodeJS.Signals | null> {
  const args = ['--import', PRELOAD, BINARY, 'ingest', 'docs', '--embedder', 'hash', '--quiet'];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: tmpdir(), LANCEDB_LOG: 'error', LANCE_CPU_THREADS: '4', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const timer = afterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), afterMs);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      clearTimeout(timer);
      resolve(signal);
    });
  });
}

/** A project folder: new files on disk, and the state of before, if any. */
function project(name: string, hasOldState: boolean): string {
  const cwd = join(work, name);
  writeFiles(cwd, { 'grk.config.json': '{}', ...NEW });
  if (hasOldState) cpSync(join(work, 'old', '.grk'), join(cwd, '.grk'), { recursive: true });
  else mkdirSync(join(cwd, '.grk'));
  return cwd;
}

let before: Content | undefined;
let fresh: Content | undefined;
beforeAll(async () => {
  writeFiles(join(work, 'old'), { 'grk.config.json': '{}', ...OLD });
  await ingestIn(join(work, 'old'));
  before = await contentOf(join(work, 'old'));
  const cwd = project('fresh', false);
  await ingestIn(cwd);
  fresh = await contentOf(cwd);
  expect(fresh?.answers).not.toBe(before?.answers);
});

/** How long an ingest takes that nothing ends. */
let wholeMs = 0;
const killed = { early: 0, late: 0, missed: 0 };

/** Kills one ingest; then the old content answers, or the new one, and the next run gives what a fresh build gives. */
async function killAndRepair(name: string, hasOldState: boolean, killing: Killing): Promise<void> {
  const cwd = project(name, hasOldState);
  const signal = await ingestProcess(cwd, killing);
  const found = await contentOf(cwd);
  const isNew = found?.corpusSha256 === fresh?.corpusSha256;
  expect(found).toEqual(isNew ? fresh : hasOldState ? before : undefined);
  if (signal !== 'SIGKILL') killed.missed++;
  else killed[isNew ? 'late' : 'early']++;
  const { isUnchanged } = await ingestIn(cwd);
  expect(isUnchanged).toBe(isNew);
  expect(await contentOf(cwd)).toEqual(fresh);
  const { findings } = await indexDoctor(sessionIn(cwd), []);
  expect(findings.filter(({ code }) => code !== 'table-previous')).toEqual([]);
  const tables = readdirSync(join(cwd, '.grk', 'vectors')).filter((entry) => entry.endsWith('.lance'));
  expect(tables.length).toBeLessThanOrEqual(2);
  rmSync(cwd, { recursive: true });
}

async function stepsOf(hasOldState: boolean): Promise<{ steps: readonly string[]; ms: number }> {
  const cwd = project(`steps ${hasOldState}`, hasOldState);
  const file = join(cwd, 'steps.json');
  const start = performance.now();
  expect(await ingestProcess(cwd, { env: { CRASH_STEPS: file } })).toBeNull();
  const steps = JSON.parse(readFileSync(file, 'utf8')) as string[];
  return { steps, ms: performance.now() - start };
}

/** `count` of the numbers below `total`, spread evenly, the first and the last among them. */
function spread(total: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.round((i * (total - 1)) / (count - 1)));
}

describe('an ingest that is killed', () => {
  it.each([
    ['over an older generation', true, 8],
    ['from nothing', false, 3],
  ])(
    'at a step boundary, %s, loses nothing, and the next run completes',
    async (_, hasOldState, few) => {
      const { steps, ms } = await stepsOf(hasOldState);
      wholeMs = ms;
      for (const name of [
        'before createTable',
        'after createTable',
        'after sync',
        'before exec',
        'after run',
        'after close',
      ])
        expect(steps).toContain(name);
      const { length } = steps;
      const firstOfEach = steps.flatMap((name, i) => (steps.indexOf(name) === i ? [i] : []));
      const moments = isSlow ? steps.keys() : new Set([...firstOfEach, ...spread(length, few)]);
      for (const at of moments)
        await killAndRepair(`boundary ${at} ${hasOldState}`, hasOldState, { env: { CRASH_AT: String(at) } });
      expect(killed.missed).toBe(0);
    },
    1_800_000,
  );
  it('at any moment, loses nothing, and the next run completes', async () => {
    for (let i = 0; i < MOMENTS; i++) await killAndRepair(`moment ${i}`, true, { afterMs: Math.random() * wholeMs });
    const kills = killed.early + killed.late;
    process.stderr.write(`crash test: ${kills} kills, ${killed.early} before the commit, ${killed.late} after it\n`);
    expect(kills).toBeGreaterThanOrEqual(isSlow ? 200 : 20);
    expect(killed.early).toBeGreaterThan(0);
    expect(killed.late).toBeGreaterThan(0);
  }, 1_800_000);
});

describe('two processes', () => {
  it('write one after the other, the second saying that it waits; a search meanwhile sees one whole generation', async () => {
    const many = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`docs/many/${i}.md`, page(i, 'walrus')]));
    const cwd = join(work, 'two');
    writeFiles(cwd, { 'grk.config.json': '{}', ...OLD });
    await ingestIn(cwd);
    writeFiles(cwd, many);
    const args = ['ingest', 'docs', '--embedder', 'hash', '--rebuild'];
    const writers = Promise.all([1, 2].map(() => grk(cwd, args, { isProcess: true })));
    const seen = new Set<number>();
    let isDone = false;
    void writers.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const { hits } = await search(sessionIn(cwd), { query: 'walrus', mode: 'hybrid', topK: 100, filters: [] });
      seen.add(hits.length);
    }
    const ended = await writers;
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended.some(({ err }) => err.includes('another grk process is writing'))).toBe(true);
    for (const { out } of ended) expect(out).toContain('1512 documents');
    // 12 documents before, 100 hits of 1512 after; nothing between.
    expect([...seen].every((hits) => hits === 24 || hits === 100)).toBe(true);
  }, 120_000);
});
