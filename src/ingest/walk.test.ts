import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { walk } from './walk.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grk wälk '));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (...paths: string[]) => {
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'text');
  }
};
const list = async (include: string[], exclude: string[] = [], folder = '', base?: string) => {
  const { files, skipped } = await walk({ root: join(root, folder), base, include, exclude });
  return {
    files: files.map(({ id }) => id).sort(),
    skipped: skipped.map(({ path, reason }) => `${path}: ${reason}`).sort(),
  };
};

describe('faults', () => {
  it('refuses a glob that is too long to be compiled', async () => {
    write('a.md');
    await expect(list(['x'.repeat(70_000)])).rejects.toMatchObject({
      code: 'GRK_CONFIG_INVALID',
      message: `the glob ${'x'.repeat(40)}… cannot be used`,
    });
  });
  it('names the sibling that is closest to a root that does not exist', async () => {
    write('guides/a.md');
    await expect(list(['**'], [], 'guide')).rejects.toMatchObject({
      code: 'GRK_FILE_MISSING',
      message: `${join(root, 'guide')} does not exist`,
      remedy: `Did you mean ${join(root, 'guides')}?`,
    });
    await expect(list(['**'], [], 'quite/other')).rejects.toMatchObject({ remedy: 'Check the path.' });
    await expect(list(['**'], [], 'guides/a.md/b')).rejects.toMatchObject({ code: 'GRK_FILE_MISSING' });
  });

  it('refuses negated and empty globs', async () => {
    await expect(list(['**', '!drafts/**'])).rejects.toMatchObject({
      code: 'GRK_CONFIG_INVALID',
      message: 'the glob !drafts/** is negated',
      remedy: 'Name what to leave out under exclude, without the "!".',
    });
    await expect(list([''])).rejects.toThrow('a glob cannot be empty');
    write('a.md', 'b.txt');
    expect((await list(['!(b).md'])).files).toEqual(['a.md']);
  });

  it('takes a root outside the base as a world of its own, with absolute ids', async () => {
    write('docs/a.md', 'docs/.gitignore', 'docs/tmp/x.md', 'docs/b.txt', 'docs/drafts/c.md');
    writeFileSync(join(root, 'docs/.gitignore'), '/tmp/\n');
    const id = (path: string) => join(root, 'docs', path).split(sep).join('/');
    const { files, skipped } = await list(['*.md'], ['drafts'], 'docs', join(root, 'project'));
    expect(files).toEqual([id('a.md')]);
    expect(skipped.map((line) => line.split(': ')[0])).toEqual(
      ['.gitignore', 'b.txt', 'drafts/', 'tmp/'].map(id).sort(),
    );
    expect((await list(['nothing'], [], 'docs/b.txt', join(root, 'project'))).files).toEqual([id('b.txt')]);
    const sibling = await list(['**/*.md'], [], 'docs', join(root, 'doc'));
    expect(sibling.files).toContain(id('a.md'));
  });

  it('stops when it is told to', async () => {
    write('a.md');
    const signal = AbortSignal.abort();
    await expect(walk({ root, include: ['**'], exclude: [], signal })).rejects.toMatchObject({
      code: 'GRK_INTERRUPTED',
    });
  });

  // Root may read everything, so the test takes another user’s rights for a moment.
  it.skipIf(process.platform === 'win32')('names a folder and a .gitignore that cannot be read', async () => {
    write('open/a.md', 'closed/b.md', 'rules/.gitignore');
    const asUser = async (run: () => Promise<void>) => {
      const isRoot = process.geteuid?.() === 0;
      chmodSync(root, 0o755);
      if (isRoot) process.seteuid?.(65534);
      try {
        await run();
      } finally {
        if (isRoot) process.seteuid?.(0);
      }
    };
    chmodSync(join(root, 'closed'), 0o111);
    await asUser(() => expect(list(['**'])).rejects.toThrow(/^cannot read .*closed\/?: permission denied \(EACCES\)$/));
    chmodSync(join(root, 'closed'), 0o000);
    await asUser(() =>
      expect(list(['**'])).rejects.toMatchObject({
        code: 'GRK_FILE_UNREADABLE',
        message: expect.stringMatching(/closed\/?: permission denied \(EACCES\)$/),
        remedy: 'Make it readable, or leave it out with an exclude glob or a .gitignore rule.',
      }),
    );
    await asUser(async () => expect((await list(['**'], ['closed'])).files).toEqual(['open/a.md']));
    chmodSync(join(root, 'closed'), 0o755);
    chmodSync(join(root, 'rules/.gitignore'), 0o000);
    await asUser(() =>
      expect(list(['**'])).rejects.toThrow(`cannot read ${join(root, 'rules/.gitignore')}: permission denied (EACCES)`),
    );
  });
});

