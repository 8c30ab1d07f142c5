/** What must be in place before anything of this project runs: packages and a build. Uses Node alone. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const INSTALL_LOCK = join(ROOT, '.grk-install.lock');
const INSTALL_STAMP = join(ROOT, 'node_modules', '.grk-installed');
const BUILD_STAMP = join(ROOT, 'dist', '.grk-built');

/** Installs the locked packages, unless they are there already. One process installs; others wait for it. */
export function ensureInstalled() {
  if (isInstalled()) return;
  const release = takeInstallLock();
  try {
    if (isInstalled()) return;
    say('installing packages (once; a few minutes where better-sqlite3 has to be compiled) …');
    npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']);
    writeFileSync(INSTALL_STAMP, digest(['package-lock.json'], ''));
  } finally {
    release();
  }
}

/** Every package of the lock file in its version, and the native one built for this Node; optional ones may have been left out. */
function isInstalled() {
  const stamp = read(INSTALL_STAMP);
  if (stamp !== '' && stamp !== digest(['package-lock.json'], '')) return false;
  const installed = readJson(join(ROOT, 'node_modules', '.package-lock.json'))?.packages;
  if (installed === undefined) return false;
  const { packages } = readJson(join(ROOT, 'package-lock.json'));
  const isThere = ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version;
  return Object.entries(packages).every(isThere) && canOpenDatabase();
}

function canOpenDatabase() {
  const probe = "new (require('better-sqlite3'))(':memory:').close()";
  return spawnSync(process.execPath, ['-e', probe], { cwd: ROOT, stdio: 'ignore' }).status === 0;
}

/** Two `npm ci` in one folder destroy each other. The lock names its process, so that a dead one is passed over. */
function takeInstallLock() {
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      writeFileSync(INSTALL_LOCK, String(process.pid), { flag: 'wx' });
      const release = () => rmSync(INSTALL_LOCK, { force: true });
      process.on('exit', release);
      return release;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isAlive(Number(read(INSTALL_LOCK)))) rmSync(INSTALL_LOCK, { force: true });
      else if (!hasWaited) say('another process is installing packages here; waiting for it …');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    }
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
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
  // A module whose source is gone must not be found, nor be packed.
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
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
  // The CPU library is in the package of onnxruntime; its install script would fetch libraries for GPUs.
  const env = { ...process.env, NODE_ENV: '', npm_config_omit: '', ONNXRUNTIME_NODE_INSTALL: 'skip' };
  if (script?.endsWith('.js')) run(process.execPath, [script, ...args], { env });
  else run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { env, shell: process.platform === 'win32' });
}

function digest(files, extra) {
  const hash = createHash('sha256').update(extra);
  for (const file of files) hash.update(`\n${file.replaceAll('\\', '/')}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
