import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import Database from 'better-sqlite3';
import { afterAll } from 'vitest';

export const ROOT = join(import.meta.dirname, '..');
export const BINARY = join(ROOT, 'dist', 'cli', 'main.js');

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Record<string, string | undefined>;
  /** Sends SIGINT once this holds; asked until then. */
  readonly interruptWhen?: () => boolean;
  /** What standard input holds; default: nothing is there to read. */
  readonly input?: string | Buffer;
  /** A process of its own, for what only one shows: locks, streams, modules loaded anew, code that ends it. */
  readonly isProcess?: boolean;
}

const ENV = { PATH: process.env.PATH, HOME: tmpdir(), LANG: 'C.UTF-8' };

/** Runs the built command line in a folder and waits for it: in this process, unless an option asks for one. */
export function grk(cwd: string, args: readonly string[], options: RunOptions = {}): Promise<Run> {
  return Object.keys(options).length === 0 ? runHere(cwd, args) : runProcess(cwd, args, options);
}

/** Loading the program takes most of a short command's time; here it is loaded once. */
async function runHere(cwd: string, args: readonly string[]): Promise<Run> {
  const { runCommand }: typeof import('../src/cli/run.ts') = await import(join(ROOT, 'dist', 'cli', 'run.js'));
  const { terminalStyle }: typeof import('../src/report/style.ts') = await import(
    join(ROOT, 'dist', 'report', 'style.js')
  );
  let out = '';
  let err = '';
  const style = (wantsColor: boolean) => terminalStyle({ isTTY: false, columns: undefined, env: ENV, wantsColor });
  const code = await runCommand(args, {
    cwd,
    env: ENV,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    outStyle: style,
    errStyle: style,
    errStream: new PassThrough(),
    ask: undefined,
    signal: new AbortController().signal,
  });
  return { code, out, err };
}

function runProcess(cwd: string, args: readonly string[], options: RunOptions): Promise<Run> {
  const env = { ...ENV, ...options.env };
  const child = spawn(process.execPath, [BINARY, ...args], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  // A command that does not read its input may be gone before all of it is written.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const { interruptWhen } = options;
  const watch = setInterval(() => {
    if (interruptWhen?.() !== true) return;
    clearInterval(watch);
    child.kill('SIGINT');
  }, 5);
  if (interruptWhen === undefined) clearInterval(watch);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      resolve({ code, out, err });
    });
  });
}

/** Another process is the writer of the state folder that this lock belongs to: it is past its start, and at work. */
export function isLocked(file: string): boolean {
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return false;
  } catch {
    return true;
  } finally {
    lock.close();
  }
}

/**
 * A folder with a space and an umlaut in its name, removed after the tests of the file. Without a reranker, which would
 * cost each eval half a second.
 */
export function workFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `grk ${name} ü-`));
  // A project of its own, whatever lies above it.
  mkdirSync(join(folder, '.grk'));
  writeFileSync(join(folder, 'grk.config.json'), '{ "reranker": "none" }');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  'guides/restore.md':
    '# Restore a file\n\nUse `lamp restore` to bring one file back.\n\n## Conflicts\n\nAn existing file is renamed to `.old`.\n',
  'guides/backup.md': '# Back up\n\nRun `lamp backup` every night. The schedule is in `lamp.toml`.\n',
  'guides/keys.md': '# Keys\n\nA key is rotated each year. Losing the root key means losing the data.\n',
  'reference/errors.md':
    '# Errors\n\n| code | meaning |\n|---|---|\n| LP-101 | The vault is locked by another process. |\n| LP-102 | The disk is full. |\n',
  'reference/flags.md': '# Flags\n\n`--dry-run` shows what would be done.\n\n`--jobs N` sets how many workers run.\n',
  'notes/zürich.md': '# Zürich\n\nDer Tresor steht im Keller. Die Temperatur liegt bei 18 °C.\n',
};

const TOPICS = [
  {
    topicId: 't1',
    query: 'bring back a single file',
    category: 'keyword',
    gold: [{ doc: 'guides/restore.md', quote: 'bring one file back', grade: 3 }],
  },
  {
    topicId: 't2',
    query: 'LP-101',
    category: 'identifier',
    gold: [{ doc: 'reference/errors.md', quote: 'The vault is locked by another process.', grade: 3 }],
  },
  {
    topicId: 't3',
    query: 'number of parallel workers',
    category: 'keyword',
    gold: [{ doc: 'reference/flags.md', lines: [5, 5], grade: 2 }],
  },
  {
    topicId: 't4',
    query: 'what happens to a file that is there already',
    category: 'keyword',
    gold: [{ doc: 'guides/restore.md', quote: 'An existing file is renamed', grade: 3 }],
  },
  { topicId: 't5', query: 'how is bread baked', category: 'no-answer', gold: [] },
];

/** A golden set of six documents and five topics, whole and right. */
export function smallGolden(folder: string, over: Readonly<Record<string, string | Buffer>> = {}): void {
  const manifest = {
    name: 'lamp',
    version: '1',
    description: 'A small set for tests.',
    licence: 'Apache-2.0',
    language: 'en',
    unit: 'passage',
    corpus: { path: 'corpus' },
  };
  const rows = TOPICS.map((topic) => JSON.stringify({ split: 'dev', answerable: topic.gold.length > 0, ...topic }));
  writeFiles(folder, {
    'manifest.json': JSON.stringify(manifest),
    'judgments.jsonl': `${rows.join('\n')}\n`,
    ...Object.fromEntries(Object.entries(DOCUMENTS).map(([path, text]) => [`corpus/${path}`, text])),
    ...over,
  });
}

/** The rows of `smallGolden`, with some of them replaced by index. */
export function judgmentLines(replaced: Readonly<Record<number, string>>): string {
  const rows = TOPICS.map(
    (topic, i) => replaced[i] ?? JSON.stringify({ split: 'dev', answerable: topic.gold.length > 0, ...topic }),
  );
  return `${rows.join('\n')}\n`;
}
