/**
 * Ingest and search as whole commands, start of the process included, each against the limit set for it and beside
 * groundkit (Python) on the same files: 10,000 generated files from nothing, unchanged, and with one changed; SciFact
 * as 5,183 files; and 100,000 passages. We embed as we ingest; groundkit, which brings no model, indexes for bm25 only.
 * Run: `npx tsx bench/ingest.ts [--write]` after `npm run build`, and `bench/peers/install-groundkit.sh` for the peer.
 * `GRK_SHARED` names the folder of `datasets/scifact`.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, keep, percentile } from './measure.ts';

const ROOT = join(import.meta.dirname, '..');
const BINARY = join(ROOT, 'dist', 'cli', 'main.js');
const PEER_FOLDER = join(import.meta.dirname, 'peers', '.venv', 'groundkit', 'bin');
const SCIFACT = join(process.env.GRK_SHARED ?? join(ROOT, '..', 'shared'), 'datasets', 'scifact');
const SECTIONS = 3;
/** Writes what a process used, as it ends. */
const USAGE =
  'data:text/javascript,import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(process.env.USAGE_FILE,JSON.stringify(process.resourceUsage())))';

/** Medians over the runs; the peak is the highest. */
interface Used {
  readonly runs: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakGiB: number;
}
interface Row {
  readonly task: string;
  readonly limit: string;
  readonly ours: Used;
  readonly peer: Used | string;
}

/** Runs a command that leaves its `process.resourceUsage()` in `usageFile`; `before` each run is not measured. */
function measure(command: readonly string[], cwd: string, usageFile: string, runs: number, before: () => void): Used {
  const all = Array.from({ length: runs }, () => {
    before();
    const start = performance.now();
    const [program = '', ...args] = command;
    const env = { ...process.env, USAGE_FILE: usageFile };
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', env });
    const seconds = (performance.now() - start) / 1000;
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
    const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(usageFile, 'utf8'));
    return { seconds, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakGiB: maxRSS / 2 ** 20 };
  });
  const median = (key: 'seconds' | 'cpuSeconds') =>
    percentile(
      all.map((run) => run[key]),
      50,
    );
  const peakGiB = Math.max(...all.map((run) => run.peakGiB));
  return { runs, seconds: median('seconds'), cpuSeconds: median('cpuSeconds'), peakGiB };
}

interface Task {
  readonly task: string;
  readonly cwd: string;
  readonly limit?: string;
  readonly ours: readonly string[];
  /** Its arguments, or why there is no counterpart. */
  readonly peer: readonly string[] | string;
  readonly runs?: number;
  /** Before each run of each: default none. */
  readonly before?: () => void;
}

function row({ task, cwd, limit = '', ours, peer, runs = 3, before = () => {} }: Task): Row {
  const usageFile = join(cwd, 'usage.json');
  const used = measure([process.execPath, '--import', USAGE, BINARY, ...ours], cwd, usageFile, runs, before);
  if (typeof peer === 'string') return { task, limit, ours: used, peer };
  if (!existsSync(PEER_FOLDER)) return { task, limit, ours: used, peer: 'not installed' };
  const wrapper = [join(PEER_FOLDER, 'python'), join(import.meta.dirname, 'peers', 'usage.py'), usageFile];
  const command = [...wrapper, join(PEER_FOLDER, 'grk'), ...peer, '--index-dir', join(cwd, 'peer')];
  return { task, limit, ours: used, peer: measure(command, cwd, usageFile, runs, before) };
}

const INGEST = { ours: ['ingest', 'docs', '--json', '--quiet'], peer: ['ingest', 'docs'] };

const wordOf = (number: number) => `w${((number * 2_654_435_761) >>> 0).toString(36)}`;

