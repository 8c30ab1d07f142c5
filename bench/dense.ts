/**
 * Exact cosine search over 100,000 random unit vectors of 256 dimensions, one thread: ours with and without
 * WebAssembly, and LanceDB's flat search as peer, one query of each in turn.
 * Run: `npx tsx bench/dense.ts [--write]`; `--write` keeps the result in `bench/results/dense.json`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GrkError } from '../src/contracts/errors.ts';
import { cosineMatrix, fastestKernel, type KernelFactory } from '../src/index/dense/exact/cosine-matrix.ts';
import { scalarKernel } from '../src/index/dense/exact/scalar-kernel.ts';
import { loadLanceDb } from '../src/index/dense/lancedb.ts';
import { lancedbVectorStore } from '../src/index/dense/lancedb-store.ts';
import { environment, keep, milliseconds, percentile } from './measure.ts';

const ROWS = 100_000;
const DIMENSIONS = 256;
const QUERIES = 200;
const WARM_UP = 10;
const TOP = 10;

/** Numerical Recipes' linear congruential generator: the same vectors on every run. */
let state = 42;
const next = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 31 - 1;
};
/** A sum of four uniform numbers is near enough to normal, so directions are near enough to uniform. */
const vector = () => Float32Array.from({ length: DIMENSIONS }, () => next() + next() + next() + next());

type Search = (query: Float32Array) => Promise<number[]>;

function ours(vectors: readonly Float32Array[], kernelOf: KernelFactory): Search {
  const matrix = cosineMatrix(ROWS, DIMENSIONS, kernelOf);
  vectors.forEach((row, number) => {
    matrix.row(number).set(row);
  });
  const search = matrix.finish();
  return async (query) => [...search(query, TOP).passages];
}

/** @returns undefined where LanceDB is not installed */
async function lanceDb(vectors: readonly Float32Array[], folder: string): Promise<Search | undefined> {
  try {
    const { lance } = await loadLanceDb();
    const store = await lancedbVectorStore({ folder, table: 'vectors', dimensions: DIMENSIONS });
    const block = 10_000;
    for (let start = 0; start < ROWS; start += block) {
      const ids = Array.from({ length: block }, (_, i) => String(start + i));
      const rows = new Float32Array(block * DIMENSIONS);
      ids.forEach((id, i) => {
        rows.set(vectors[Number(id)] ?? [], i * DIMENSIONS);
      });
      await store.put({ ids, docs: ids, vectors: rows });
    }
    await store.close();
    const table = await (await lance.connect(folder)).openTable('vectors');
    return async (query) => {
      const found = await table
        .query()
        .nearestTo(query)
        .distanceType('cosine')
        .limit(TOP)
        .select(['id', '_distance'])
        .toArray();
      return found.map(({ id }: { id: string }) => Number(id));
    };
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_DEPENDENCY_MISSING') return undefined;
    throw error;
  }
}

const folder = await mkdtemp(join(tmpdir(), 'grk-bench-'));
try {
  const vectors = Array.from({ length: ROWS }, vector);
  const queries = Array.from({ length: QUERIES + WARM_UP }, vector);
  const searches: Record<string, Search | undefined> = {
    'ours (WebAssembly SIMD)': ours(vectors, fastestKernel),
    'ours (plain JavaScript)': ours(vectors, scalarKernel),
    'LanceDB 0.31.0 (flat)': await lanceDb(vectors, folder),
  };
  const times = new Map<string, number[]>();
  let agreeing = 0;
  for (const [number, query] of queries.entries()) {
    const found: string[] = [];
    for (const [name, search] of Object.entries(searches)) {
      if (search === undefined) continue;
      const started = performance.now();
      const rows = await search(query);
      if (number >= WARM_UP) times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
      found.push(rows.join());
    }
    if (new Set(found).size === 1) agreeing++;
  }
  const rows = Object.fromEntries(
    Object.keys(searches).map((name) => {
      const taken = times.get(name);
      return [
        name,
        taken === undefined ? 'not installed' : { p50Ms: percentile(taken, 50), p95Ms: percentile(taken, 95) },
      ];
    }),
  );
  console.log(`exact cosine, ${ROWS} × ${DIMENSIONS}, top ${TOP}, ${QUERIES} queries, in turn`);
  for (const [name, row] of Object.entries(rows)) {
    console.log(
      `  ${name.padEnd(26)} ${typeof row === 'string' ? row : `p50 ${milliseconds(row.p50Ms)}  p95 ${milliseconds(row.p95Ms)}`}`,
    );
  }
  console.log(`  same ten rows in the same order from all: ${agreeing} of ${queries.length} queries`);
  await keep('dense', {
    rows: ROWS,
    dimensions: DIMENSIONS,
    top: TOP,
    queries: QUERIES,
    agreeing,
    of: queries.length,
    results: rows,
    environment: environment(),
  });
} finally {
  await rm(folder, { recursive: true });
}
