import { describe, expect, it } from 'vitest';
import { type Addition, addJudgments } from './add-judgments.ts';

const row = (topicId: string, changes: object = {}) =>
  JSON.stringify({
    topicId,
    query: topicId,
    category: 'c',
    split: 'dev',
    answerable: true,
    gold: [{ doc: 'd', grade: 1 }],
    ...changes,
  });
const to = (topicId: string, doc: string, grade: number): Addition => ({
  topicId,
  topic: undefined,
  entry: { doc, grade },
  where: 'here',
});
const add = (text: string, ...additions: Addition[]) => addJudgments(text, 'j', additions, () => 7);
const isNew = { query: 'new', category: 'c', split: 'dev' };

describe('addJudgments', () => {
  it('changes one row and no byte of the others, whatever their form', () => {
    const first =
      '{ "split":"dev", "topicId": "a",  "query": "ä\\u00e9", "category": "c", "answerable": true, "gold": [ ] }';
    const text = `\uFEFF${first}\r\n${row('b')}\r\n${row('c')}\r\n\r\n`;
    const { text: after, rows } = add(text, to('b', 'e', 2));
    expect(after).toBe(
      text.replace(
        '"doc":"d","grade":1}]}\r\n{"topicId":"c"',
        '"doc":"d","grade":1},{"doc":"e","grade":2}]}\r\n{"topicId":"c"',
      ),
    );
    expect(rows).toEqual([{ line: 2, isNew: false, text: after.split('\r\n')[1] }]);
  });

  it('puts new topics last, before blank lines, after a last row without a line end', () => {
    const whole = `${row('a')}\n${row('n', {
      query: 'new',
      answerable: true,
      gold: [
        { doc: 'e', grade: 2 },
        { doc: 'f', grade: 0 },
      ],
    })}\n`;
    const additions = [
      { ...to('n', 'e', 2), topic: isNew },
      { ...to('n', 'f', 0), topic: isNew },
    ];
    expect(add(row('a'), ...additions).text).toBe(whole);
    expect(add(`${row('a')}\n\n`, ...additions).text).toBe(`${whole}\n`);
    expect(add('', ...additions)).toMatchObject({
      text: whole.slice(row('a').length + 1),
      rows: [{ line: 1, isNew: true }],
    });
    expect(add(row('a'), to('a', 'e', 0)).text.endsWith('}')).toBe(false);
  });

  it('leaves a last row without a line end as it is where nothing follows', () => {
    expect(add(`${row('a')}\n${row('b')}`, to('a', 'e', 2)).text.endsWith(`\n${row('b')}`)).toBe(true);
  });

  it('makes an unknown topic answerable with a relevant judgment only', () => {
    const unknown = row('a', { answerable: 'unknown', gold: [] });
    expect(JSON.parse(add(unknown, to('a', 'e', 0)).text).answerable).toBe('unknown');
    expect(JSON.parse(add(unknown, to('a', 'e', 1)).text).answerable).toBe(true);
  });

  it('judges what stood in the pool, and counts a stored overlap again', () => {
    const pending = row('a', {
      gold: [
        { doc: 'e', grade: -1 },
        { doc: 'd', grade: 1 },
      ],
      overlap: 3,
    });
    expect(JSON.parse(add(pending, to('a', 'e', 2)).text)).toMatchObject({
      gold: [
        { doc: 'e', grade: 2 },
        { doc: 'd', grade: 1 },
      ],
      overlap: 7,
    });
  });

  it('refuses a topic that is not there, an answer to what has none, and the same place twice', () => {
    expect(() => add(row('a'), to('b', 'e', 1))).toThrow('here: there is no topic "b"');
    expect(() => add(row('a', { answerable: false, gold: [] }), to('a', 'e', 1))).toThrow(
      'here: topic "a" is declared unanswerable: correct that first (j:1)',
    );
    expect(() => add(row('a'), to('a', 'd', 2))).toThrow('j:1: gold[1] points where gold[0] does');
  });
});
