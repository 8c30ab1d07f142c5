/** What the benches share: percentiles, the machine, and where results are kept. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';

/** Nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export function milliseconds(value: number): string {
  return `${value.toFixed(2)} ms`;
}

/** The machine, and how busy it was: above its number of cores, times are too long. */
export function environment() {
  const processors = cpus();
  return {
    node: process.version,
    cpu: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    loadAverage1Minute: loadavg()[0] ?? Number.NaN,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Writes a result to `bench/results/NAME.json` if the command line says `--write`. */
export async function keep(name: string, result: object): Promise<void> {
  const { loadAverage1Minute, cores } = environment();
  console.log(`  load average ${loadAverage1Minute.toFixed(1)} on ${cores} cores`);
  if (!process.argv.includes('--write')) return;
  const folder = new URL('results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
  console.log(`  wrote bench/results/${name}.json`);
}
