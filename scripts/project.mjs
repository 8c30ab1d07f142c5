/** What must be in place before anything of this project runs: packages and a build. Uses Node alone. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const INSTALL_STAMP = join(ROOT, 'node_modules', '.grk-installed');
const BUILD_STAMP = join(ROOT, 'dist', '.grk-built');

/** Installs the locked packages, unless they are there for this lock file and this Node. */
export function ensureInstalled() {
  const wanted = digest(
    ['package.json', 'package-lock.json'],
    `node abi ${process.versions.modules} ${process.platform}-${process.arch}`,
  );
  if (read(INSTALL_STAMP) === wanted) return;
  say('installing packages (once; a few minutes where better-sqlite3 has to be compiled) …');
  npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']);
  writeFileSync(INSTALL_STAMP, wanted);
}

/** Compiles src/ to dist/, unless the build there is of these sources. */
export function ensureBuilt() {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.contract.ts'))
    .map((path) => join('src', path))
    .sort();
  const wanted = digest(['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', ...sources], '');
  if (read(BUILD_STAMP) === wanted) return;
  say('building …');
  run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json']);
  writeFileSync(BUILD_STAMP, wanted);
}

/** Runs a command in the project's folder with its output shown; ends this process when it fails. */
export function run(command, args, options = {}) {
  const status = tryRun(command, args, options);
  if (status !== 0) process.exit(status);
}

export function tryRun(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (result.error) {
    say(`${command} could not be started: ${result.error.message}`);
    return 1;
  }
  return result.status ?? (result.signal === 'SIGINT' ? 130 : 1);
}

export function say(text) {
  process.stderr.write(`grk: ${text}\n`);
}

/** npm is a script of its own on Windows; the one that started this process is the one to use. */
function npm(args) {
  const script = process.env.npm_execpath;
  // An embedding project may ask for parts to be left out; a build needs them all.
  const env = { ...process.env, NODE_ENV: '', npm_config_omit: '' };
  if (script?.endsWith('.js')) run(process.execPath, [script, ...args], { env });
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { env, shell: process.platform === 'win32' });
}

function digest(files, extra) {
  const hash = createHash('sha256').update(extra);
  for (const file of files) hash.update(`\n${file.replaceAll('\\', '/')}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
