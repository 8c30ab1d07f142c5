/**
 * `grk eval compare` of two and of four generated reports of 300 topics × 4 stages × 100 ranks, whole process, and where
 * the time goes within one. Run: `npx tsx bench/compare.ts [--write]` after `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReportSchema } from '../src/contracts/report.ts';
import { generatedReport } from './compare-reports.ts';
import { environment, keep, percentile } from './measure.ts';

const BINARY = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js');
const SIZE = { topics: 300, ranks: 100 };
const RUNS = 10;

interface Timed {
  readonly runs: number;
  readonly minSeconds: number;
  readonly medianSeconds: number;
}

function timed(runs: number, work: () => void): Timed {
  const seconds = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return (performance.now() - start) / 1000;
  });
  return { runs, minSeconds: Math.min(...seconds), medianSeconds: percentile(seconds, 50) };
}

function command(args: readonly string[]): Timed {
  return timed(RUNS, () => {
    const { status, stderr } = spawnSync(process.execPath, [BINARY, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (status !== 0) throw new Error(`grk ${args.join(' ')} ended with ${status}: ${stderr}`);
  });
}

const folder = mkdtempSync(join(tmpdir(), 'grk-compare-'));
try {
  const files = [1, 2, 3, 4].map((seed) => {
    const file = join(folder, `report-${seed}.json`);
    writeFileSync(file, `${JSON.stringify(ReportSchema.parse(generatedReport(SIZE, seed)))}\n`);
    return file;
  });
  const [first = '', second = ''] = files;
  const bytes = statSync(first).size;
  const text = readFileSync(first, 'utf8');
  const value: unknown = JSON.parse(text);
  const table: Record<string, Timed> = {
    'grk --version': command(['--version']),
    'compare, 2 reports': command(['eval', 'compare', first, second]),
    'compare, 2 reports, one stage': command(['eval', 'compare', first, second, '--stage', 'rerank']),
    'compare, 2 reports, --json': command(['eval', 'compare', first, second, '--json']),
    'compare, 2 reports, --rescore': command(['eval', 'compare', first, second, '--rescore']),
    'compare, 4 reports': command(['eval', 'compare', ...files]),
    'of which per report: read': timed(RUNS, () => readFileSync(first, 'utf8')),
    'of which per report: JSON.parse': timed(RUNS, () => JSON.parse(text)),
    'of which per report: schema': timed(RUNS, () => ReportSchema.parse(value)),
  };
  console.log(
    `reports of ${SIZE.topics} topics × 4 stages × ${SIZE.ranks} ranks (${(bytes / 2 ** 20).toFixed(1)} MiB): min / median wall`,
  );
  for (const [name, { minSeconds, medianSeconds, runs }] of Object.entries(table)) {
    console.log(`  ${name.padEnd(34)}${minSeconds.toFixed(3)} / ${medianSeconds.toFixed(3)} s (n ${runs})`);
  }
  await keep('compare', { environment: environment(), size: SIZE, reportBytes: bytes, table });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
