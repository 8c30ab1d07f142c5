/**
 * Sign flips and bootstrap intervals of 300 paired differences under 6 measures, 10,000 draws each, one thread: ours
 * beside numpy and scipy. The first pass of ours starts with nothing compiled.
 * Run: `bench/peers/install-scipy.sh`, then `npx tsx bench/stats.ts [--write]`; `--write` keeps the result in
 * `bench/results/stats.json`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, keep, milliseconds, percentile } from './measure.ts';

const MEASURES = 6;
const TOPICS = 300;
const RUNS = 15;
const SAMPLING = { seed: 42, draws: 10_000 };
const PEERS = join(import.meta.dirname, 'peers');

interface Row {
  readonly firstMs: number;
  readonly medianMs: number;
  readonly minMs: number;
}

/** Differences as of an nDCG: a third of the topics unchanged, the others scattered about a small gain. */
function differences(): number[][] {
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: MEASURES }, () =>
    Array.from({ length: TOPICS }, () => (next() < 1 / 3 ? 0 : next() * next() - 0.23)),
  );
}

function summary(milliseconds: readonly number[]): Row {
  return {
    firstMs: milliseconds[0] ?? Number.NaN,
    medianMs: percentile(milliseconds, 50),
    minMs: Math.min(...milliseconds),
  };
}

function time<T>(work: () => T): { row: Row; value: T } {
  let value = work();
  const taken = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    value = work();
    return performance.now() - started;
  });
  return { row: summary(taken), value };
}

interface Timed<T> {
  readonly seconds: readonly number[];
  readonly values: readonly T[];
}

interface PeerResult {
  readonly numpy: string;
  readonly scipy: string;
  readonly results: {
    readonly flips: Timed<number>;
    readonly permutation: Timed<number>;
    readonly percentile: Timed<readonly number[]>;
    readonly bca: Timed<readonly number[]>;
  };
}

/** @returns undefined where the peer is not installed */
function peers(lists: readonly number[][]): PeerResult | undefined {
  const python = join(PEERS, '.venv', 'scipy', 'bin', 'python');
  if (!existsSync(python)) return undefined;
  const args = [join(PEERS, 'paired_statistics.py'), String(SAMPLING.draws), String(RUNS)];
  const { stdout, stderr, status } = spawnSync(python, args, {
    input: JSON.stringify(lists),
    encoding: 'utf8',
    env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
  });
  if (status !== 0) throw new Error(`${python} failed: ${stderr}`);
  return JSON.parse(stdout);
}

const lists = differences();
const importStarted = performance.now();
const [{ signFlipTest }, { bootstrapMean }, { familyEvidence }] = await Promise.all([
  import('../src/evals/stats/sign-flip.ts'),
  import('../src/evals/stats/bootstrap.ts'),
  import('../src/evals/stats/evidence.ts'),
]);
const importMs = performance.now() - importStarted;
const pOfAll = () => lists.map((list) => signFlipTest(list, SAMPLING).p);
const intervalOfAll = () => lists.map((list) => bootstrapMean(list, SAMPLING)?.interval(0.95));
const started = performance.now();
pOfAll();
const flipsDone = performance.now();
intervalOfAll();
const cold = { flipsMs: flipsDone - started, bootstrapMs: performance.now() - flipsDone };
const flips = time(pOfAll);
const intervals = time(intervalOfAll);
const evidence = time(() => familyEvidence(lists, { alpha: 0.05, minimumEffect: 0.01 }));
const exact = time(() => signFlipTest(lists[0]?.filter((value) => value !== 0).slice(0, 20) ?? [], SAMPLING));
const peer = peers(lists);

const ofPeer = (name: keyof PeerResult['results']): Row | string =>
  peer === undefined ? 'not installed' : summary(peer.results[name].seconds.map((seconds) => 1000 * seconds));
const rows: Record<string, Row | string> = {
  'sign flips: grk': flips.row,
  'sign flips: numpy': ofPeer('flips'),
  'sign flips: scipy permutation_test': ofPeer('permutation'),
  'bootstrap BCa: grk': intervals.row,
  'bootstrap percentile: numpy': ofPeer('percentile'),
  'bootstrap BCa: scipy': ofPeer('bca'),
  'all of it as one family: grk': evidence.row,
  'exact, 20 pairs, 1 measure: grk': exact.row,
};
console.log(`${MEASURES} measures × ${TOPICS} topics, ${SAMPLING.draws} draws each, ${RUNS} runs`);
for (const [name, row] of Object.entries(rows)) {
  const cells =
    typeof row === 'string'
      ? row
      : `median ${milliseconds(row.medianMs)}  min ${milliseconds(row.minMs)}  first ${milliseconds(row.firstMs)}`;
  console.log(`  ${name.padEnd(36)} ${cells}`);
}
console.log(
  `  grk cold: import ${milliseconds(importMs)} (through tsx), sign flips ${milliseconds(cold.flipsMs)}, bootstrap ${milliseconds(cold.bootstrapMs)}`,
);
let largestDifference: { p: number; interval: number } | undefined;
if (peer !== undefined) {
  const distance = (a: readonly number[], b: readonly number[]) =>
    Math.max(...a.map((x, i) => Math.abs(x - (b[i] ?? 0))));
  const ends = intervals.value.flatMap((interval) => [interval?.lower ?? 0, interval?.upper ?? 0]);
  largestDifference = {
    p: distance(flips.value, peer.results.flips.values),
    interval: distance(ends, peer.results.bca.values.flat()),
  };
  console.log(
    `  numpy ${peer.numpy}, scipy ${peer.scipy}; largest difference in p ${largestDifference.p.toFixed(4)}, in an end of an interval ${largestDifference.interval.toFixed(4)}`,
  );
}
await keep('stats', {
  measures: MEASURES,
  topics: TOPICS,
  ...SAMPLING,
  runs: RUNS,
  rows,
  importMs,
  cold,
  largestDifference,
  environment: environment(),
});
