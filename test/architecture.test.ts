import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_NAMES, LIBRARY, LOADS_USER_MODULE, MAX_LINES, ROOMS, type Room } from './rooms.ts';
import { readSource } from './source-facts.ts';

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), '..', 'src');
/** What a contract suite, which declares tests, may import besides what its room may. */
const TEST_PACKAGES = ['vitest', 'fast-check'];

function sourceFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.ts'))
    .sort();
}

function roomOf(file: string): Room | undefined {
  const published = LIBRARY.find(({ path }) => path === file);
  if (published !== undefined) return published;
  return ROOMS.filter((room) => file.startsWith(`${room.path}/`)).sort((a, b) => b.path.length - a.path.length)[0];
}

const targetOf = (file: string, specifier: string) => posix.normalize(posix.join(posix.dirname(file), specifier));
const isFrom = (specifier: string, name: string) => specifier === name || specifier.startsWith(`${name}/`);

/** Every fault of one file against the table, in words. */
function faultsOf(file: string, text: string): string[] {
  const faults: string[] = [];
  const lines = text.split('\n').length;
  if (lines > MAX_LINES) faults.push(`${file}: ${lines} lines (limit ${MAX_LINES})`);
  if (FORBIDDEN_NAMES.test(file)) faults.push(`${file}: the name says nothing about the concern`);
  if (file.endsWith('.test.ts')) return faults;
  const room = roomOf(file);
  if (room === undefined) return [...faults, `${file}: belongs to no room`];
  const packages = file.endsWith('.contract.ts') ? [...room.packages, ...TEST_PACKAGES] : room.packages;
  const { imports, impurities } = readSource(text);
  for (const target of imports) {
    if (target === undefined) {
      if (file !== LOADS_USER_MODULE) faults.push(`${file}: imports what is not named by a literal`);
    } else if (target.startsWith('node:')) {
      if (room.isPure) faults.push(`${file}: pure room ${room.path} imports ${target}`);
    } else if (target.startsWith('.')) {
      const other = targetOf(file, target);
      const otherRoom = roomOf(other);
      if (otherRoom === undefined) faults.push(`${file}: imports ${other}, which belongs to no room`);
      else if (otherRoom !== room && !room.imports.includes(otherRoom.path)) {
        faults.push(`${file}: room ${room.path} may not import ${otherRoom.path}`);
      }
    } else if (!packages.some((name) => isFrom(target, name))) {
      faults.push(`${file}: room ${room.path} may not import the package ${target}`);
    }
  }
  if (room.isPure) faults.push(...impurities.map((name) => `${file}: pure room ${room.path} uses ${name}`));
  return faults;
}

/** Rooms and packages that a room is granted and no file of it imports. */
function unusedGrants(room: Room, files: ReadonlyMap<string, string>): string[] {
  const own = [...files].filter(([file]) => roomOf(file) === room && !/\.(test|contract)\.ts$/.test(file));
  const imports = own.flatMap(([file, text]) =>
    readSource(text).imports.map((specifier = '') => ({ file, specifier })),
  );
  const rooms = new Set(imports.map(({ file, specifier }) => roomOf(targetOf(file, specifier))?.path));
  return [
    ...room.imports.filter((path) => !rooms.has(path)),
    ...room.packages.filter((name) => !imports.some(({ specifier }) => isFrom(specifier, name))),
  ].map((grant) => `${room.path}: ${grant} is granted and not used`);
}

