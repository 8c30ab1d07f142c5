/** `npm run samples`: evaluates the handbook and writes what every renderer makes of it to `reports/`. `--check` only compares. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './grk.ts';
import { makeSample, staleFiles } from './sample-files.ts';
import { RENDERED, REPORTS, samplesReadme } from './sample-list.ts';

const isCheck = process.argv.includes('--check');
const kept = join(ROOT, 'reports');
const folder = isCheck ? mkdtempSync(join(tmpdir(), 'grk-samples-')) : kept;
try {
  mkdirSync(folder, { recursive: true });
  const without = isCheck ? ['--reranker', 'none'] : [];
  if (!isCheck) forgetRerankScores();
  for (const { args, ...sample } of REPORTS) {
    makeSample({ ...sample, args: [...args, ...without] }, folder);
    forgetPlace(join(folder, sample.file));
  }
  // Of the committed reports, also in a check: so their times are the same.
  for (const sample of RENDERED) makeSample(sample, folder);
  writeFileSync(join(folder, 'README.md'), samplesReadme());
  const stale = isCheck ? staleFiles(kept, folder) : [];
  if (stale.length > 0) {
    console.error(`reports/ is not fresh: ${stale.join(', ')}; run: npm run samples`);
    process.exitCode = 1;
  }
} finally {
  if (isCheck) rmSync(folder, { recursive: true, force: true });
}

/** A report says where its golden set lay; a committed one says it from here. */
function forgetPlace(file: string): void {
  const place = JSON.stringify(join(ROOT, 'golden', 'handbook'));
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(place, '"../golden/handbook"'));
}

/** What comes from the cache has no time. */
function forgetRerankScores(): void {
  const state = join(ROOT, '.grk');
  if (!existsSync(state)) return;
  for (const name of readdirSync(state)) if (name.startsWith('rerank-scores.sqlite')) rmSync(join(state, name));
}
