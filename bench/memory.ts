/**
 * Highest memory of a process that embeds 1,000 and 10,000 different short texts in blocks of 64, vectors not kept:
 * it should not grow with their number.
 * Run: `npx tsx bench/memory.ts [--write]`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment, keep } from './measure.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const MINILM = join(process.env.GRK_SHARED ?? join(HERE, '../../shared'), 'models/all-MiniLM-L6-v2');
const COUNTS = [1_000, 10_000];

interface Used {
  readonly openedMb: number;
  readonly highestMb: number;
}

function used(embedder: string, texts: number): Used {
  const args = ['--import', 'tsx', join(HERE, 'memory-worker.ts'), embedder, String(texts)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

const embedders = ['static:shipped', ...(existsSync(MINILM) ? [`transformers:${MINILM}`] : [])];
const rows: Record<string, object> = {};
console.log('highest memory by number of texts');
for (const embedder of embedders) {
  const name = embedder.replace(MINILM, 'all-MiniLM-L6-v2');
  const taken = COUNTS.map((texts) => ({ texts, ...used(embedder, texts) }));
  rows[name] = taken;
  const shown = taken.map(
    ({ texts, openedMb, highestMb }) => `${texts} texts ${highestMb.toFixed(0)} MB (opened ${openedMb.toFixed(0)})`,
  );
  console.log(`  ${name.padEnd(30)} ${shown.join('   ')}`);
}
await keep('memory', { results: rows, environment: environment() });
