import { describe, expect, it } from 'vitest';
import { runFrom } from '../../../test/trec-input.ts';
import { GrkError } from '../../contracts/errors.ts';

function thrown(text: string): GrkError {
  try {
    runFrom(text);
  } catch (error) {
    if (error instanceof GrkError) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('a run is refused', () => {
  it.each([
    ['with five columns', 'q1 Q0 d1 1 2.5', 'run:1: 5 columns instead of 6 (topic, Q0, document, rank, score, tag)'],
    [
      'with a blank within a document id',
      'q1 Q0 my doc 1 0.5 tag',
      'run:1: 7 columns instead of 6 (topic, Q0, document, rank, score, tag)',
    ],
    ['with a score in words', 'q1 Q0 d1 1 notanumber t', 'run:1: the score "notanumber" is not a finite number'],
    ['with a decimal comma', 'q1 Q0 d1 1 1,5 t', 'run:1: the score "1,5" is not a finite number'],
    ['with a score nan', 'q1 Q0 d1 1 nan t', 'run:1: the score "nan" is not a finite number'],
    ['with an infinite score', 'q1 Q0 d1 1 -inf t', 'run:1: the score "-inf" is not a finite number'],
    ['with a score out of range', 'q1 Q0 d1 1 1e999 t', 'run:1: the score "1e999" is not a finite number'],
    [
      'with a document that is retrieved twice, with another score',
      'q1 Q0 d1 1 3 t\nq1 Q0 d2 2 2 t\n\nq1 Q0 d1 3 1 t\n',
      'run:4: "d1" is retrieved for topic "q1" twice: first at run:1',
    ],
    [
      'with a document that is retrieved twice, topics mixed',
      'q1 Q0 d1 1 3 t\nq2 Q0 d1 1 3 t\nq1 Q0 d1 2 1 t\n',
      'run:3: "d1" is retrieved for topic "q1" twice: first at run:1',
    ],
    [
      'with lines that end in a carriage return alone',
      'q1 Q0 d1 1 2 t\rq1 Q0 d2 2 1 t\r',
      'run:1: a carriage return stands within the line: lines end with a line feed',
    ],
  ])('%s', (_, text, message) => {
    expect(thrown(text)).toMatchObject({ code: 'GRK_RUN_INVALID', message });
    expect(thrown(text).remedy).not.toBe(undefined);
  });

  it.each(['', '\n\n', '# nothing\n'])('as nothing to measure: %j', (text) => {
    expect(thrown(text)).toMatchObject({
      code: 'GRK_NOTHING_MEASURED',
      message: 'run holds no retrieved document',
    });
  });
});

describe('a run is read', () => {
  it('with comments, CRLF, exponents, and the tag of its last line', () => {
    const run = runFrom('# c\r\nq1 Q0 d1 1 2.5e1 first\r\n\r\nq1\tQ0\td2\t2\t-.5\tlast\r\n');
    expect([run.tag, [...run.score], run.byTopic.topics, run.hasByteOrderMark]).toEqual([
      'last',
      [25, -0.5],
      ['q1'],
      false,
    ]);
  });

  it('with words behind the tag, where the rank shows that no id holds a blank', () => {
    expect(runFrom('q1 Q0 d1 99 2.138276 STANDARD more words here').tag).toBe('STANDARD');
  });

  it('with topics that are mixed line by line', () => {
    const run = runFrom('q1 Q0 a 1 1 t\nq2 Q0 b 1 2 t\nq1 Q0 c 1 3 t\nq2 Q0 a 1 4 t\n');
    expect([run.byTopic.topics, [...run.byTopic.starts], [...run.byTopic.rows]]).toEqual([
      ['q1', 'q2'],
      [0, 2, 4],
      [0, 2, 1, 3],
    ]);
  });

  it('with more rows than it began with room for', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `q${i % 7} Q0 d${i} 0 ${i} t`);
    const run = runFrom(lines.join('\n'));
    expect([run.score.length, run.score[4999], run.docs.size(), run.byTopic.topics.length]).toEqual([
      5000, 4999, 5000, 7,
    ]);
  });
});
