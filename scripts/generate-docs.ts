/** Writes what is made from the sources: JSON Schemas, the list of errors, the sample in the README. `--check` only compares. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedDocs } from './generated-docs.ts';
import { excerpt, withExcerpt } from './readme-output.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

const readme = withExcerpt(readText(join(ROOT, 'README.md')), excerpt(readText(join(ROOT, 'reports', 'show.txt'))));
for (const [path, text] of [...generatedDocs(), ['README.md', readme] as const]) {
  const file = join(ROOT, path);
  if (isCheck) {
    if (readText(file) !== text) stale.push(path);
    continue;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
if (stale.length > 0) {
  console.error(`not fresh: ${stale.join(', ')}; run: npm run docs`);
  process.exitCode = 1;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
