/**
 * Whole commands, start of the process included: ours and groundkit (Python) on the same inputs, in turn.
 * Run: `npx tsx bench/commands.ts [--write] [--slow]` after `npm run build`; `--slow` lets the peer evaluate SciFact too,
 * which takes minutes. `GRK_SHARED` names the folder that holds `datasets/scifact`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, keep, percentile } from './measure.ts';

const ROOT = join(import.meta.dirname, '..');
const OURS = [process.execPath, join(ROOT, 'dist', 'cli', 'main.js')];
const PEER = join(import.meta.dirname, 'peers', '.venv', 'groundkit', 'bin', 'grk');
const SCIFACT = join(process.env.GRK_SHARED ?? join(ROOT, '..', 'shared'), 'datasets', 'scifact');
const isSlow = process.argv.includes('--slow');

interface Timed {
  readonly runs: number;
  readonly minSeconds: number;
  readonly medianSeconds: number;
}
type Row = { readonly task: string; readonly ours: Timed | string; readonly peer: Timed | string };

/** Wall time of a command; `before` runs each time and is not timed. */
function time(command: readonly string[], cwd: string, runs: number, before: () => void = () => {}): Timed {
  const seconds = Array.from({ length: runs }, () => {
    before();
    const start = performance.now();
    const [program = '', ...args] = command;
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
    return (performance.now() - start) / 1000;
  });
  return { runs, minSeconds: Math.min(...seconds), medianSeconds: percentile(seconds, 50) };
}

/** SciFact as groundkit reads it: a file per document, and the whole document as the quote of each judgment. */
function layOutForPeer(folder: string): void {
  const rows = (file: string) => readFileSync(join(SCIFACT, file), 'utf8').trim().split('\n');
  mkdirSync(join(folder, 'corpus'), { recursive: true });
  const texts = new Map<string, string>();
  for (const file of readdirSync(SCIFACT).filter((name) => /^corpus.*\.jsonl$/.test(name))) {
    for (const row of rows(file)) {
      const { _id: id, title, text } = JSON.parse(row) as { _id: string; title: string; text: string };
      texts.set(id, `${title}\n\n${text}`.trim());
      writeFileSync(join(folder, 'corpus', `${id}.md`), texts.get(id) ?? '');
    }
  }
  const queries = new Map(
    rows('queries.jsonl')
      .map((row) => JSON.parse(row) as { _id: string; text: string })
      .map(({ _id, text }) => [_id, text]),
  );
  const gold = new Map<string, { doc: string; quote: string }[]>();
  for (const row of rows('qrels/test.tsv').slice(1)) {
    const [topic = '', doc = ''] = row.split('\t');
    gold.set(topic, [...(gold.get(topic) ?? []), { doc: `${doc}.md`, quote: texts.get(doc) ?? '' }]);
  }
  const judgments = [...gold].map(([id, entries]) =>
    JSON.stringify({ query_id: id, query: queries.get(id), category: 'normal', gold: entries }),
  );
  writeFileSync(join(folder, 'judgments.jsonl'), `${judgments.join('\n')}\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'grk-bench-'));
try {
  const missing = existsSync(PEER) ? undefined : 'not installed';
  const table: Row[] = [];
  table.push({
    task: '--help',
    ours: time([...OURS, '--help'], folder, 9),
    peer: missing ?? time([PEER, '--help'], folder, 5),
  });
  cpSync(join(ROOT, 'golden', 'handbook'), join(folder, 'handbook'), { recursive: true });
  const evalHandbook = [...OURS, 'eval', '--golden', 'handbook', '--reranker', 'none'];
  const state = join(folder, '.grk');
  const forget = () => {
    rmSync(state, { recursive: true, force: true });
    mkdirSync(state);
  };
  table.push({
    task: 'eval handbook, 3 stages, from nothing',
    ours: time(evalHandbook, folder, 3, forget),
    peer: 'no counterpart',
  });
  table.push({
    task: 'eval handbook, 3 stages, index reused',
    ours: time(evalHandbook, folder, 5),
    peer: 'no counterpart',
  });
  if (existsSync(SCIFACT)) {
    const evalScifact = [...OURS, 'eval', '--golden', SCIFACT, '--split', 'test', '--no-dense'];
    const ours = time(evalScifact, folder, 3, forget);
    let peer: Timed | string = missing ?? 'left out (--slow runs it)';
    if (missing === undefined && isSlow) {
      layOutForPeer(folder);
      const output = join(folder, 'peer.json');
      peer = time(
        [PEER, 'eval', '--corpus-dir', 'corpus', '--judgments', 'judgments.jsonl', '--output', output],
        folder,
        1,
      );
    }
    table.push({ task: 'eval SciFact, 300 topics, bm25, everything', ours, peer });
  } else console.log('SciFact is not here: set GRK_SHARED');

  const cell = (value: Timed | string) =>
    typeof value === 'string'
      ? value
      : `${value.minSeconds.toFixed(2)} / ${value.medianSeconds.toFixed(2)} s (n ${value.runs})`;
  console.log('whole commands, min / median wall time');
  for (const row of table)
    console.log(`  ${row.task.padEnd(44)} grk ${cell(row.ours).padEnd(26)} groundkit 0.2.1 ${cell(row.peer)}`);
  await keep('commands', { environment: environment(), table });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
