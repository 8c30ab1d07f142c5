import { expect, it } from 'vitest';
import { corpusParts } from './corpus-parts.ts';

it.each([
  [[], []],
  [['corpus.jsonl', 'queries.jsonl'], ['corpus.jsonl']],
  [['corpus-10.jsonl', 'corpus-9.jsonl', 'corpus-8.jsonl', 'corpus-x.jsonl'].slice(3), []],
  [
    ['corpus-01.jsonl', 'corpus-00.jsonl'],
    ['corpus-00.jsonl', 'corpus-01.jsonl'],
  ],
  [
    ['corpus-2.jsonl', 'corpus-1.jsonl', 'corpus-3.jsonl'],
    ['corpus-1.jsonl', 'corpus-2.jsonl', 'corpus-3.jsonl'],
  ],
])('of %j are %j', (names, expected) => {
  expect(corpusParts('f', names)).toEqual(expected);
});

it.each([
  [['corpus.jsonl', 'corpus-00.jsonl'], 'f: both corpus.jsonl and corpus-00.jsonl are there'],
  [['corpus-00.jsonl', 'corpus-02.jsonl'], 'f: corpus files are missing between corpus-00.jsonl and corpus-02.jsonl'],
  [['corpus-02.jsonl', 'corpus-03.jsonl'], 'f: corpus files are missing before corpus-02.jsonl'],
  [['corpus-0.jsonl', 'corpus-00.jsonl'], 'f: corpus-0.jsonl and corpus-00.jsonl have the same number'],
])('of %j are refused', (names, message) => {
  expect(() => corpusParts('f', names)).toThrow(message);
});
