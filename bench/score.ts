/**
 * Scores a run of 10,000 topics × 100 documents under 8 measures, whole process: ours beside trec_eval, pytrec_eval,
 * ir_measures and ranx where they are installed, in turn. `--large` scores 100,000 topics with ours too.
 * Run: `bench/peers/install-trec.sh --ranx`, then `npx tsx bench/score.ts [--write] [--large]` after `npm run build`; with
 * `TREC_EVAL=FILE` beside the trec_eval that was built to that file, too.
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, keep, percentile } from './measure.ts';

const ROOT = join(import.meta.dirname, '..');
const OURS = [process.execPath, join(ROOT, 'dist', 'cli', 'main.js'), 'eval', 'score'];
const PEERS = join(import.meta.dirname, 'peers');
const PYTHON = join(PEERS, '.venv', 'trec', 'bin', 'python');
const GNU_TIME = '/usr/bin/time';
const MEASURES = ['nDCG@10', 'nDCG', 'AP', 'AP@100', 'RR', 'P@10', 'R@100', 'Bpref'];
/** The same in trec_eval's names. */
const TREC_MEASURES = ['ndcg_cut.10', 'ndcg', 'map', 'map_cut.100', 'recip_rank', 'P.10', 'recall.100', 'bpref'];
const DEPTH = 100;
const RUNS = 5;

interface Timed {
  readonly runs: number;
  readonly minSeconds: number;
  readonly medianSeconds: number;
  /** null: GNU time is not installed. */
  readonly peakMegabytes: number | null;
  /** null: the peer gave no number. */
  readonly means: Readonly<Record<string, number | null>>;
}

/** A run whose documents and scores come from a linear congruential generator, and twelve judgments per topic. */
async function writeFiles(folder: string, topics: number): Promise<{ qrels: string; run: string }> {
  const [qrels, run] = [join(folder, `${topics}.qrels`), join(folder, `${topics}.run`)];
  const [qrelsOut, runOut] = [createWriteStream(qrels), createWriteStream(run)];
  let state = 20_260_101;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let topic = 0; topic < topics; topic++) {
    const docs = new Set<number>();
    while (docs.size < DEPTH) docs.add(next(1_000_000));
    let score = 50;
    const rows = [...docs].map((doc, i) => {
      score -= next(400_000) / 1_000_000;
      return `q${topic} Q0 doc${doc} ${i + 1} ${score.toFixed(6)} bench\n`;
    });
    const found = [...docs].filter((_, i) => i % 12 === topic % 12);
    const missed = Array.from({ length: 4 }, (_, i) => 1_000_000 + 4 * topic + i);
    const judged = [...found, ...missed].map((doc) => `q${topic} 0 doc${doc} ${next(4)}\n`);
    if (!runOut.write(rows.join(''))) await once(runOut, 'drain');
    if (!qrelsOut.write(judged.join(''))) await once(qrelsOut, 'drain');
  }
  for (const out of [qrelsOut, runOut]) await once(out.end(), 'close');
  return { qrels, run };
}

/** Wall time of a whole process and its peak memory; `meansOf` reads what it printed. */
function time(command: readonly string[], runs: number, meansOf: (out: string) => Timed['means']): Timed {
  const hasTime = existsSync(GNU_TIME);
  let peakMegabytes: number | null = null;
  let means: Timed['means'] = {};
  const seconds = Array.from({ length: runs }, () => {
    const [program = '', ...args] = hasTime ? [GNU_TIME, '-f', 'peak %M', ...command] : command;
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
    const took = (performance.now() - start) / 1000;
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
    const peak = /peak (\d+)\s*$/.exec(stderr)?.[1];
    if (peak !== undefined) peakMegabytes = Math.max(peakMegabytes ?? 0, Number(peak) / 1024);
    means = meansOf(stdout);
    return took;
  });
  return { runs, minSeconds: Math.min(...seconds), medianSeconds: percentile(seconds, 50), peakMegabytes, means };
}

const ours = (qrels: string, run: string, runs: number) =>
  time([...OURS, qrels, run, ...MEASURES, '--json', '--quiet'], runs, (out) => JSON.parse(out).runs[0].measures);

/** Its means are printed to four decimals. */
function trecEval(qrels: string, run: string): Timed | string {
  const program = process.env.TREC_EVAL;
  if (program === undefined) return 'not named (TREC_EVAL)';
  const command = [program, '-c', ...TREC_MEASURES.flatMap((name) => ['-m', name]), qrels, run];
  return time(command, RUNS, (out) => {
    const printed = new Map(
      [...out.matchAll(/^(\S+)\s+all\s+(\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
    );
    return Object.fromEntries(
      MEASURES.map((name, i) => [name, printed.get(TREC_MEASURES[i]?.replace('.', '_')) ?? null]),
    );
  });
}

/** Why a peer cannot run; undefined where it can. */
function missing(peer: string): string | undefined {
  if (!existsSync(PYTHON)) return 'not installed';
  return spawnSync(PYTHON, ['-c', `import ${peer}`]).status === 0 ? undefined : 'not installed';
}

/** The largest difference of a mean from ours; peers compare scores in 32 bits, which these files do not reach. */
function difference(ours: Timed, theirs: Timed): string {
  const silent = MEASURES.filter((name) => theirs.means[name] === null);
  const differences = MEASURES.filter((name) => !silent.includes(name)).map((name) =>
    Math.abs((ours.means[name] ?? 1) - (theirs.means[name] ?? -1)),
  );
  const none = silent.length === 0 ? '' : `; no number for ${silent.join(', ')}`;
  return `largest difference ${Math.max(...differences).toExponential(1)}${none}`;
}

const shown = (value: Timed | string) =>
  typeof value === 'string'
    ? value
    : `${value.minSeconds.toFixed(2)} / ${value.medianSeconds.toFixed(2)} s (n ${value.runs}), ` +
      `${value.peakMegabytes === null ? 'memory not measured' : `${value.peakMegabytes.toFixed(0)} MB`}`;

const folder = mkdtempSync(join(tmpdir(), 'grk-score-'));
try {
  const table: Record<string, Timed | string> = {};
  const { qrels, run } = await writeFiles(folder, 10_000);
  const bytes = statSync(run).size;
  console.log(
    `10,000 topics × ${DEPTH} documents (${(bytes / 2 ** 20).toFixed(1)} MiB), 8 measures: min / median wall, peak`,
  );
  const first = ours(qrels, run, RUNS);
  table.grk = first;
  console.log(`  ${'grk'.padEnd(14)}${shown(first)}`);
  for (const peer of ['trec_eval', 'pytrec_eval', 'ir_measures', 'ranx']) {
    const result =
      peer === 'trec_eval'
        ? trecEval(qrels, run)
        : (missing(peer) ?? time([PYTHON, join(PEERS, 'score_run.py'), peer, qrels, run], RUNS, JSON.parse));
    table[peer] = result;
    const note = typeof result === 'string' ? '' : `, ${difference(first, result)}`;
    console.log(`  ${peer.padEnd(14)}${shown(result)}${note}`);
  }
  if (process.argv.includes('--large')) {
    const large = await writeFiles(folder, 100_000);
    const result = ours(large.qrels, large.run, 1);
    table['grk, 100,000 topics'] = result;
    console.log(`100,000 topics × ${DEPTH} documents (${(statSync(large.run).size / 2 ** 20).toFixed(0)} MiB)`);
    console.log(`  ${'grk'.padEnd(14)}${shown(result)}`);
  }
  await keep('score', { environment: environment(), depth: DEPTH, measures: MEASURES, runBytes: bytes, table });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
