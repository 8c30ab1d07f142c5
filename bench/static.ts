/**
 * Documents per second of the shipped embedder over SciFact (5,183 titles and abstracts), beside the Python package
 * model2vec with the same weights. The first pass of ours starts with nothing remembered.
 * Run: `bench/peers/install-model2vec.sh`, then `npx tsx bench/static.ts [--write]`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbedder, SHIPPED_MODEL_FOLDER } from '../src/providers/registry.ts';
import { environment, keep } from './measure.ts';

const PASSES = 5;
const HERE = fileURLToPath(new URL('.', import.meta.url));
const SCIFACT = join(process.env.GRK_SHARED ?? join(HERE, '../../shared'), 'datasets/scifact');

interface Pass {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

function readTexts(): string[] {
  const files = readdirSync(SCIFACT)
    .filter((name) => name.startsWith('corpus'))
    .sort();
  return files.flatMap((name) =>
    readFileSync(join(SCIFACT, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ title, text }: { title: string; text: string }) => `${title} ${text}`),
  );
}

async function ours(texts: readonly string[]): Promise<Pass[]> {
  const embedder = await openEmbedder('static:shipped', '.');
  const passes: Pass[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const started = performance.now();
    const cpu = process.cpuUsage();
    await embedder.embed(texts, 'passage');
    const { user, system } = process.cpuUsage(cpu);
    passes.push({ seconds: (performance.now() - started) / 1e3, cpuSeconds: (user + system) / 1e6 });
  }
  return passes;
}

/** @returns undefined where the peer is not installed */
function model2vec(texts: readonly string[]): Pass[] | undefined {
  const python = join(HERE, 'peers/.venv/model2vec/bin/python');
  if (!existsSync(python)) return undefined;
  const script = join(HERE, 'peers/static_embedding.py');
  const { stdout, stderr, status } = spawnSync(python, [script, SHIPPED_MODEL_FOLDER, String(PASSES)], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`model2vec failed: ${stderr}`);
  return JSON.parse(stdout).passes;
}

function summary(passes: readonly Pass[], documents: number) {
  const best = passes.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const rate = (seconds: number | undefined) => Math.round(documents / (seconds ?? Number.NaN));
  return {
    firstPassDocumentsPerSecond: rate(passes[0]?.seconds),
    bestDocumentsPerSecond: rate(best.seconds),
    bestDocumentsPerCpuSecond: rate(Math.min(...passes.map(({ cpuSeconds }) => cpuSeconds))),
    passes,
  };
}

if (!existsSync(SCIFACT)) {
  console.log('skipped: shared data not present');
} else {
  const texts = readTexts();
  const results = { ours: await ours(texts), 'model2vec 0.10.0 (Python)': model2vec(texts) };
  console.log(`static embedding of SciFact, ${texts.length} documents, best of ${PASSES} passes`);
  const rows = Object.fromEntries(
    Object.entries(results).map(([name, passes]) => [
      name,
      passes === undefined ? 'not installed' : summary(passes, texts.length),
    ]),
  );
  for (const [name, row] of Object.entries(rows)) {
    const text =
      typeof row === 'string'
        ? row
        : `${row.bestDocumentsPerSecond} documents/s (first pass ${row.firstPassDocumentsPerSecond}; per CPU second ${row.bestDocumentsPerCpuSecond})`;
    console.log(`  ${name.padEnd(26)} ${text}`);
  }
  await keep('static', { documents: texts.length, results: rows, environment: environment() });
}
