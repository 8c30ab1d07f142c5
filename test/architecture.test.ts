import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_NAMES, MAX_LINES, ROOMS, type Room } from './rooms.ts';

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

function sourceFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.ts'))
    .sort();
}

function roomOf(file: string): Room | undefined {
  return ROOMS.filter((room) => file.startsWith(`${room.path}/`)).sort((a, b) => b.path.length - a.path.length)[0];
}

/** Every fault of one file against the table, in words. */
function faultsOf(file: string, text: string): string[] {
  const faults: string[] = [];
  const lines = text.split('\n').length;
  if (lines > MAX_LINES) faults.push(`${file}: ${lines} lines (limit ${MAX_LINES})`);
  if (FORBIDDEN_NAMES.test(file)) faults.push(`${file}: the name says nothing about the concern`);
  const isTest = /\.(test|contract)\.ts$/.test(file);
  if (file === 'index.ts' || isTest) return faults;
  const room = roomOf(file);
  if (room === undefined) return [...faults, `${file}: belongs to no room`];
  for (const match of text.matchAll(IMPORT)) {
    const target = match[1] ?? match[2] ?? match[3] ?? '';
    if (target.startsWith('node:')) {
      if (room.isPure) faults.push(`${file}: pure room ${room.path} imports ${target}`);
    } else if (target.startsWith('.')) {
      const other = posix.normalize(posix.join(posix.dirname(file), target));
      const otherRoom = roomOf(other);
      if (otherRoom === undefined) faults.push(`${file}: imports ${other}, which belongs to no room`);
      else if (otherRoom !== room && !room.imports.includes(otherRoom.path)) {
        faults.push(`${file}: room ${room.path} may not import ${otherRoom.path}`);
      }
    } else if (!room.packages.some((name) => target === name || target.startsWith(`${name}/`))) {
      faults.push(`${file}: room ${room.path} may not import the package ${target}`);
    }
  }
  if (room.isPure && /\b(Date\.now|new Date\(\)|Math\.random|process\.|performance\.)/.test(text)) {
    faults.push(`${file}: pure room ${room.path} reads a clock, randomness or the process`);
  }
  return faults;
}

describe('architecture', () => {
  it('has every file in a room that imports only what stands before it', () => {
    expect(sourceFiles(SRC).flatMap((file) => faultsOf(file, readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
  });

  it('lists rooms in data-flow order: a room imports only rooms above it, or its own inner rooms', () => {
    const paths = ROOMS.map((room) => room.path);
    const upward = ROOMS.flatMap((room, i) =>
      room.imports.filter((name) => paths.indexOf(name) >= i || !paths.includes(name)),
    );
    expect(upward).toEqual([]);
  });

  it('has no room in the table that has no files', () => {
    const files = sourceFiles(SRC);
    expect(ROOMS.filter((room) => !files.some((file) => roomOf(file) === room)).map((room) => room.path)).toEqual([]);
  });

  it.each([
    ['contracts/x.ts', "import { y } from '../cli/y.ts';", 'room contracts may not import cli'],
    ['evals/metrics/x.ts', "import { readFileSync } from 'node:fs';", 'pure room evals/metrics imports node:fs'],
    ['store/x.ts', "import yargs from 'yargs';", 'room store may not import the package yargs'],
    ['report/x.ts', "const y = await import('../evals/delta/y.ts');", 'room report may not import evals/delta'],
    ['retrieval/x.ts', 'export const x = Date.now();', 'pure room retrieval reads a clock'],
    ['evals/x.ts', '', 'belongs to no room'],
    ['cli/helpers/x.ts', '', 'the name says nothing'],
    ['cli/x.ts', '\n'.repeat(MAX_LINES), `limit ${MAX_LINES}`],
  ])('finds the fault of %s', (file, text, message) => {
    expect(faultsOf(file, text).join('\n')).toContain(message);
  });
});
