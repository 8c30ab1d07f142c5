import { expect, it } from 'vitest';
import { READING_ALGORITHM } from './extractors.ts';
import { jsonlDocuments } from './jsonl.ts';
import { documentOf } from './read.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('is frozen under the version id of reading', () => {
  const file = documentOf('a/b.md', 'b.md', bytes('\uFEFF---\nkind: x\n---\r\n# T\r\n\r\nbody\r\n')).document;
  const rows = [
    ...jsonlDocuments(
      'c.jsonl',
      bytes('{"_id":"1","title":"T","text":" body "}\n{"_id":"2","title":"","text":"only"}\n'),
    ),
  ];
  expect([
    READING_ALGORITHM,
    file.title,
    file.text,
    file.metadata.kind,
    ...rows.map(({ document: { id, title, text } }) => [id, title, text]),
  ]).toEqual([
    'reading/1',
    'T',
    '\uFEFF---\nkind: x\n---\r\n# T\r\n\r\nbody\r\n',
    'x',
    ['1', 'T', 'T  body'],
    ['2', '2', 'only'],
  ]);
});
