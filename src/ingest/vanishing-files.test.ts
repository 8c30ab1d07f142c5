import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GrkError } from '../contracts/errors.ts';
import type { CorpusSource } from '../contracts/golden.ts';
import { readCorpus } from './corpus.ts';

/** What happens to a path just before it is listed, or read. */
const meanwhile = vi.hoisted(() => ({
  listing: (_path: string): void => {},
  reading: (_path: string): void => {},
}));

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const readdir = (path: string, ...rest: unknown[]) => {
    meanwhile.listing(path);
    return Reflect.apply(fs.readdir, fs, [path, ...rest]);
  };
  return { ...fs, default: { ...fs, readdir }, readdir };
});
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const open = async (path: string, flags: number) => {
    const handle = await fs.open(path, flags);
    const readFile = handle.readFile.bind(handle);
    const changing = async () => {
      meanwhile.reading(path);
      return readFile();
    };
    return Object.assign(handle, { readFile: changing });
  };
  return { ...fs, open };
});

let root: string;
let unread: string[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk vänish '));
  unread = [];
  for (const folder of ['a', 'b', 'c']) {
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, 'x.md'), `# ${folder}\n`);
  }
});
afterEach(() => {
  meanwhile.listing = () => {};
  meanwhile.reading = () => {};
  rmSync(root, { recursive: true, force: true });
});

const onUnread = (path: string, { code, message }: GrkError) => unread.push(`${path}: ${code}: ${message}`);
const source = (): CorpusSource => ({ kind: 'folder', root, include: ['**/*.md'], exclude: [] });
const options = { maxFileBytes: 1_000_000 };
const read = async () => {
  const { documents } = await readCorpus(source(), { ...options, onUnread });
  return documents.map(({ id }) => id);
};

describe('what changes while it is read', () => {
  it('leaves out a folder that vanishes during the walk, and walks the rest', async () => {
    meanwhile.listing = (path) => {
      if (path.includes('/b')) rmSync(path, { recursive: true, force: true });
    };
    expect(await read()).toEqual(['a/x.md', 'c/x.md']);
    const message = `cannot read ${root}/b/: it is gone, or its name is not UTF-8 (ENOENT)`;
    expect(unread).toEqual([`b/: GRK_FILE_UNREADABLE: ${message}`]);
    mkdirSync(join(root, 'b'));
    await expect(readCorpus(source(), options)).rejects.toThrow(message);
  });
  it('fails where the root itself vanishes', async () => {
    meanwhile.listing = (path) => rmSync(path, { recursive: true, force: true });
    await expect(read()).rejects.toMatchObject({ code: 'GRK_FILE_UNREADABLE' });
  });
  it('leaves out a file that vanishes between the walk and the read', async () => {
    meanwhile.reading = (path) => {
      if (path.endsWith('a/0.md')) rmSync(join(root, 'c/x.md'), { force: true });
    };
    const many = Array.from({ length: 70 }, (_, i) => `a/${i}.md`);
    for (const path of many) writeFileSync(join(root, path), 'x');
    expect(await read()).toEqual([...many, 'a/x.md', 'b/x.md'].sort());
    expect(unread).toEqual([expect.stringMatching(/^c\/x\.md: GRK_FILE_UNREADABLE: .*it is gone/)]);
  });
  it('reads a file that is replaced meanwhile: it has one content, the old one', async () => {
    meanwhile.reading = (path) => {
      if (!path.endsWith('b/x.md')) return;
      writeFileSync(join(root, 'new'), 'new');
      renameSync(join(root, 'new'), path);
    };
    const { documents } = await readCorpus(source(), { ...options, onUnread });
    expect([documents[1]?.text, unread]).toEqual(['# b\n', []]);
  });
  it.each([
    ['grows', (path: string) => appendFileSync(path, 'more')],
    ['is written anew at the same length', (path: string) => writeFileSync(path, '# X\n')],
    ['is touched', (path: string) => utimesSync(path, 1, 1)],
  ])('leaves out a file that %s meanwhile: half of each would be neither', async (_what, change) => {
    utimesSync(join(root, 'b/x.md'), 2, 2);
    meanwhile.reading = (path) => {
      if (path.endsWith('b/x.md')) change(path);
    };
    expect(await read()).toEqual(['a/x.md', 'c/x.md']);
    expect(unread).toEqual([expect.stringMatching(/^b\/x\.md: GRK_FILE_UNREADABLE: .*b\/x\.md was changed while/)]);
  });
});
