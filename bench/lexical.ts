/**
 * Lexical engines side by side on the same texts: ours and MiniSearch behind our port, bm25s with numpy and with numba.
 * Each runs in a process of its own, one after the other, in one thread.
 * Run: `bench/peers/install.sh`, then `npx tsx bench/lexical.ts [--runs N] [--documents N] [--write]`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BenchCorpus, beirCorpus, meanNdcg10, syntheticCorpus } from './lexical-corpora.ts';
import { environment, keep, percentile } from './measure.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PYTHON = join(HERE, 'peers/.venv/bm25s/bin/python');
const DEPTHS = [10, 1000];
/** A contender that would take minutes gets one run and fewer topics on the synthetic corpus. */
const TOPICS_FOR_SLOW = 20;

/** What a contender prints. */
interface Measured {
  readonly version: string;
  readonly builds: readonly Readonly<Record<string, number>>[];
  readonly searches: readonly {
    readonly depth: number;
    readonly firstSeconds: number;
    readonly passSeconds: readonly number[];
    readonly singleSeconds: readonly number[];
  }[];
  readonly top: readonly (readonly number[])[];
  readonly indexMb?: number;
  readonly peakMb?: number;
}

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};

const NODE = ['--expose-gc', '--import', 'tsx', join(HERE, 'lexical-worker.ts')];
const bm25s = join(HERE, 'peers/bm25s_lexical.py');
const CONTENDERS: readonly { name: string; command: string; args: string[]; isSlow?: true }[] = [
  { name: 'ours (bm25)', command: process.execPath, args: [...NODE, 'bm25'] },
  { name: 'bm25s numpy', command: PYTHON, args: ['-B', bm25s, 'numpy'] },
  { name: 'bm25s numba', command: PYTHON, args: ['-B', bm25s, 'numba'] },
  { name: 'minisearch', command: process.execPath, args: [...NODE, 'minisearch'], isSlow: true },
];

/** Runs every contender on a corpus and prints each row as soon as it is there. */
function measure(corpus: BenchCorpus, runs: number): Record<string, Row> {
  const folder = mkdtempSync(join(tmpdir(), 'grk-bench-'));
  try {
    const write = (file: string, rows: readonly string[]) =>
      writeFileSync(join(folder, file), `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
    write('texts.jsonl', corpus.texts);
    const queries = corpus.topics.map(({ query }) => query);
    write('queries.jsonl', queries);
    if (corpus.isSynthetic) writeFileSync(join(folder, 'synthetic'), '');
    const rows = CONTENDERS.map(({ name, command, args, isSlow }): [string, Row] => {
      if (!existsSync(command)) return [name, 'not installed'];
      const isShort = corpus.isSynthetic && isSlow === true;
      const times = isShort ? 1 : corpus.isSynthetic ? Math.min(runs, 3) : runs;
      const topics = isShort ? TOPICS_FOR_SLOW : queries.length;
      const { status, stdout, stderr } = spawnSync(
        command,
        [...args, folder, ...[times, topics, ...DEPTHS].map(String)],
        { encoding: 'utf8', maxBuffer: 2 ** 28, cwd: HERE },
      );
      if (status !== 0) throw new Error(`${name} failed on ${corpus.name}: ${stderr}`);
      const row = summarise(corpus, JSON.parse(stdout));
      print(name, row);
      return [name, row];
    });
    for (const [name, row] of rows) if (row === 'not installed') print(name, row);
    return Object.fromEntries(rows);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Row = ReturnType<typeof summarise> | 'not installed';

/** Median and best of the runs, in the units of the table. */
function summarise(corpus: BenchCorpus, { builds, searches, top, indexMb, peakMb, version }: Measured) {
  const total = builds.map((build) => Object.values(build).reduce((sum, seconds) => sum + seconds, 0));
  const [first = {}] = builds;
  const split =
    first.indexSeconds === undefined
      ? undefined
      : { indexOnlySecondsMin: Math.min(...builds.map(({ indexSeconds = Number.NaN }) => indexSeconds)) };
  return {
    version,
    runs: builds.length,
    buildSeconds: { median: percentile(total, 50), min: Math.min(...total), first: total[0], ...split },
    topics: searches[0]?.singleSeconds.length,
    search: searches.map(({ depth, firstSeconds, passSeconds, singleSeconds }) => ({
      depth,
      topicsPerSecond: {
        median: singleSeconds.length / percentile(passSeconds, 50),
        best: singleSeconds.length / Math.min(...passSeconds),
        first: singleSeconds.length / firstSeconds,
      },
      singleMs: {
        p50: 1000 * percentile(singleSeconds, 50),
        p95: 1000 * percentile(singleSeconds, 95),
        min: 1000 * Math.min(...singleSeconds),
      },
    })),
    ...(indexMb === undefined ? {} : { indexMb }),
    ...(peakMb === undefined ? {} : { peakProcessMb: peakMb }),
    ...(corpus.isSynthetic
      ? {}
      : {
          ndcg10: meanNdcg10(
            corpus,
            top.map((passages) => passages.map((passage) => corpus.ids[passage] ?? '')),
          ),
        }),
  };
}

function print(name: string, row: Row): void {
  if (row === 'not installed') {
    console.log(`  ${name.padEnd(12)} not installed`);
    return;
  }
  const { buildSeconds, search, indexMb, ndcg10, runs, topics } = row;
  const cells = search.map(
    ({ depth, topicsPerSecond, singleMs }) =>
      `k=${depth}: ${Math.round(topicsPerSecond.median)} (${Math.round(topicsPerSecond.best)}) topics/s, p50 ${singleMs.p50.toFixed(3)} p95 ${singleMs.p95.toFixed(3)} ms`,
  );
  const build = `${buildSeconds.median.toFixed(2)} (${buildSeconds.min.toFixed(2)}) s`;
  const index =
    'indexOnlySecondsMin' in buildSeconds ? `, index alone ${buildSeconds.indexOnlySecondsMin?.toFixed(2)}` : '';
  const memory = indexMb === undefined ? '' : ` | ${Math.round(indexMb)} MB`;
  const quality = ndcg10 === undefined ? '' : ` | nDCG@10 ${ndcg10.toFixed(4)}`;
  console.log(
    `  ${name.padEnd(12)} build ${build}${index} | ${cells.join(' | ')}${memory}${quality} | n ${runs} × ${topics}`,
  );
}

const scifact = beirCorpus('scifact');
if (scifact === undefined) console.log('SciFact: skipped, shared data not present (set GRK_SHARED)');
const synthetic = syntheticCorpus(option('documents', 100_000));
const results: Record<string, object> = {};
console.log('median (best) of the runs; build is tokenise + stem + index; ours analyses each query within its time');
for (const corpus of scifact === undefined ? [synthetic] : [scifact, synthetic]) {
  console.log(
    `${corpus.name}: ${corpus.texts.length} documents, ${corpus.topics.length} topics, k1 0.9, b 0.4, one thread`,
  );
  results[corpus.name] = measure(corpus, option('runs', 7));
}
await keep('lexical', { results, environment: environment() });
