import { describe, expect, it } from 'vitest';
import { qrelsFrom } from '../../../test/trec-input.ts';
import { GrkError } from '../../contracts/errors.ts';
import { type Qrels, qrelsOf } from './qrels.ts';

function thrown(text: string | Uint8Array): GrkError {
  try {
    qrelsFrom(text);
  } catch (error) {
    if (error instanceof GrkError) return error;
    throw error;
  }
  throw new Error('accepted');
}

/** Judgments as text, in the order of topics and rows. */
function rowsOf({ byTopic, docs, doc, grade }: Qrels): string[] {
  return byTopic.topics.flatMap((topic, t) =>
    Array.from(
      byTopic.rows.subarray(byTopic.starts[t], byTopic.starts[t + 1]),
      (row) => `${topic} ${docs.entries.textAt(doc[row] ?? 0)} ${grade[row]}`,
    ),
  );
}

const HEADER = 'query-id\tcorpus-id\tscore';

describe('qrels are refused', () => {
  it.each([
    ['with three columns', 'q1 0 d1\n', 'qrels:1: 3 columns instead of 4 (topic, iteration, document, grade)'],
    ['that are a run', 'q1 Q0 d1 1 2.5 tag\n', 'qrels:1: 6 columns instead of 4 (topic, iteration, document, grade)'],
    ['with a fractional grade', 'q1 0 d1 0.9\n', 'qrels:1: the grade "0.9" is not a whole number'],
    ['with a grade in words', '\n# x\nq1 0 d1 high', 'qrels:3: the grade "high" is not a whole number'],
    ['with a comma in a grade', 'q1 0 d1 1,5', 'qrels:1: the grade "1,5" is not a whole number'],
    [
      'with a pair that is judged twice',
      'q1 0 d1 1\n# note\nq2 0 d1 1\nq1 0 d2 0\n\nq1 0 d1 1\n',
      'qrels:6: "d1" is judged for topic "q1" twice: first at qrels:1',
    ],
    [
      'in BEIR form with spaces',
      `${HEADER}\nq1 d1 1\n`,
      'qrels:2: 1 columns instead of 3 (query-id, corpus-id, score)',
    ],
    ['in BEIR form with an empty id', `${HEADER}\nq1\t\t1\n`, 'qrels:2: a column is empty'],
    [
      'in BEIR form without its header',
      'q1\td1\t1\n',
      'qrels:1: 3 columns instead of 4 (topic, iteration, document, grade)',
    ],
  ])('%s', (_, text, message) => {
    expect(thrown(text)).toMatchObject({ code: 'GRK_QRELS_INVALID', message });
    expect(thrown(text).remedy).not.toBe(undefined);
  });

  it('with the first 20 faults in full and the number of the rest', () => {
    const { message, facts } = thrown('q1 0 d1\n'.repeat(23));
    expect(message.split('\n')[0]).toBe('23 faults in qrels');
    expect(message.split('\n')).toHaveLength(22);
    expect(message.endsWith('and 3 more')).toBe(true);
    expect(facts.count).toBe(23);
  });

  it.each([
    ['', 'qrels holds no judgment'],
    ['# only a comment\n\n', 'qrels holds no judgment'],
    [`${HEADER}\n`, 'qrels holds no judgment'],
    ['q1 0 d1 -1\n', 'qrels holds negative grades only, and those say that nothing was judged'],
  ])('as nothing to measure with: %j', (text, message) => {
    expect(thrown(text)).toMatchObject({ code: 'GRK_NOTHING_MEASURED', message });
  });

  it('with a topic id that is no UTF-8', () => {
    expect(thrown(Uint8Array.from([0xff, ...new TextEncoder().encode(' 0 d 1\n')]))).toMatchObject({
      code: 'GRK_NOT_UTF8',
      message: 'qrels: the topic id "\uFFFD" is not valid UTF-8',
    });
  });
});

describe('qrels are read', () => {
  it('with comments, blank lines, CRLF, tabs and runs of blanks, topic by topic', () => {
    const text = '# c\r\nq2 0 d9 0\r\n\r\n  q1\t0  d1 \t 2\r\n# q1 0 d7 1\r\nq2 0 d#1 -2';
    expect(rowsOf(qrelsFrom(text))).toEqual(['q2 d9 0', 'q2 d#1 -2', 'q1 d1 2']);
  });

  it('with a byte-order mark, which is reported', () => {
    const qrels = qrelsFrom('\uFEFFq1 0 d1 1\n');
    expect([rowsOf(qrels), qrels.hasByteOrderMark]).toEqual([['q1 d1 1'], true]);
    expect(qrelsFrom('q1 0 d1 1\n').hasByteOrderMark).toBe(false);
  });

  it('in BEIR form, with blanks and a hash within ids', () => {
    expect(rowsOf(qrelsFrom(`${HEADER}\r\n#1\tdoc two\t1\r\n\r\n#1\tdoc one\t0\r\n`))).toEqual([
      '#1 doc two 1',
      '#1 doc one 0',
    ]);
  });

  it('from judgments in memory', () => {
    const judgments = [
      { topic: '#1', doc: 'a b', grade: 2 },
      { topic: '#1', doc: 'c', grade: -1 },
    ];
    expect(rowsOf(qrelsOf('golden', judgments))).toEqual(['#1 a b 2', '#1 c -1']);
    expect(() => qrelsOf('golden', [])).toThrow('golden holds no judgment');
  });

  it('with ids that only look like numbers kept apart', () => {
    expect(rowsOf(qrelsFrom('1 0 1 1\n01 0 1 1\n1 0 1.0 1\n'))).toEqual(['1 1 1', '1 1.0 1', '01 1 1']);
  });
});
