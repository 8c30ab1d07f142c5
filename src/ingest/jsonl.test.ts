import { describe, expect, it } from 'vitest';
import { jsonlDocuments } from './jsonl.ts';

const read = (...lines: string[]) => [...jsonlDocuments('corpus.jsonl', Buffer.from(lines.join('\n'), 'utf8'))];

describe('faults', () => {
  it.each([
    ['{"_id": "1", "text": ', /^corpus\.jsonl:2: not valid JSON \(.+\)$/],
    ['[1]', /^corpus\.jsonl:2: expected an object with "_id", "title" and "text"$/],
    ['null', /^corpus\.jsonl:2: expected an object/],
    ['{"text": "a"}', /^corpus\.jsonl:2: "_id" is missing$/],
    ['{"id": "1", "text": "a"}', /^corpus\.jsonl:2: "_id" is missing; is "id" meant to be it\?$/],
    ['{"_id": 7, "text": "a"}', /^corpus\.jsonl:2: "_id" is 7: ids are strings, so write "7"$/],
    ['{"_id": "", "text": "a"}', /^corpus\.jsonl:2: "_id": an id cannot be empty$/],
    ['{"_id": "a\\tb", "text": "a"}', /^corpus\.jsonl:2: "_id": an id cannot hold control characters$/],
    ['{"_id": "1", "title": "a"}', /^corpus\.jsonl:2: "text" is missing$/],
    ['{"_id": "1", "txt": "a"}', /^corpus\.jsonl:2: "text" is missing; is "txt" meant to be it\?$/],
    ['{"_id": "1", "text": ["a"]}', /^corpus\.jsonl:2: "text" is not a string$/],
    ['{"_id": "1", "title": 3, "text": "a"}', /^corpus\.jsonl:2: "title" is not a string$/],
    ['{"_id": "1", "text": "a\\ud800"}', /^corpus\.jsonl:2: the text holds half of a surrogate pair/],
  ])('%s', (line, message) => {
    expect(() => read('{"_id": "0", "text": "a"}', line)).toThrow(message);
    expect(() => read('{"_id": "0", "text": "a"}', line)).toThrow(
      expect.objectContaining({
        code: 'GRK_GOLDEN_INVALID',
        remedy: 'Each line is one document: {"_id": "…", "title": "…", "text": "…"}.',
      }),
    );
  });

  it('names the first byte that is not UTF-8', () => {
    expect(() => [...jsonlDocuments('corpus.jsonl', Buffer.from([0x7b, 0xc3, 0x7d]))]).toThrow(
      'corpus.jsonl is not UTF-8: byte 1 (0xc3) does not fit',
    );
  });
});

it('joins title and text by a space and trims them, as BEIR does', () => {
  const texts = read(
    '{"_id": "1", "title": "T", "text": "body\\n"}',
    '{"_id": "2", "title": "", "text": " b "}',
    '{"_id": "3", "title": null, "text": "c"}',
    '{"_id": "4", "title": "T", "text": ""}',
    '{"_id": "5", "text": "\\ud83d\\ude00"}',
  );
  expect(texts.map(({ document }) => [document.id, document.title, document.text])).toEqual([
    ['1', 'T', 'T body'],
    ['2', '2', 'b'],
    ['3', '3', 'c'],
    ['4', 'T', 'T'],
    ['5', '5', '😀'],
  ]);
});

it('passes over a byte-order mark, CRLF and blank lines, and counts all lines', () => {
  const found = read('\uFEFF{"_id": "1", "text": "a"}\r', '', '  \r', '{"_id": "2", "text": "b"}', '');
  expect(found.map(({ where }) => where)).toEqual(['corpus.jsonl:1', 'corpus.jsonl:4']);
});

it('keeps scalars and lists of metadata and of other keys, and lists what it leaves out', () => {
  const [found] = read(
    '{"_id": "1", "text": "a", "metadata": {"year": 2020, "ok": true, "n": null, "list": [1, "b"], "map": {}, "big": 1e999}, "url": "u", "year": 1}',
  );
  expect(found?.document.metadata).toEqual({ year: 2020, ok: true, list: [1, 'b'], url: 'u' });
  expect(found?.leftOut).toEqual([
    { key: 'n', why: 'empty' },
    { key: 'map', why: 'nested' },
    { key: 'big', why: 'not-finite' },
    { key: 'year', why: 'repeated' },
  ]);
});

it('takes "metadata" that is a scalar for a value like any other', () => {
  expect(read('{"_id": "1", "text": "a", "metadata": "m"}')[0]?.document.metadata).toEqual({ metadata: 'm' });
});
