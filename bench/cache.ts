/**
 * Vectors per second that the embedding cache gives back, 384 dimensions, keys hashed from texts and checksums checked,
 * and scores per second of the cache of rerank scores, 50 passages at a time. Beside each the least that SQLite does:
 * the same rows read by number, neither hashed nor checked.
 * Run: `npx tsx bench/cache.ts [--write]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { EmbedderIdentity } from '../src/contracts/embedder.ts';
import type { RerankerIdentity } from '../src/contracts/reranker.ts';
import { cachedEmbedder } from '../src/store/cached-embedder.ts';
import { cachedReranker } from '../src/store/cached-reranker.ts';
import { openEmbeddingCache } from '../src/store/embedding-cache.ts';
import { openScoreCache } from '../src/store/score-cache.ts';
import { environment, keep } from './measure.ts';

const DIMENSIONS = 384;
const TEXTS = 50_000;
const BATCH = 256;
const DEPTH = 50;
const PASSES = 5;
const TARGET_VECTORS_PER_SECOND = 50_000;

const folder = mkdtempSync(join(tmpdir(), 'grk-bench-cache-'));
const options = { notice: (text: string) => console.log(text), maxBytes: 2 ** 31 };
// About 600 characters each, as passages are.
const texts = Array.from(
  { length: TEXTS },
  (_, i) => `${'A lighthouse keeper trims the wick at dusk. '.repeat(14)}${i}`,
);

const EMBEDDER: EmbedderIdentity = {
  provider: 'bench',
  model: 'bench',
  algorithm: 'bench/1',
  weightsSha256: '',
  dimensions: DIMENSIONS,
  dtype: 'f32',
  pooling: 'mean',
  normalised: true,
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: null,
  determinism: 'bitwise',
};
const RERANKER: RerankerIdentity = {
  provider: 'bench',
  model: 'bench',
  algorithm: 'bench/1',
  weightsSha256: '',
  settings: {},
  determinism: 'bitwise',
};

function batches<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

/** Opens the cache anew for each pass; closing, which notes what was used, is part of it. */
async function timed(pass: () => Promise<void>): Promise<Pass[]> {
  const found: Pass[] = [];
  for (let i = 0; i < PASSES; i++) {
    const started = performance.now();
    const cpu = process.cpuUsage();
    await pass();
    const { user, system } = process.cpuUsage(cpu);
    found.push({ seconds: (performance.now() - started) / 1e3, cpuSeconds: (user + system) / 1e6 });
  }
  return found;
}

interface Pass {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

function rates(passes: readonly Pass[]) {
  const rate = (seconds: readonly number[]) => Math.round(TEXTS / Math.min(...seconds));
  return {
    perSecond: rate(passes.map(({ seconds }) => seconds)),
    perCpuSecond: rate(passes.map(({ cpuSeconds }) => cpuSeconds)),
    passes,
  };
}

async function vectorPass(): Promise<void> {
  const cache = openEmbeddingCache(join(folder, 'vectors.sqlite'), options);
  const embedder = cachedEmbedder(
    {
      identity: EMBEDDER,
      isStructural: false,
      embed: async (given) => ({
        vectors: Float32Array.from({ length: given.length * DIMENSIONS }, (_, i) => Math.sin(i)),
        truncated: new Uint8Array(given.length),
      }),
    },
    cache,
  );
  for (const batch of batches(texts, BATCH)) await embedder.embed(batch, 'passage');
  cache.close();
}

async function scorePass(): Promise<void> {
  const cache = openScoreCache(join(folder, 'scores.sqlite'), options);
  const reranker = cachedReranker(
    {
      identity: RERANKER,
      isStructural: false,
      score: async (_, passages) => ({
        scores: Float64Array.from(passages, (_, i) => i / 7),
        truncated: new Uint8Array(passages.length),
      }),
    },
    cache,
    '',
  );
  for (const [i, batch] of batches(texts, DEPTH).entries()) {
    const passages = batch.map((text, n) => ({ id: `${n}`, doc: 'd', text, inputScore: 0 }));
    await reranker.score({ topicId: `${i}`, query: `query ${i}` }, passages);
  }
  cache.close();
}

async function plainPass(file: string): Promise<void> {
  const database = new Database(join(folder, file), { readonly: true });
  const find = database.prepare('SELECT value FROM entries WHERE number = ?').pluck();
  for (let number = 1; number <= TEXTS; number++) find.get(number);
  database.close();
}

try {
  const [firstVectors, ...vectors] = await timed(vectorPass);
  const [firstScores, ...scores] = await timed(scorePass);
  const results = {
    'vectors, all hits': rates(vectors),
    'vectors, all missed and kept': rates(firstVectors === undefined ? [] : [firstVectors]),
    'vectors, SQLite alone': rates(await timed(() => plainPass('vectors.sqlite'))),
    'scores, all hits': rates(scores),
    'scores, all missed and kept': rates(firstScores === undefined ? [] : [firstScores]),
    'scores, SQLite alone': rates(await timed(() => plainPass('scores.sqlite'))),
  };
  console.log(`caches: ${TEXTS} texts, ${DIMENSIONS} dimensions, best of ${PASSES - 1} passes that find everything`);
  for (const [name, { perSecond, perCpuSecond }] of Object.entries(results)) {
    console.log(`  ${name.padEnd(30)} ${perSecond}/s (per CPU second ${perCpuSecond})`);
  }
  const isMet = results['vectors, all hits'].perSecond >= TARGET_VECTORS_PER_SECOND;
  console.log(`  target ${TARGET_VECTORS_PER_SECOND} vectors/s: ${isMet ? 'met' : 'missed'}`);
  await keep('cache', { texts: TEXTS, dimensions: DIMENSIONS, results, environment: environment() });
} finally {
  rmSync(folder, { recursive: true });
}
