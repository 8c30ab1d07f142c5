import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PoolItem, parsePool, poolText, shuffled } from './pool.ts';

const item = (topicId: string, n: number, text = `text ${n}`): PoolItem => ({
  topicId,
  query: `ask ${topicId}`,
  doc: `d${n}.md`,
  span: { startUtf16: n, endUtf16: n + 5, passage: `p${n}` },
  text,
});

describe('a pool', () => {
  it('is shuffled within topics, by the seed alone', () => {
    const items = Array.from({ length: 12 }, (_, n) => item(n % 2 === 0 ? 'b' : 'a', n));
    const order = shuffled(items, 1).map(({ topicId, doc }) => topicId + doc);
    expect(order).toEqual(shuffled([...items].reverse(), 1).map(({ topicId, doc }) => topicId + doc));
    expect(order).not.toEqual(shuffled(items, 2).map(({ topicId, doc }) => topicId + doc));
    expect(order.map((each) => each[0]).join('')).toBe('aaaaaabbbbbb');
    // sha256sum of '1\n["a","d1.md",1,6]' and so on, sorted.
    expect(order.slice(0, 6)).toEqual(['ad7.md', 'ad9.md', 'ad1.md', 'ad5.md', 'ad11.md', 'ad3.md']);
  });

  it.each(['tsv', 'jsonl'] as const)('comes back from %s as it was written, with the grades put in', (format) => {
    const text = fc.string({
      unit: fc.constantFrom('a', '\\', 't', 'n', '\t', '\n', '\r', '"', 'é', ' '),
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const items = texts.map((each, n) => ({ ...item('q', n, `x${each}`), ...(n === 1 ? { span: null } : {}) }));
        const read = parsePool(poolText(items, format), 'f', format);
        expect(read.map(({ where: _, grade, ...rest }) => ({ ...rest, graded: grade }))).toEqual(
          items.map((each) => ({ ...each, graded: null })),
        );
      }),
    );
    const written = poolText([item('q', 1), item('q', 2)], format);
    const graded =
      format === 'tsv' ? written.replace('\n\tq', '\n 2\tq') : written.replace('"grade":null', '"grade":2');
    expect(parsePool(graded, 'f', format).map(({ grade }) => grade)).toEqual([2, null]);
  });

  it('names neither stage, rank nor score', () => {
    expect(poolText([item('q', 1)], 'tsv')).toBe(
      'grade\ttopic\tquery\tdoc\tstart\tend\tpassage\ttext\n\tq\task q\td1.md\t1\t6\tp1\ttext 1\n',
    );
  });

  it.each([
    [
      'tsv',
      'grade\ttopic\n',
      'f:1: the first line must be grade, topic, query, doc, start, end, passage, text, separated by tabs',
    ],
    [
      'tsv',
      poolText([item('q', 1)], 'tsv').replace('\n\tq', '\nhigh\tq'),
      'f:2: grade: "high" is not a whole number from 0',
    ],
    [
      'tsv',
      poolText([item('q', 1)], 'tsv').replace('\n\tq', '\n-1\tq'),
      'f:2: grade: "-1" is not a whole number from 0',
    ],
    ['tsv', poolText([item('q', 1)], 'tsv').replace('\tp1', ''), 'f:2: 7 columns instead of 8'],
    [
      'jsonl',
      poolText([item('q', 1)], 'jsonl').replace('null', '"2"'),
      'f:1: grade: Invalid input: expected number, received string',
    ],
    [
      'jsonl',
      poolText([item('q', 1)], 'jsonl').replace('"doc"', '"dok"'),
      'f:1: doc: is missing; unknown key "dok"; did you mean "doc"?',
    ],
  ] as const)('in %s is refused where it is broken', (format, text, message) => {
    expect(() => parsePool(text, 'f', format)).toThrow(message);
  });
});