/** Files of three sections with words by Zipf's law, the same on every run. */
function writeDocuments(cwd: string, count: number): void {
  let state = 1;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const words = Array.from({ length: 20_000 }, (_, i) => wordOf(i));
  const sentence = () => Array.from({ length: 60 }, () => words[Math.floor(20_000 ** random()) - 1] ?? '').join(' ');
  for (let i = 0; i < count; i++) {
    const folder = join(cwd, 'docs', String(i % 100));
    mkdirSync(folder, { recursive: true });
    const sections = Array.from({ length: SECTIONS }, (_, s) => `## Part ${s}\n\n${sentence()}\n`);
    writeFileSync(join(folder, `${i}.md`), `# Page ${i}\n\n${sections.join('\n')}`);
  }
}

function writeScifact(cwd: string): void {
  mkdirSync(join(cwd, 'docs'));
  for (const name of readdirSync(SCIFACT).filter((file) => /^corpus.*\.jsonl$/.test(file))) {
    for (const line of readFileSync(join(SCIFACT, name), 'utf8').trim().split('\n')) {
      const { _id: id, title, text } = JSON.parse(line) as { _id: string; title: string; text: string };
      writeFileSync(join(cwd, 'docs', `${id}.md`), `# ${title}\n\n${text}\n`);
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'grk-bench-'));
const project = (name: string) => {
  const cwd = join(folder, name);
  mkdirSync(join(cwd, '.grk'), { recursive: true });
  return cwd;
};
const forget = (cwd: string) => {
  for (const state of ['.grk', 'peer']) rmSync(join(cwd, state), { recursive: true, force: true });
  mkdirSync(join(cwd, '.grk'));
};
const changeOne = (cwd: string) => appendFileSync(join(cwd, 'docs', '7', '7.md'), '\nOne more line.\n');
try {
  const table: Row[] = [];
  const files = project('files');
  writeDocuments(files, 10_000);
  table.push(row({ ...INGEST, task: 'ingest 10,000 files, from nothing', cwd: files, runs: 1 }));
  table.push(row({ ...INGEST, task: 'ingest 10,000 files, unchanged', cwd: files, limit: '3 s' }));
  const one = { before: () => changeOne(files), limit: '4 s' };
  table.push(row({ ...INGEST, task: 'ingest 10,000 files, one changed', cwd: files, ...one }));
  if (existsSync(SCIFACT)) {
    const scifact = project('scifact');
    writeScifact(scifact);
    const anew = { before: () => forget(scifact), limit: '26 s' };
    table.push(row({ ...INGEST, task: 'ingest SciFact, 5,183 files, from nothing', cwd: scifact, ...anew }));
  } else console.log('SciFact is not here: set GRK_SHARED');
  const large = project('large');
  writeDocuments(large, Math.ceil(100_000 / SECTIONS));
  const once = { cwd: large, runs: 1, limit: '1.2 GB' };
  table.push(row({ ...INGEST, task: 'ingest 100,000 passages, from nothing', ...once }));
  const changed = { before: () => changeOne(large) };
  table.push(row({ ...INGEST, task: 'ingest 100,000 passages, one file changed', ...once, ...changed }));
  const query = [10, 300, 5_000].map(wordOf).join(' ');
  for (const mode of ['bm25', 'dense', 'hybrid']) {
    table.push(
      row({
        task: `search 100,000 passages, ${mode}`,
        cwd: large,
        limit: '1 s',
        ours: ['search', query, '--mode', mode, '--json'],
        peer: mode === 'bm25' ? ['search', query, '--json'] : 'needs an embedding service',
        runs: 5,
      }),
    );
  }
  const cell = (used: Used | string) =>
    typeof used === 'string'
      ? used
      : `${used.seconds.toFixed(2)} s (CPU ${used.cpuSeconds.toFixed(2)} s), peak ${used.peakGiB.toFixed(2)} GiB`;
  console.log('whole commands, each in a process of its own, medians; groundkit 0.2.1 without vectors');
  for (const { task, ours, peer, limit } of table) {
    console.log(`  ${`${task} (n ${ours.runs})`.padEnd(50)} ${limit === '' ? 'no limit' : `limit ${limit}`}`);
    console.log(`    grk       ${cell(ours)}\n    groundkit ${cell(peer)}`);
  }
  await keep('ingest', { environment: environment(), table });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
