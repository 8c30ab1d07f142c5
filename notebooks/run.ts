/**
 * Runs notebooks and writes what their cells put out into them; `--check` compares instead, and fails on a difference.
 * Usage: tsx notebooks/run.ts [--check] [FILE…]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { differences } from './differences.ts';
import { executed, prepare, typeFaults } from './execute.ts';
import { type Notebook, notebookText, parseNotebook } from './nbformat.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const isCheck = words.includes('--check');
const unknown = words.find((word) => word.startsWith('--') && word !== '--check');
const named = words.filter((word) => !word.startsWith('--')).map((file) => resolve(file));
const files = named.length > 0 ? named : all();
const say = (text: string) => process.stderr.write(`${text}\n`);

try {
  if (unknown !== undefined) throw new Error(`unknown option ${unknown}: --check is the only one`);
  const prepared = files.map((file) => prepare(file, notebookIn(file)));
  const faults = typeFaults(prepared);
  for (const fault of faults) say(fault);
  if (faults.length > 0) process.exitCode = 1;
  else {
    for (const [i, each] of prepared.entries()) {
      const file = files[i] ?? '';
      const result = await executed(each);
      if (!isCheck) writeFileSync(file, notebookText(result));
      const found = isCheck ? differences(each.notebook, result) : [];
      for (const text of found) say(`${each.name}: ${text}`);
      if (found.length > 0) process.exitCode = 1;
      say(`${basename(file)}: ${isCheck ? (found.length === 0 ? 'as committed' : 'not as committed') : 'written'}`);
    }
  }
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function notebookIn(file: string): Notebook {
  const text = readFileSync(file, 'utf8');
  try {
    return parseNotebook(text);
  } catch (cause) {
    throw new Error(`${file} is no notebook: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function all(): string[] {
  return readdirSync(HERE)
    .filter((name) => name.endsWith('.ipynb'))
    .sort()
    .map((name) => join(HERE, name));
}
