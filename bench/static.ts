/**
 * Documents per second of the shipped embedder over SciFact (5,183 titles and abstracts), beside the Python package
 * model2vec with the same folder, both on one thread, a pass of each in turn. Vectors must be equal to 1e-5. The first
 * pass of ours starts with nothing remembered.
 * Run: `bench/peers/install-model2vec.sh`, then `npx tsx bench/static.ts [--write]`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEmbedder, SHIPPED_MODEL_FOLDER } from '../src/providers/registry.ts';
import { environment, keep, milliseconds, percentile } from './measure.ts';
import { openPeer, type Peer } from './peer.ts';

const PASSES = 5;
const LOADS = 7;
const TOLERANCE = 1e-5;
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

async function timed<T>(work: () => Promise<T>): Promise<Pass & { readonly value: T }> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { value, seconds: (performance.now() - started) / 1e3, cpuSeconds: (user + system) / 1e6 };
}

function summary(passes: readonly Pass[], documents: number) {
  const rate = (seconds: number | undefined) => Math.round(documents / (seconds ?? Number.NaN));
  return {
    firstPassDocumentsPerSecond: rate(passes[0]?.seconds),
    bestDocumentsPerSecond: rate(Math.min(...passes.map(({ seconds }) => seconds))),
    bestDocumentsPerCpuSecond: rate(Math.min(...passes.map(({ cpuSeconds }) => cpuSeconds))),
    passes,
  };
}

/** In the middle, by the clock and by the processor. */
function loading(loads: readonly Pass[]) {
  return {
    loadP50Ms: percentile(
      loads.map(({ seconds }) => seconds * 1e3),
      50,
    ),
    loadP50CpuMs: percentile(
      loads.map(({ cpuSeconds }) => cpuSeconds * 1e3),
      50,
    ),
  };
}

function largestGap(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new Error(`${a.length} numbers of ours, ${b.length} of the peer`);
  return a.reduce((gap, value, i) => Math.max(gap, Math.abs(value - (b[i] ?? Number.NaN))), 0);
}

async function bench(texts: readonly string[], peer: Peer | undefined): Promise<void> {
  const loads = { ours: [] as Pass[], peer: [] as Pass[] };
  let embedder = await openEmbedder('static:shipped', '.');
  for (let load = 0; load < LOADS; load++) {
    const { value, ...pass } = await timed(() => openEmbedder('static:shipped', '.'));
    embedder = value;
    loads.ours.push(pass);
    if (peer !== undefined) loads.peer.push(await peer.ask<Pass>({ do: 'load' }));
  }
  const passes = { ours: [] as Pass[], peer: [] as Pass[] };
  let gap: number | undefined;
  await peer?.ask({ do: 'texts', texts });
  for (let pass = 0; pass < PASSES; pass++) {
    const { value, seconds, cpuSeconds } = await timed(() => embedder.embed(texts, 'passage'));
    passes.ours.push({ seconds, cpuSeconds });
    if (peer === undefined) continue;
    passes.peer.push(await peer.ask<Pass>({ do: 'encode' }));
    if (pass > 0) continue;
    const { vectors } = await peer.ask<{ vectors: string }>({ do: 'vectors' });
    gap = largestGap(value.vectors, new Float32Array(new Uint8Array(Buffer.from(vectors, 'base64')).buffer));
    if (gap > TOLERANCE) throw new Error(`vectors differ by ${gap}`);
  }
  const ratios = passes.peer.map(({ seconds }, i) => seconds / (passes.ours[i]?.seconds ?? Number.NaN));
  const sides = Object.entries(passes).filter(([, taken]) => taken.length > 0);
  const rows = Object.fromEntries(
    sides.map(([name, taken]) => [
      name === 'peer' ? 'model2vec 0.10.0 (Python)' : name,
      { ...loading(loads[name as keyof typeof loads]), ...summary(taken, texts.length) },
    ]),
  );
  console.log(`static embedding of SciFact, ${texts.length} documents, one thread, best of ${PASSES} passes in turn`);
  for (const [name, row] of Object.entries(rows)) {
    console.log(
      `  ${name.padEnd(26)} ${row.bestDocumentsPerSecond} documents/s (first pass ${row.firstPassDocumentsPerSecond}; per CPU second ${row.bestDocumentsPerCpuSecond}), load p50 ${milliseconds(row.loadP50Ms)} (CPU ${milliseconds(row.loadP50CpuMs)})`,
    );
  }
  const speedUp = { median: percentile(ratios, 50), lowest: Math.min(...ratios) };
  if (peer === undefined) console.log('  model2vec: not installed');
  else
    console.log(
      `  ${speedUp.median.toFixed(2)} times the peer (lowest ${speedUp.lowest.toFixed(2)}), largest gap ${gap}`,
    );
  await keep('static', {
    documents: texts.length,
    results: rows,
    ...(peer === undefined ? {} : { timesThePeer: speedUp, largestGap: gap }),
    environment: environment(),
  });
}

if (!existsSync(SCIFACT)) {
  console.log('skipped: shared data not present');
} else {
  const peer = await openPeer('model2vec', 'static_embedding.py', SHIPPED_MODEL_FOLDER);
  try {
    await bench(readTexts(), peer);
  } finally {
    peer?.close();
  }
}
