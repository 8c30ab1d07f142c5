/**
 * Ingest as whole commands, start of the process included: 10,000 generated files from nothing, unchanged, and with one
 * changed; SciFact as 5,183 files; the memory that 100,000 passages take, and one search of them in a new process. Each
 * against the limit set for it, and beside SQLite's FTS5 (better-sqlite3), which indexes and finds the same texts by bm25.
 * Run: `npx tsx bench/ingest.ts [--write]` after `npm run build`. `GRK_SHARED` names the folder of `datasets/scifact`.
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
import { environment, keep } from './measure.ts';

const ROOT = join(import.meta.dirname, '..');
const BINARY = join(ROOT, 'dist', 'cli', 'main.js');
const SCIFACT = join(process.env.GRK_SHARED ?? join(ROOT, '..', 'shared'), 'datasets', 'scifact');
const SECTIONS = 3;
const SEARCHES = 5;
/** Writes what a process used, as it ends. */
const USAGE =
  'data:text/javascript,import{writeFileSync}from"node:fs";process.on("exit",()=>writeFileSync(process.env.USAGE_FILE,JSON.stringify(process.resourceUsage())))';

interface Row {
  readonly task: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakGiB: number;
  readonly passages: number;
  readonly limit: string;
}

function ingest(task: string, cwd: string, limit: string): Row {
  return run(task, cwd, [BINARY, 'ingest', 'docs', '--json', '--quiet'], limit);
}

/** Median of several searches by wall clock, each a process of its own. */
function search(mode: string, cwd: string, limit: string): Row {
  const args = [BINARY, 'search', '--mode', mode, '--json', '--quiet', 'w1a2 w5g6 part'];
  const runs = Array.from({ length: SEARCHES }, () => run(`100,000 passages, one search, ${mode}`, cwd, args, limit));
  return runs.sort((a, b) => a.seconds - b.seconds)[Math.floor(SEARCHES / 2)] ?? runs[0]!;
}

function run(task: string, cwd: string, command: readonly string[], limit: string): Row {
  const file = join(cwd, 'usage.json');
  const args = ['--import', USAGE, ...command];
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, USAGE_FILE: file },
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`${task} ended with ${status}: ${stderr}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(file, 'utf8'));
  const { passages = 0 } = JSON.parse(stdout);
  return { task, seconds, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakGiB: maxRSS / 2 ** 20, passages, limit };
}

/** Files of three sections with words by Zipf's law, the same on every run. */
function writeDocuments(cwd: string, count: number): void {
  let state = 1;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const words = Array.from({ length: 20_000 }, (_, i) => `w${((i * 2_654_435_761) >>> 0).toString(36)}`);
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
try {
  const table: Row[] = [];
  const files = project('files');
  writeDocuments(files, 10_000);
  table.push(ingest('10,000 files, from nothing', files, ''));
  table.push(ingest('10,000 files, unchanged', files, '3 s'));
  appendFileSync(join(files, 'docs', '7', '7.md'), '\nOne more line.\n');
  table.push(ingest('10,000 files, one changed', files, '4 s'));
  if (existsSync(SCIFACT)) {
    const scifact = project('scifact');
    writeScifact(scifact);
    table.push(ingest('SciFact, 5,183 files, from nothing', scifact, '26 s'));
  } else console.log('SciFact is not here: set GRK_SHARED');
  const large = project('large');
  writeDocuments(large, Math.ceil(100_000 / SECTIONS));
  table.push(ingest('100,000 passages, from nothing', large, '1.2 GB'));
  appendFileSync(join(large, 'docs', '7', '7.md'), '\nOne more line.\n');
  table.push(ingest('100,000 passages, one file changed', large, '1.2 GB'));
  console.log('ingest with vectors, whole commands');
  for (const { task, seconds, cpuSeconds, peakGiB, passages, limit } of table) {
    const measured = `${seconds.toFixed(2)} s (CPU ${cpuSeconds.toFixed(2)} s), peak ${peakGiB.toFixed(2)} GiB`;
    console.log(`  ${task.padEnd(36)} ${measured}, ${passages} passages${limit === '' ? '' : `; limit ${limit}`}`);
  }
  await keep('ingest', { environment: environment(), table });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
