import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import { parseJsonlRows } from './jsonl-rows.ts';

const parse = (text: string, names: Record<string, string> = {}) =>
  parseJsonlRows({ file: 'r', text }, { names: new Map(Object.entries(names)), split: 'test' });

function faultsOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_GOLDEN_INVALID') return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('rows to be imported', () => {
  it('need an id, a query and gold, and get what they leave out', () => {
    const { rows } = parse('{"topicId": "a", "query": "q", "gold": ["d1", {"doc": "d2", "grade": 0}]}\n');
    expect(rows).toEqual([
      {
        where: 'r:1',
        value: {
          topicId: 'a',
          query: 'q',
          category: 'uncategorised',
          split: 'test',
          slices: [],
          answerable: true,
          gold: [
            { doc: 'd1', grade: 1 },
            { doc: 'd2', grade: 0 },
          ],
        },
      },
    ]);
  });

  it('are unknown without a relevant judgment, and unanswerable only where they say so', () => {
    const { rows } = parse(
      '{"topicId": "a", "query": "q", "gold": [{"doc": "d", "grade": 0}]}\n{"topicId": "b", "query": "q", "gold": [], "answerable": false, "split": "dev"}\n',
    );
    expect(rows.map(({ value }) => [value.answerable, value.split])).toEqual([
      ['unknown', 'test'],
      [false, 'dev'],
    ]);
  });

  it('may call their fields otherwise, and have others, which are counted', () => {
    const { rows, leftOut } = parse('{"id": "a", "question": "q", "contexts": ["d"], "answer": "x"}\n', {
      topicId: 'id',
      query: 'question',
      gold: 'contexts',
    });
    expect(rows[0]?.value).toMatchObject({ topicId: 'a', query: 'q', gold: [{ doc: 'd', grade: 1 }] });
    expect([...leftOut]).toEqual([['answer', 1]]);
  });

  it.each([
    [
      'a field under another name',
      '{"topicId": "a", "quary": "q", "gold": []}',
      'r:1: "query" is missing; say --map query=quary',
    ],
    [
      'a field that is not there',
      '{"topicId": "a", "gold": []}',
      'r:1: "query" is missing; the row has topicId, gold: say --map query=NAME',
    ],
    [
      'a number as id',
      '{"topicId": 7, "query": "q", "gold": []}',
      'r:1: topicId: Invalid input: expected string, received number',
    ],
    [
      'a grade in words',
      '{"topicId": "a", "query": "q", "gold": [{"doc": "d", "grade": "high"}]}',
      'r:1: gold[0].grade: Invalid input: expected number, received string',
    ],
    [
      'gold that is no list',
      '{"topicId": "a", "query": "q", "gold": "d"}',
      'r:1: gold: Invalid input: expected array, received string',
    ],
    ['a list', '["a"]', 'r:1: Invalid input: expected record, received array'],
  ])('are refused with %s', (_, text, message) => {
    expect(faultsOf(`${text}\n`)).toBe(message);
  });
});
