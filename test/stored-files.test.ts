import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { sqliteCatalog } from '../src/store/catalog.ts';
import { CATALOG_SCHEMA_VERSION } from '../src/store/database.ts';
import { BINARY, grk, ROOT, type Run, workFolder, writeFiles } from './binary.ts';

/** GRK_SLOW_TESTS=1 takes every step and more sizes; else some of them. */
const isSlow = process.env.GRK_SLOW_TESTS === '1';
const work = workFolder('stored');
const ENV = { PATH: process.env.PATH, HOME: tmpdir(), LANCEDB_LOG: 'error', LANCE_CPU_THREADS: '4' };
const HASH = ['--embedder', 'hash'];
const INGEST = ['ingest', 'docs', ...HASH, '--quiet'];
const catalogOf = (cwd: string) => join(cwd, '.grk', 'catalog.sqlite');
const page = (i: number, word: string) => `# Page ${i}\n\n${`a ${word} and word${i} `.repeat(40)}\n`;
const pages = (count: number, word: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`docs/${i}.md`, page(i, word)]));

/** Hash of each stored file but the lock. */
function bytesOf(cwd: string): Record<string, string> {
  const entries = readdirSync(join(cwd, '.grk'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'writer.lock');
  const hashes = files.map((entry): [string, string] => {
    const file = join(entry.parentPath, entry.name);
    return [file, createHash('sha256').update(readFileSync(file)).digest('hex')];
  });
  return Object.fromEntries(hashes.sort());
}

function run(cwd: string, command: string, args: readonly string[], env = {}): Promise<Run & { signal: unknown }> {
  const child = spawn(command, args, { cwd, env: { ...ENV, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}

/** The same folder again, with what was ingested. */
function copy(name: string): string {
  const cwd = join(work, name);
  cpSync(join(work, 'whole'), cwd, { recursive: true });
  return cwd;
}
const answers = async (cwd: string) =>
  Promise.all(
    ['bm25', 'hybrid'].map(async (mode) => {
      const { code, out } = await grk(cwd, ['search', 'walrus', '--mode', mode, ...HASH, '--json']);
      return [code, out];
    }),
  );

beforeAll(async () => {
  const cwd = join(work, 'whole');
  writeFiles(cwd, { 'grk.config.json': '{}', ...pages(40, 'walrus') });
  mkdirSync(join(cwd, '.grk'));
  expect((await grk(cwd, INGEST)).code).toBe(0);
});

describe('a migration that is killed', () => {
  const fixture = join(ROOT, 'src', 'store', 'fixtures', 'catalog-v1.sqlite');
  const PRELOAD = pathToFileURL(join(ROOT, 'test', 'crash-preload.mjs')).href;
  const status = (cwd: string, env: object) =>
    run(cwd, process.execPath, ['--import', PRELOAD, BINARY, 'index', 'status', '--json'], env);
  const old = (name: string) => {
    const cwd = join(work, name);
    writeFiles(cwd, { 'grk.config.json': '{}', '.grk/catalog.sqlite': readFileSync(fixture) });
    return cwd;
  };
  const versionOf = (cwd: string) => {
    const raw = new Database(catalogOf(cwd));
    try {
      expect(raw.pragma('integrity_check', { simple: true })).toBe('ok');
      return Number(raw.pragma('user_version', { simple: true }));
    } finally {
      raw.close();
    }
  };
  const contentOf = (cwd: string) => {
    const catalog = sqliteCatalog(catalogOf(cwd));
    try {
      return catalog
        .list()
        .map((info) => [info, catalog.documents(info.name), [...catalog.cuts(info.name)], catalog.lexical(info.name)]);
    } finally {
      catalog.close();
    }
  };

  it('at any step leaves a whole catalog of the old version or the new one, and the next run ends it', async () => {
    const cwd = old('steps');
    const file = join(cwd, 'steps.json');
    expect((await status(cwd, { CRASH_STEPS: file })).code).toBe(0);
    const steps = JSON.parse(readFileSync(file, 'utf8')) as string[];
    const whole = contentOf(cwd);
    expect(whole).toHaveLength(2);
    const found = new Set<number>();
    for (const at of steps.keys()) {
      if (!isSlow && at % 4 !== 0) continue;
      const killed = old(`step ${at}`);
      expect((await status(killed, { CRASH_AT: String(at) })).signal).toBe('SIGKILL');
      found.add(versionOf(killed));
      expect(contentOf(killed)).toEqual(whole);
      expect(versionOf(killed)).toBe(CATALOG_SCHEMA_VERSION);
    }
    expect([...found].sort()).toEqual([1, CATALOG_SCHEMA_VERSION]);
  }, 120_000);
});

describe('a catalog that cannot be read', () => {
  const COMMANDS = [
    [...INGEST, '--rebuild', '--allow-mass-delete'],
    ['search', 'walrus', '--mode', 'bm25'],
    ['index', 'repair', ...HASH],
    ['index', 'drop', 'default', '--yes'],
  ];
  const pragma = (cwd: string, statement: string) => {
    const raw = new Database(catalogOf(cwd));
    raw.pragma(statement);
    raw.close();
  };
  it.each([
    ['empty', 'GRK_STORE_CORRUPT', (cwd: string) => truncateSync(catalogOf(cwd), 0)],
    ['cut off within its header', 'GRK_STORE_CORRUPT', (cwd: string) => truncateSync(catalogOf(cwd), 50)],
    ['cut off after its first page', 'GRK_STORE_CORRUPT', (cwd: string) => truncateSync(catalogOf(cwd), 4096)],
    [
      'cut in half',
      'GRK_STORE_CORRUPT',
      (cwd: string) => truncateSync(catalogOf(cwd), readFileSync(catalogOf(cwd)).length >> 1),
    ],
    ['text', 'GRK_STORE_CORRUPT', (cwd: string) => writeFileSync(catalogOf(cwd), 'no database\n'.repeat(1000))],
    ['of zeros', 'GRK_STORE_CORRUPT', (cwd: string) => writeFileSync(catalogOf(cwd), Buffer.alloc(8192))],
    [
      'of another program',
      'GRK_STORE_CORRUPT',
      (cwd: string) => {
        rmSync(catalogOf(cwd));
        const raw = new Database(catalogOf(cwd));
        raw.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)');
        raw.close();
      },
    ],
    ['of a newer grk', 'GRK_SCHEMA_NEWER', (cwd: string) => pragma(cwd, 'user_version = 99')],
  ])(
    '%s is refused by every command with a remedy, and nothing is overwritten',
    async (what, code, damage) => {
      const cwd = copy(`damage ${what}`);
      damage(cwd);
      const before = bytesOf(cwd);
      const refused = async (args: readonly string[]) => {
        const { code: exit, out, err } = await grk(cwd, args);
        expect([args, exit, out]).toEqual([args, expect.toBeOneOf([1, 2]), '']);
        expect(err).toContain(`(${code})`);
        expect(err).toMatch(/elete|ove it|Use the grk/);
      };
      await Promise.all(COMMANDS.map(refused));
      const doctor = await grk(cwd, ['index', 'doctor']);
      expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining('catalog-unreadable')]);
      expect(bytesOf(cwd)).toEqual(before);
    },
    60_000,
  );
});

describe.skipIf(process.platform === 'win32')('an ingest that runs out of room', () => {
  it('at any size says so, leaves the old content answering, and the next one completes', async () => {
    const before = await answers(copy('room'));
    const blocks = isSlow ? [1, 8, 24, 40, 64, 96, 128, 200, 400, 5_000] : [8, 64, 200, 5_000];
    const ended = [];
    for (const limit of blocks) {
      const cwd = copy(`room ${limit}`);
      writeFiles(cwd, pages(120, 'narwhal and a walrus'));
      // Ignored, the signal gives way to an error of each write, as on a full disk.
      const script = `trap '' XFSZ; ulimit -f ${limit}; exec "$@"`;
      const args = ['-c', script, 'bash', process.execPath, BINARY, ...INGEST];
      const { code, err } = await run(cwd, 'bash', args);
      ended.push(code);
      if (code === 0) break;
      expect([limit, code, err]).toEqual([limit, 1, expect.stringMatching(/\(GRK_STORE_(IO|FULL)\)/)]);
      expect(await answers(cwd)).toEqual(before);
      expect((await grk(cwd, INGEST)).code).toBe(0);
      expect((await grk(cwd, ['index', 'doctor'])).code).toBe(0);
    }
    expect(ended.filter((code) => code === 1).length).toBeGreaterThanOrEqual(isSlow ? 6 : 2);
    expect(ended.at(-1)).toBe(0);
  }, 120_000);
});
