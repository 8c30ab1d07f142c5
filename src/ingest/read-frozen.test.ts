import { expect, it } from 'vitest';
import { READING_ALGORITHM } from './extractors.ts';
import { jsonlDocuments } from './jsonl.ts';
import { documentOf } from './read.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('is frozen under the version id of reading', () => {
  const file = documentOf(
    'a/b.md',
    'b.md',
    bytes('\uFEFF---\nkind: x\ntags: [a, 1.0]\n---\r\n# T\r\n\r\nbody\r\n'),
  ).document;
  const rows = [
    ...jsonlDocuments(
      'c.jsonl',
      bytes('{"_id":"1","title":"T","text":" body ","tags":["a",2]}\n{"_id":"2","title":"","text":"only"}\n'),
    ),
  ];
  expect([
    READING_ALGORITHM,
    file.title,
    file.text,
    file.metadata,
    ...rows.map(({ document: { id, title, text, metadata } }) => [id, title, text, metadata]),
  ]).toEqual([
    'reading/2',
    'T',
    '\uFEFF---\nkind: x\ntags: [a, 1.0]\n---\r\n# T\r\n\r\nbody\r\n',
    { kind: 'x', tags: ['a', 1], path: 'a/b.md', ext: 'md', folder: 'a' },
    ['1', 'T', 'T  body', { tags: ['a', 2] }],
    ['2', '2', 'only', {}],
  ]);
});
