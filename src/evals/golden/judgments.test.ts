import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { parseJudgments } from './judgments.ts';
import { judgmentsSha256 } from './judgments-hash.ts';

const ROW = {
  topicId: 'k1',
  query: 'what is the limit',
  category: 'keyword',
  split: 'dev',
  answerable: true,
  gold: [{ doc: 'a.md', quote: 'The limit is 3.', grade: 2 }],
};
const row = (changes: object = {}) => JSON.stringify({ ...ROW, ...changes });
const file = (...rows: string[]) => `${rows.join('\n')}\n`;

function faultsOf(text: string): string {
  try {
    parseJudgments(text, 'j.jsonl');
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_GOLDEN_INVALID') return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('a row of judgments.jsonl is refused', () => {
  it.each([
    ['that is no JSON', '{"topicId": ', 'j.jsonl:1: not valid JSON'],
    ['that is no object', '[]', 'j.jsonl:1: Invalid input: expected object, received array'],
    ['with an unknown key', row({ querry: 'x' }), 'j.jsonl:1: unknown key "querry"; did you mean "query"?'],
    [
      'with an unknown key in a gold entry',
      row({ gold: [{ doc: 'a.md', quotes: 'x', grade: 1 }] }),
      'j.jsonl:1: gold[0]: unknown key "quotes"; did you mean "quote"?',
    ],
    ['with a number as id', row({ topicId: 7 }), 'j.jsonl:1: topicId: Invalid input: expected string, received number'],
    ['with a blank query', row({ query: '  ' }), 'j.jsonl:1: query: a query cannot be blank'],
    [
      'with a broken grade',
      row({ gold: [{ doc: 'a', grade: 0.5 }] }),
      'j.jsonl:1: gold[0].grade: Invalid input: expected int, received number',
    ],
    [
      'with lines the wrong way round',
      row({ gold: [{ doc: 'a', lines: [9, 3], grade: 1 }] }),
      'j.jsonl:1: gold[0].lines: the first line, 9, comes after the last, 3',
    ],
    ['with a split called all', row({ split: 'all' }), 'j.jsonl:1: split: a split cannot be called "all"'],
    [
      'with the same gold entry twice, whatever the grades',
      row({
        gold: [
          { doc: 'a', quote: 'x', grade: 1 },
          { doc: 'b', grade: 1 },
          { doc: 'a', quote: 'x', grade: 2 },
        ],
      }),
      'j.jsonl:1: gold[2] points where gold[0] does',
    ],
  ])('%s', (_, text, message) => {
    expect(faultsOf(text)).toBe(message);
  });

  it('with a topic id that is taken, naming both lines', () => {
    expect(faultsOf(file(row(), row({ topicId: 'k2' }), row()))).toBe(
      'j.jsonl:3: topic id "k1" is taken: first at j.jsonl:1',
    );
  });

  it('where a line before the end is blank', () => {
    expect(faultsOf(file(row(), '', row({ topicId: 'k2' })))).toBe('j.jsonl:2: blank line');
  });

  it('together with all the others, the first twenty in full', () => {
    expect(faultsOf(file('x', row(), 'y'))).toBe(
      '2 faults in the golden set\n  j.jsonl:1: not valid JSON\n  j.jsonl:3: not valid JSON',
    );
    const many = faultsOf(file(...new Array<string>(25).fill('x'))).split('\n');
    expect(many).toHaveLength(22);
    expect(many[0]).toBe('25 faults in the golden set');
    expect(many[20]).toBe('  j.jsonl:20: not valid JSON');
    expect(many[21]).toBe('  and 5 more');
  });
});

it('reads byte-order mark, CRLF and blank lines at the end', () => {
  const text = `\uFEFF${row()}\r\n${row({ topicId: 'k2' })}\r\n\r\n  \n`;
  expect(parseJudgments(text, 'j.jsonl').topics.map(({ topicId, where }) => [topicId, where])).toEqual([
    ['k1', 'j.jsonl:1'],
    ['k2', 'j.jsonl:2'],
  ]);
});

it('reads topics of which nothing relevant is known, and grades of what only stood in the pool', () => {
  const gold = [{ doc: 'a', grade: -1 }];
  expect(parseJudgments(row({ answerable: 'unknown', gold }), 'j.jsonl').topics[0]).toMatchObject({
    answerable: 'unknown',
    gold,
  });
  expect(faultsOf(row({ answerable: 'maybe' }))).toContain('j.jsonl:1: answerable: ');
});

it('reads the three kinds of anchor', () => {
  const gold = [
    { doc: 'a', quote: 'x', occurrence: 2, grade: 3 },
    { doc: 'b', lines: [2, 4], grade: 1 },
    { doc: 'c', grade: 0 },
  ];
  const [topic] = parseJudgments(row({ gold, overlap: 1, slices: ['long'] }), 'j.jsonl').topics;
  expect(topic).toEqual({
    topicId: 'k1',
    query: 'what is the limit',
    category: 'keyword',
    split: 'dev',
    slices: ['long'],
    answerable: true,
    overlap: 1,
    where: 'j.jsonl:1',
    gold: [
      { doc: 'a', grade: 3, where: 'j.jsonl:1', anchor: { kind: 'quote', quote: 'x', occurrence: 2 } },
      { doc: 'b', grade: 1, where: 'j.jsonl:1', anchor: { kind: 'lines', first: 2, last: 4 } },
      { doc: 'c', grade: 0, where: 'j.jsonl:1', anchor: { kind: 'document' } },
    ],
  });
});

describe('the hash over the judgments', () => {
  const hash = (text: string) => judgmentsSha256(parseJudgments(text, 'j.jsonl').hashed);
  const base = hash(file(row(), row({ topicId: 'k2' })));

  it('is frozen, as another JSON library and another SHA-256 computed it', () => {
    expect(base).toBe('991ffe96023e595231f79d0841402898dba3d852350ff28e62065d71248cba02');
  });

  it.each([
    ['order of lines', file(row({ topicId: 'k2' }), row())],
    ['line ends and a byte-order mark', `\uFEFF${row()}\r\n${row({ topicId: 'k2' })}`],
    ['notes', file(row({ notes: 'seen' }), row({ topicId: 'k2', notes: 'too' }))],
    ['defaults written out', file(row({ slices: [] }), row({ topicId: 'k2' }))],
    ['order of keys', file(JSON.stringify(Object.fromEntries(Object.entries(ROW).reverse())), row({ topicId: 'k2' }))],
  ])('does not depend on %s', (_, text) => {
    expect(hash(text)).toBe(base);
  });

  it.each([
    ['a query', { query: 'other' }],
    ['a grade', { gold: [{ ...ROW.gold[0], grade: 1 }] }],
    ['a split', { split: 'test' }],
    ['an overlap', { overlap: 2 }],
  ])('changes with %s', (_, changes) => {
    expect(hash(file(row(changes), row({ topicId: 'k2' })))).not.toBe(base);
  });
});