it('selects by globs and counts every file and folder that it leaves out', async () => {
  write('a.md', 'b.txt', 'sub/c.md', 'sub/draft/d.md', 'build/e.md', 'node_modules/f.md', 'sub/.git/g.md', '.grk/h.md');
  write('.hidden/i.md', 'sub/j.md', '.gitignore');
  writeFileSync(join(root, '.gitignore'), 'build/\nj.md\n');
  expect(await list(['**/*.md'], ['**/draft'])).toEqual({
    files: ['a.md', 'sub/c.md'],
    skipped: [
      '.gitignore: matches no include glob',
      '.grk/: folder that is never read',
      '.hidden/i.md: matches no include glob',
      'b.txt: matches no include glob',
      'build/: ignored by .gitignore',
      'node_modules/: folder that is never read',
      'sub/.git/: folder that is never read',
      'sub/draft/: matches an exclude glob',
      'sub/j.md: ignored by .gitignore',
    ],
  });
});

it('excludes files by name, hidden ones too', async () => {
  write('a.md', 'README.md', '.x/README.md');
  expect((await list(['**/*.md', '.x/**'], ['**/README.md'])).files).toEqual(['a.md']);
});

it('takes the rules of a nested .gitignore below its folder', async () => {
  write('a/x.md', 'a/y.md', 'x.md');
  writeFileSync(join(root, 'a/.gitignore'), 'x.md');
  expect((await list(['**'])).files).toEqual(['a/y.md', 'x.md']);
});

it('is not misled by a folder that is called .gitignore', async () => {
  write('a.md', '.gitignore/x');
  expect((await list(['*.md'])).files).toEqual(['a.md']);
});

it('makes ids, globs and rules relative to the base', async () => {
  write('docs/a.md', 'docs/b.md', 'c.md');
  writeFileSync(join(root, '.gitignore'), '/docs/b.md');
  expect((await list(['docs/*.md'], [], 'docs', root)).files).toEqual(['docs/a.md']);
  expect((await list(['*.md'], [], 'docs')).files).toEqual(['a.md', 'b.md']);
});

it('takes a file that is named, whatever globs say', async () => {
  write('docs/a.rst');
  expect(await list(['*.md'], ['**'], 'docs/a.rst')).toEqual({ files: ['a.rst'], skipped: [] });
  expect((await list([], [], 'docs/a.rst', root)).files).toEqual(['docs/a.rst']);
});

it('skips links, whatever their names, so that cycles end', async () => {
  write('a/b.md');
  symlinkSync(root, join(root, 'a/loop'));
  symlinkSync(tmpdir(), join(root, 'out'));
  writeFileSync(join(root, '.gitignore'), 'out');
  expect(await list(['**/*.md'])).toEqual({
    files: ['a/b.md'],
    skipped: ['.gitignore: matches no include glob', 'a/loop: symbolic link', 'out: ignored by .gitignore'],
  });
});

it('gives names in NFC', async () => {
  write('re\u0301sume\u0301.md');
  const { files } = await walk({ root, include: ['r\u00e9sume\u0301.md'], exclude: [] });
  expect(files).toEqual([{ id: 'r\u00e9sum\u00e9.md', file: join(root, 're\u0301sume\u0301.md'), isNamed: false }]);
});
