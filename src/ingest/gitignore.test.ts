import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { ignoreRules } from './gitignore.ts';
import { walk } from './walk.ts';

const ignored = (files: Record<string, string>, ...paths: string[]) => {
  const rules = ignoreRules();
  for (const [folder, text] of Object.entries(files)) rules.add(folder, text);
  return paths.filter((path) => rules.ignores(path));
};

it.each([
  ['a name at any depth', { '': 'x' }, ['x', 'a/x', 'xy'], ['x', 'a/x']],
  ['a folder only', { '': 'x/' }, ['x', 'x/'], ['x/']],
  ['an anchored path', { '': '/x\na/b' }, ['x', 'a/x', 'a/b', 'c/a/b'], ['x', 'a/b']],
  ['a negation after it', { '': '*.md\n!keep.md' }, ['a.md', 'keep.md'], ['a.md']],
  ['no way back below an ignored folder', { '': 'x/\n!x/keep' }, ['x/', 'x/keep'], ['x/', 'x/keep']],
  [
    'a nested file by its own folder',
    { a: '/x\ny\nb/z' },
    ['x', 'a/x', 'a/b/x', 'a/b/y', 'y', 'a/b/z'],
    ['a/x', 'a/b/y', 'a/b/z'],
  ],
  ['a nested negation', { '': '*.md', a: '!*.md' }, ['x.md', 'a/x.md', 'a/b/x.md'], ['x.md']],
  ['a nested folder that is taken back', { '': '*.d/', a: '!y.d/' }, ['a/x.d/', 'a/y.d/', 'a/y.d/f'], ['a/x.d/']],
  ['escapes', { '': '\\#x\n\\!y', 'a[1]': '\\#z\n!\\!w' }, ['#x', '!y', 'a[1]/#z', 'a1/#z'], ['#x', '!y', 'a[1]/#z']],
  ['case as written', { '': 'README' }, ['README', 'readme'], ['README']],
  ['comments, blanks, CRLF and a byte-order mark', { '': '\uFEFFx\r\n# y\r\n\r\n' }, ['x', 'y', '# y'], ['x']],
  ['composed and decomposed names alike', { '': 'e\u0301' }, ['\u00e9'], ['\u00e9']],
])('ignores %s', (_, files, paths, expected) => {
  expect(ignored(files, ...paths)).toEqual(expected);
});

const hasGit = (() => {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const root = mkdtempSync(join(tmpdir(), 'grk-ignore-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it.skipIf(!hasGit)('leaves in what git itself leaves in', async () => {
  const names = ['a', 'b', 'a.md', 'c d', 'x[1]', '#z', '!y'];
  const folders = ['', 'sub/', 'sub/a/', 'sub/q*/'];
  for (const folder of folders) {
    for (const name of folder === 'sub/' ? names.slice(1) : names) {
      mkdirSync(join(root, dirname(folder + name)), { recursive: true });
      writeFileSync(join(root, folder + name), 'x');
    }
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  const pattern = fc.constantFrom(
    ...['a', 'b/', 'a/', '*.md', '!a.md', '/a', 'a/b', 'sub/*', '!sub/a', '**/b', 'sub/**', '!sub/', '!a/', '\\#z'],
    ...[
      'c d',
      'c\\ d',
      'x\\[1\\]',
      'x[1]',
      '*',
      '!*/',
      '!*.md',
      '?',
      '[ab]',
      '# a',
      'a ',
      'sub/**/b',
      '!y',
      '\\!y',
      'q\\*',
    ],
  );
  const file = fc.array(pattern, { maxLength: 5 }).map((lines) => lines.join('\n'));
  await fc.assert(
    fc.asyncProperty(file, file, file, async (...files) => {
      for (const [i, text] of files.entries()) writeFileSync(join(root, folders[i] ?? '', '.gitignore'), text);
      const listed = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], { cwd: root });
      const expected = listed
        .toString()
        .split('\0')
        .filter((path) => path !== '' && !path.endsWith('.gitignore'));
      const { files: found } = await walk({ root, include: ['**'], exclude: [] });
      expect(found.map(({ id }) => id).sort()).toEqual(expected.sort());
    }),
    { numRuns: 40 },
  );
});