describe('architecture', () => {
  const files = new Map(sourceFiles(SRC).map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));

  it('has every file in a room that imports only what stands before it', () => {
    expect([...files].flatMap(([file, text]) => faultsOf(file, text))).toEqual([]);
  });

  it('grants no room what it does not use', () => {
    expect([...ROOMS, ...LIBRARY].flatMap((room) => unusedGrants(room, files))).toEqual([]);
    const idle = { path: 'store', imports: ['contracts'], packages: ['yargs'], isPure: false };
    expect(unusedGrants(idle, new Map())).toEqual([
      'store: contracts is granted and not used',
      'store: yargs is granted and not used',
    ]);
  });

  it('lists rooms in data-flow order: a room imports only rooms above it, or its own inner rooms', () => {
    const paths = ROOMS.map((room) => room.path);
    const upward = ROOMS.flatMap((room, i) =>
      room.imports.filter((name) => paths.indexOf(name) >= i || !paths.includes(name)),
    );
    expect(upward).toEqual([]);
  });

  it('has no room in the table that has no files', () => {
    const named = [...files.keys()];
    expect(ROOMS.filter((room) => !named.some((file) => roomOf(file) === room)).map((room) => room.path)).toEqual([]);
  });

  it('has the same rooms and packages in docs/ARCHITECTURE.md', () => {
    const page = readFileSync(join(SRC, '..', 'docs', 'ARCHITECTURE.md'), 'utf8');
    const told = page.slice(page.indexOf('| room |'), page.indexOf('## One `grk eval`')).trim().split('\n').slice(2);
    const names = (all: readonly string[]) => (all.length === 0 ? '–' : all.join(', '));
    const rows = ROOMS.map(
      ({ path, imports, packages, isPure }) =>
        `| ${path}${isPure ? ' ◆' : ''} | ${names(imports)} | ${names(packages)} |`,
    );
    expect(told).toEqual(rows);
  });

  it.each([
    ['contracts/x.ts', "import { y } from '../cli/y.ts';", 'room contracts may not import cli'],
    ['contracts/x.contract.ts', "import { y } from '../cli/y.ts';", 'room contracts may not import cli'],
    ['evals/metrics/index.ts', "export * from '../../cli/y.ts';", 'room evals/metrics may not import cli'],
    ['index.ts', "export * from './store/y.ts';", 'room index.ts may not import store'],
    ['evals/metrics/x.ts', "import { readFileSync } from 'node:fs';", 'pure room evals/metrics imports node:fs'],
    ['store/x.ts', "import yargs from 'yargs';", 'room store may not import the package yargs'],
    ['store/x.ts', "import { it } from 'vitest';", 'room store may not import the package vitest'],
    ['report/x.ts', "const y = await import('../evals/delta/y.ts');", 'room report may not import evals/delta'],
    ['report/x.ts', 'const y = await import(`../evals/delta/y.ts`);', 'room report may not import evals/delta'],
    ['report/x.ts', 'const y = (z: string) => import(z);', 'imports what is not named by a literal'],
    ['report/x.ts', "type Y = import('../cli/y.ts').Y;", 'room report may not import cli'],
    ['evals/x.ts', '', 'belongs to no room'],
    ['cli/helpers/x.ts', '', 'the name says nothing'],
    ['cli/x.ts', '\n'.repeat(MAX_LINES), `limit ${MAX_LINES}`],
  ])('finds the fault of %s: %s', (file, text, message) => {
    expect(faultsOf(file, text).join('\n')).toContain(message);
  });

  it.each([
    ['Date.now()', 'Date'],
    ['new Date(2)', 'Date'],
    ['Math.random()', 'Math.random'],
    ["Math['random']()", 'Math'],
    ['(({ random }) => random())(Math)', 'Math'],
    ['(({ env }) => env)(process)', 'process'],
    ['performance.now()', 'performance'],
    ['globalThis.performance', 'globalThis'],
    ["fetch('x')", 'fetch'],
    ['setTimeout(f, 1)', 'setTimeout'],
    ['crypto.randomUUID()', 'crypto'],
    ["createRequire('x')", 'createRequire'],
    ["require('x')", 'require'],
    ['import.meta.url', 'import.meta'],
    ["new Intl.Collator('de')", 'Intl'],
    ["'a'.localeCompare('b')", 'localeCompare'],
    ['(1).toLocaleString()', 'toLocaleString'],
    ["'i'.toLocaleUpperCase()", 'toLocaleUpperCase'],
  ])('finds what is not pure in %s', (expression, name) => {
    expect(faultsOf('retrieval/x.ts', `export const x = ${expression};`)).toEqual([
      `retrieval/x.ts: pure room retrieval uses ${name}`,
    ]);
    expect(faultsOf('retrieval/x.contract.ts', `export const x = ${expression};`)).toHaveLength(1);
    expect(faultsOf('store/x.ts', `export const x = ${expression};`)).toEqual([]);
  });

  it('reads code, not words: comments, texts, and keys and properties of those names are no fault', () => {
    const text = "// the process\nexport const x = { process: 'Date.now()', y: z.performance, s: Math.sqrt(2) };";
    expect(faultsOf('retrieval/x.ts', text)).toEqual([]);
  });
});
