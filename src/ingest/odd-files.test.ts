import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GrkError } from '../contracts/errors.ts';
import type { CorpusSource } from '../contracts/golden.ts';
import { readCorpus } from './corpus.ts';

const isPosix = process.platform !== 'win32';
let root: string;
let unread: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk ödd '));
  chmodSync(root, 0o755);
  unread = [];
  write('docs/good.md', '# Good\n');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, content: string | Uint8Array) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};
const onUnread = (path: string, { code, message }: GrkError) => unread.push(`${path}: ${code}: ${message}`);
const source = (path: string): CorpusSource =>
  path.endsWith('.jsonl')
    ? { kind: 'jsonl', files: [join(root, path)] }
    : { kind: 'folder', root: join(root, path), include: ['**/*.md'], exclude: [] };
const readWith = (paths: string[], over: { onUnread?: typeof onUnread; mayBeEmpty?: boolean }) =>
  readCorpus(paths.map(source), { maxFileBytes: 100, base: root, ...over });
/** Ids of what was read, and what was skipped why; `unread` has the rest. */
const read = async (...paths: string[]) => {
  const { documents, skipped } = await readWith(paths, { onUnread, mayBeEmpty: true });
  return { read: documents.map(({ id }) => id), skipped: skipped.map(({ path, reason }) => `${path}: ${reason}`) };
};
const GOOD = ['docs/good.md'];
/** Node has no call that makes one. */
function makePipes(...paths: string[]): void {
  spawnSync('sh', ['-c', 'mkfifo "$@"', 'sh', ...paths]);
}
/** Rights count for a moment, though tests may run as root. */
async function asUser<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe.skipIf(!isPosix)('files that are no files to read', () => {
  it('skips pipes and sockets below a folder, and never waits for one', async () => {
    makePipes(join(root, 'docs/pipe.md'));
    const server = createServer().listen(join(root, 'docs/sock.md'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const skipped = ['docs/pipe.md: not a regular file', 'docs/sock.md: not a regular file'];
      expect(await read('docs')).toEqual({ read: GOOD, skipped });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
  it('does not wait for a pipe that is named, a JSONL one either', async () => {
    makePipes(join(root, 'pipe.md'), join(root, 'rows.jsonl'));
    await expect(read('pipe.md')).rejects.toThrow(/pipe\.md is neither a file nor a folder$/);
    expect(await read('docs', 'rows.jsonl')).toEqual({ read: GOOD, skipped: [] });
    expect(unread).toEqual([expect.stringMatching(/^rows\.jsonl: GRK_FILE_UNREADABLE: .* is neither a file nor/)]);
    await expect(readWith(['docs', 'rows.jsonl'], {})).rejects.toMatchObject({ code: 'GRK_FILE_UNREADABLE' });
  });
  it('does not read a device', async () => {
    await expect(readCorpus({ kind: 'jsonl', files: ['/dev/zero'] }, { maxFileBytes: 1 })).rejects.toThrow(
      '/dev/zero is neither a file nor a folder',
    );
  });
  it('skips links below a folder: loops, broken ones, and ways out of it', async () => {
    write('secret.md', 'secret');
    symlinkSync('loop.md', join(root, 'docs/loop.md'));
    symlinkSync('nowhere', join(root, 'docs/broken.md'));
    symlinkSync('../secret.md', join(root, 'docs/out.md'));
    symlinkSync('..', join(root, 'docs/up'));
    const names = ['broken.md', 'loop.md', 'out.md', 'up'];
    expect(await read('docs')).toEqual({ read: GOOD, skipped: names.map((name) => `docs/${name}: symbolic link`) });
  });
  it('follows a link that is named', async () => {
    symlinkSync('docs', join(root, 'link'));
    symlinkSync('docs/good.md', join(root, 'one.md'));
    expect((await read('link')).read).toEqual(['link/good.md']);
    expect((await read('one.md')).read).toEqual(['one.md']);
    symlinkSync('self', join(root, 'self'));
    await expect(read('self')).rejects.toThrow(
      /self: its links lead to themselves, or a link took its place \(ELOOP\)$/,
    );
  });
  it('leaves out a file without read permission, and names it', async () => {
    write('docs/closed.md', 'x');
    write('docs/shut/y.md', 'y');
    chmodSync(join(root, 'docs/closed.md'), 0o000);
    chmodSync(join(root, 'docs/shut'), 0o000);
    expect(await asUser(() => read('docs'))).toEqual({ read: GOOD, skipped: [] });
    expect(unread).toEqual([
      expect.stringMatching(/^docs\/shut\/: GRK_FILE_UNREADABLE: .*permission denied \(EACCES\)$/),
      expect.stringMatching(/^docs\/closed\.md: GRK_FILE_UNREADABLE: .*permission denied \(EACCES\)$/),
    ]);
    await asUser(() => expect(readWith(['docs'], {})).rejects.toMatchObject({ code: 'GRK_FILE_UNREADABLE' }));
    chmodSync(join(root, 'docs/shut'), 0o755);
  });
});

describe('names', () => {
  it('reads a name as long as the system allows, and names a path that is longer', async () => {
    const long = `${'l'.repeat(252)}.md`;
    write(`docs/${long}`, 'x');
    expect((await read('docs')).read).toEqual([...GOOD, `docs/${long}`].sort());
    await expect(read(`docs/${'n'.repeat(300)}`)).rejects.toThrow(/its path is too long for the system|does not exist/);
  });
  it.skipIf(process.platform !== 'linux')('leaves out names that are not UTF-8, and says why', async () => {
    const place = Buffer.concat([Buffer.from(`${root}/docs/`), Buffer.from('b\xe9d', 'latin1')]);
    mkdirSync(place);
    writeFileSync(Buffer.concat([place, Buffer.from('/x.md')]), 'x');
    writeFileSync(Buffer.concat([place, Buffer.from('.md')]), 'x');
    expect(await read('docs')).toEqual({ read: GOOD, skipped: [] });
    const gone = 'it is gone, or its name is not UTF-8 (ENOENT)';
    expect(unread).toEqual([
      expect.stringMatching(/^docs\/b\ufffdd\/: GRK_FILE_UNREADABLE: /),
      expect.stringMatching(/^docs\/b\ufffdd\.md: GRK_FILE_UNREADABLE: /),
    ]);
    for (const line of unread) expect(line).toContain(gone);
  });
});

describe('nothing to read', () => {
  it('skips files that are empty or only a byte-order mark', async () => {
    write('docs/empty.md', '');
    write('docs/mark.md', '\uFEFF');
    expect(await read('docs')).toEqual({ read: GOOD, skipped: ['docs/empty.md: empty', 'docs/mark.md: empty'] });
  });
  it('says which option lets a larger file in', async () => {
    write('docs/large.md', 'x'.repeat(101));
    const skipped = ['docs/large.md: larger than corpus.maxFileBytes of grk.config.json'];
    expect(await read('docs')).toEqual({ read: GOOD, skipped });
  });
  it('takes a folder without documents for no error beside others', async () => {
    mkdirSync(join(root, 'none'));
    expect(await read('docs', 'none')).toEqual({ read: GOOD, skipped: [] });
    await expect(readWith(['none'], { onUnread })).rejects.toMatchObject({ code: 'GRK_INGEST_EMPTY' });
  });
});

describe('one file by several paths', () => {
  it('is read once where roots lie in each other, or are spelled otherwise, and skipped once', async () => {
    write('docs/sub/s.md', 's');
    write('docs/sub/n.txt', 'n');
    const once = { read: ['docs/good.md', 'docs/sub/s.md'], skipped: ['docs/sub/n.txt: matches no include glob'] };
    expect(await read('docs', 'docs/sub')).toEqual(once);
    expect(await read('docs/sub/', './docs', 'docs/../docs')).toEqual(once);
  });
  it.skipIf(!isPosix)('keeps the path without links, whatever the order', async () => {
    symlinkSync('docs', join(root, 'link'));
    const once = { read: GOOD, skipped: ['link/good.md: reached by another path too'] };
    expect(await read('link', 'docs')).toEqual(once);
    expect(await read('docs', 'link')).toEqual(once);
  });
  it('is not taken for a file of the same name elsewhere', async () => {
    write('a/rows.jsonl', '{"_id":"1","text":"a"}');
    write('b/rows.jsonl', '{"_id":"2","text":"b"}');
    expect(await read('docs', 'a/rows.jsonl', 'b/rows.jsonl')).toEqual({ read: GOOD, skipped: [] });
    expect(unread).toEqual([
      expect.stringMatching(/^rows\.jsonl: GRK_DUPLICATE_ID: two files have the id rows\.jsonl/),
    ]);
  });
});

describe('rows of JSONL', () => {
  const ROWS = [
    '{"_id":"1","text":"a"}',
    '{"_id":"2"}',
    '{"_id":"1","text":"other"}',
    '{"_id":3,"text":"c"}',
    'no JSON',
  ];
  it('are left out one by one, each by its line', async () => {
    write('rows.jsonl', [...ROWS, '{"_id":"4","text":"d"}'].join('\n'));
    expect((await read('docs', 'rows.jsonl')).read).toEqual(['4', 'docs/good.md']);
    expect(unread.map((line) => line.replace(/: \/.*\/rows\.jsonl:\d: /, ': '))).toEqual([
      'rows.jsonl:2: GRK_GOLDEN_INVALID: "text" is missing',
      expect.stringMatching(/^rows\.jsonl:4: GRK_GOLDEN_INVALID: "_id" is 3: ids are strings/),
      expect.stringMatching(/^rows\.jsonl:5: GRK_GOLDEN_INVALID: not valid JSON/),
      expect.stringMatching(/^rows\.jsonl:3: GRK_DUPLICATE_ID: the document id 1 occurs twice: .*:1 and .*:3$/),
    ]);
    await expect(readWith(['rows.jsonl'], {})).rejects.toThrow(/rows\.jsonl:2: "text" is missing$/);
  });
  it('are left out together where one of them is not UTF-8', async () => {
    write('rows.jsonl', Buffer.from('{"_id":"1","text":"a"}\n{"_id":"2","text":"\xe9"}', 'latin1'));
    expect((await read('docs', 'rows.jsonl')).read).toEqual(GOOD);
    expect(unread).toEqual([expect.stringMatching(/^rows\.jsonl: GRK_NOT_UTF8: /)]);
  });
  it('and a file that carry one id are both left out', async () => {
    write('rows.jsonl', '{"_id":"docs/good.md","text":"a"}');
    expect((await read('docs', 'rows.jsonl')).read).toEqual([]);
    expect(unread).toEqual([
      expect.stringMatching(/^rows\.jsonl:1: GRK_DUPLICATE_ID: the document id docs\/good\.md /),
    ]);
  });
});
