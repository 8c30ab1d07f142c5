import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { documentOf } from './read.ts';

const read = (id: string, text: string) => documentOf(id, `/corpus/${id}`, Buffer.from(text, 'utf8'));

describe('title', () => {
  it.each([
    ['a.md', 'intro\n\n## First\n\n# Second', 'First'],
    ['a.md', 'Under\nlined\n===', 'Under lined'],
    ['a.md', '---\ntitle: Front\n---\n# Head', 'Head'],
    ['a.md', '---\ntitle: Front\n---\ntext', 'Front'],
    ['a.md', '---\ntitle: [a, b]\n---\ntext', 'a.md'],
    ['a.md', '```\n# comment\n```', 'a.md'],
    ['a.md', '#\n\n## Named', 'Named'],
    ['x/README', '# Head', 'README'],
    ['x/notes.txt', '# Head', 'notes.txt'],
  ])('%s with %j is called %j', (id, text, title) => {
    expect(read(id, text).document.title).toBe(title);
  });
});

describe('metadata', () => {
  it('has path, folder and extension', () => {
    expect(read('guide/deep/A.MD', 'x').document.metadata).toEqual({
      path: 'guide/deep/A.MD',
      folder: 'guide',
      ext: 'md',
    });
    expect(read('.env', 'x').document.metadata).toEqual({ path: '.env', ext: '' });
  });

  it('has the values and lists of front matter, which cannot replace the file’s own', () => {
    const frontMatter = 'version: 2\r\npath: /else\r\ntags:\r\n  - x\r\n  - y\r\nby: {name: z}\r\n';
    const { document, leftOut } = read('a.md', `\uFEFF---\r\n${frontMatter}---\r\ntext`);
    expect(document.metadata).toEqual({ version: 2, tags: ['x', 'y'], path: 'a.md', ext: 'md' });
    expect(leftOut).toEqual([
      { key: 'by', why: 'nested' },
      { key: 'path', why: 'reserved' },
    ]);
  });

  it('takes front matter of Markdown files only', () => {
    expect(read('a.txt', '---\na: 1\n---\n').document.metadata).toEqual({ path: 'a.txt', ext: 'txt' });
  });
});

it('keeps the text as it is in the file, and hashes its bytes', () => {
  const text = '\uFEFF---\r\na: 1\r\n---\r\n# T\r\n';
  const { document } = read('a.md', text);
  expect(document.text).toBe(text);
  expect(document.contentSha256).toBe(createHash('sha256').update(Buffer.from(text, 'utf8')).digest('hex'));
});

it('refuses a file that is not UTF-8', () => {
  expect(() => documentOf('a.md', '/corpus/a.md', Buffer.from([0xe9]))).toThrow(
    '/corpus/a.md is not UTF-8: byte 0 (0xe9) does not fit',
  );
});
