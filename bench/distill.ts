/**
 * What `grk models distill` makes of all-MiniLM-L6-v2, by nDCG@10 of the dense stage beside the shipped embedder: of the
 * vocabulary alone; fitted on texts of shared data sets; the same with the handbook's documents. adi and Cranfield were
 * not seen by any of them; the handbook's are measured on its test split.
 * Run: `npm run build`, then `npx tsx bench/distill.ts [--write]`; about ten minutes. `GRK_SHARED` names the folder that
 * holds `datasets` and `models`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunksOf } from '../src/ingest/chunk/chunkers.ts';
import type { DistillOutcome } from '../src/workbench/models/distill.ts';
import { environment, keep } from './measure.ts';

const ROOT = join(import.meta.dirname, '..');
const SHARED = process.env.GRK_SHARED ?? join(ROOT, '..', 'shared');
const DATASETS = join(SHARED, 'datasets');
const TEACHER = join(SHARED, 'models', 'all-MiniLM-L6-v2');
const HANDBOOK = join(ROOT, 'golden', 'handbook');

/** Passages of each: texts, no queries and no judgments. */
const TEXTS = { scifact: 4500, cosqa: 2500, 'medquad-nih': 1200 };
const CHUNKER = { name: 'recursive', maxChars: 300, overlapChars: 0 } as const;
const FEWEST_CHARS = 40;

/** Ids coincide with those of topics in the first two. */
const SETS = [
  { name: 'adi', golden: join(DATASETS, 'adi'), options: ['--exclude-self'] },
  { name: 'cranfield', golden: join(DATASETS, 'cranfield'), options: ['--exclude-self'] },
  { name: 'handbook (test)', golden: HANDBOOK, options: [] },
];
const MODELS = [
  { name: 'vocabulary', options: [] },
  { name: 'texts', options: ['--texts', 'texts.jsonl'] },
  { name: 'texts-handbook', options: ['--texts', 'texts.jsonl', '--corpus', join(HANDBOOK, 'corpus')] },
];

function sample(name: string, count: number): string[] {
  const files = readdirSync(join(DATASETS, name)).filter((file) => /^corpus.*\.jsonl$/.test(file));
  const passages = files.sort().flatMap((file) =>
    readFileSync(join(DATASETS, name, file), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => {
        const { title, text } = JSON.parse(line) as { title: string; text: string };
        const whole = `${title} ${text}`.trim();
        return chunksOf(whole, CHUNKER).map(({ startUtf16, endUtf16 }) => whole.slice(startUtf16, endUtf16).trim());
      }),
  );
  const key = (text: string) => createHash('sha256').update(text).digest('hex');
  return [...new Set(passages)]
    .filter((text) => text.length >= FEWEST_CHARS)
    .map((text) => ({ text, key: key(text) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ text }) => text);
}

function grk<T>(cwd: string, ...args: string[]): T {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'dist', 'cli', 'main.js'), ...args, '--json', '--quiet'],
    { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`grk ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

interface Compared {
  readonly comparisons: readonly {
    readonly deltas: readonly {
      readonly measures: Readonly<
        Record<string, { readonly delta: number; readonly topics: { wins: number; ties: number; losses: number } }>
      >;
      readonly direction: string;
      readonly evidence: unknown;
    }[];
  }[];
}

function run(folder: string) {
  const texts = Object.entries(TEXTS).flatMap(([name, count]) => sample(name, count));
  writeFileSync(join(folder, 'texts.jsonl'), texts.map((text) => `${JSON.stringify({ text })}\n`).join(''));
  const made = MODELS.map(({ name, options }) => {
    const start = performance.now();
    const outcome = grk<DistillOutcome>(
      folder,
      'models',
      'distill',
      `transformers:${TEACHER}`,
      '--to',
      name,
      ...options,
    );
    const { fit, texts: used, weightsSha256 } = outcome;
    console.log(
      `  ${name}: ${fit === null ? 'no fit' : `cosine ${fit.distilled.toFixed(4)} (${fit.prior.toFixed(4)} before)`}`,
    );
    return { name, weightsSha256, texts: used, fit, seconds: (performance.now() - start) / 1000 };
  });
  const embedders = ['static:shipped', ...MODELS.map(({ name }) => `static:${name}`)];
  const reportOf = (set: string, embedder: string) => `${set} ${embedder.slice('static:'.length)}.json`;
  const values = SETS.map(({ name, golden, options }) => {
    const row = embedders.map((embedder) => {
      const args = ['--golden', golden, '--split', 'test', '--embedder', embedder, '--out', reportOf(name, embedder)];
      const { stages } = grk<{ stages: { id: string; means: Record<string, number> }[] }>(
        folder,
        'eval',
        ...args,
        ...options,
      );
      return [embedder, stages.find(({ id }) => id === 'default/dense')?.means['nDCG@10']] as const;
    });
    console.log(
      `  ${name.padEnd(16)} ${row.map(([embedder, value]) => `${embedder} ${value?.toFixed(4)}`).join('   ')}`,
    );
    return { set: name, nDCG10: Object.fromEntries(row) };
  });
  const pair = ['texts', 'texts-handbook'].map((name) => reportOf('handbook (test)', `static:${name}`));
  const { comparisons } = grk<Compared>(folder, 'eval', 'compare', ...pair, '--stage', 'dense');
  const own = comparisons[0]?.deltas[0];
  if (own === undefined) throw new Error('the comparison has no delta');
  const ownTexts = { ...own.measures['nDCG@10'], direction: own.direction, evidence: own.evidence };
  console.log(`  texts-handbook against texts, handbook (test), nDCG@10: ${JSON.stringify(ownTexts)}`);
  return { texts: TEXTS, made, values, ownTexts };
}

if (!existsSync(DATASETS) || !existsSync(TEACHER)) {
  console.log('skipped: shared data not present');
} else {
  const folder = mkdtempSync(join(tmpdir(), 'grk-distill-'));
  try {
    await keep('distill', { ...run(folder), environment: environment() });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
