import { expect, it } from 'vitest';
import { CHUNKERS } from './chunk/chunkers.ts';
import { chunkerFor, extractorOf, extractorVersions } from './extractors.ts';

it.each([
  ['a.md', 'markdown', 'reading/2'],
  ['A.MDX', 'markdown', 'reading/2'],
  ['notes.txt', 'text', 'reading/2'],
  ['LICENSE', 'text', 'reading/2'],
  ['.py', 'text', 'reading/2'],
  ['src.py/README', 'text', 'reading/2'],
  ['rows.jsonl', 'jsonl', 'reading/2'],
  ['x/a.HTML', 'html', 'html/1'],
  ['a.htm', 'html', 'html/1'],
  ['a.pdf', 'pdf', `pdf/2+${CHUNKERS.recursive.algorithm}`],
  ['a.docx', 'docx', 'docx/1'],
  ['a.test.ts', 'code', `code/1+${CHUNKERS.recursive.algorithm}`],
  ['deploy.yaml', 'code', `code/1+${CHUNKERS.recursive.algorithm}`],
])('%s is read as %s by %s', (path, id, algorithm) => {
  expect(extractorOf(path)).toEqual({ id, algorithm });
});

it('lists versions of the extractors that are needed, and none for text', () => {
  expect(extractorVersions(['text', 'markdown', 'jsonl'])).toEqual({});
  expect(Object.keys(extractorVersions(['pdf', 'text', 'html', 'pdf']))).toEqual(['html', 'pdf']);
});

it('cuts what holds no Markdown at lines, and everything else as it is set', () => {
  const markdown = { name: 'markdown', maxChars: 300 } as const;
  const cut = { name: 'recursive', maxChars: 300, overlapChars: 0 };
  expect(chunkerFor({ extractor: 'code' }, markdown)).toEqual(cut);
  expect(chunkerFor({ extractor: 'pdf' }, markdown)).toEqual(cut);
  expect(chunkerFor({ extractor: 'html' }, markdown)).toBe(markdown);
  expect(chunkerFor({}, markdown)).toBe(markdown);
  expect(chunkerFor({ extractor: 'code' }, { name: 'whole' })).toEqual({ name: 'whole' });
});
