import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import type { Topic } from '../../contracts/golden.ts';
import { parseBeir } from './beir.ts';
import { beirJudgmentsSha256 } from './judgments-hash.ts';

const HEADER = 'query-id\tcorpus-id\tscore';
const QUERIES = '{"_id": "q1", "text": "first"}\n{"_id": "q2", "text": "second", "metadata": {}}\n';

function parse(rows: string[], queries = QUERIES): Topic[] {
  const text = `${[HEADER, ...rows].join('\n')}\n`;
  return parseBeir({
    queries: { file: 'queries.jsonl', text: queries },
    qrels: [{ file: 'test.tsv', split: 'test', text }],
  });
}

function faultsOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_GOLDEN_INVALID') return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('queries are refused', () => {
  it.each([
    ['with a number as id', '{"_id": 1, "text": "x"}', '_id: Invalid input: expected string, received number'],
    ['with a misspelt key', '{"_id": "1", "txt": "x"}', 'text: is missing; unknown key "txt"; did you mean "text"?'],
    ['without text', '{"_id": "1", "text": " "}', 'text: a query cannot be blank'],
    ['that are no JSON', 'q1\tfirst', 'not valid JSON'],
  ])('%s', (_, line, message) => {
    expect(faultsOf(() => parse([], line))).toBe(`queries.jsonl:1: ${message}`);
  });

  it('with an id that is taken, naming both lines', () => {
    expect(faultsOf(() => parse([], `${QUERIES}{"_id": "q1", "text": "again"}`))).toBe(
      'queries.jsonl:3: query id "q1" is taken: first at queries.jsonl:1',
    );
  });
});

describe('qrels are refused', () => {
  it.each([
    ['with spaces for tabs', 'q1 d1 1', '1 columns instead of 3; columns are separated by tabs'],
    ['in TREC form', 'q1\t0\td1\t1', '4 columns instead of 3; columns are separated by tabs'],
    ['with a fractional grade', 'q1\td1\t0.5', 'the grade "0.5" is not an integer'],
    ['with a grade in words', 'q1\td1\thigh', 'the grade "high" is not an integer'],
    ['with a grade out of range', 'q1\td1\t99999999999999999999', 'the grade "99999999999999999999" is not an integer'],
    ['without a query id', '\td1\t1', 'the query id is empty or holds control characters'],
    ['without a document id', 'q1\t\t1', 'the document id is empty or holds control characters'],
    ['for a query that does not exist', 'q3\td1\t1', 'no query "q3" in queries.jsonl. Did you mean "q1"?'],
  ])('%s', (_, line, message) => {
    expect(faultsOf(() => parse([line]))).toBe(`test.tsv:2: ${message}`);
  });

  it('with a pair that is judged twice, naming both lines (pyserini#1902, NeMo PR#2207)', () => {
    expect(faultsOf(() => parse(['q1\td1\t1', 'q1\td2\t1', 'q1\td1\t1']))).toBe(
      'test.tsv:4: "d1" is judged for "q1" twice: first at test.tsv:2',
    );
  });

  it('without their header, or called all', () => {
    const queries = { file: 'queries.jsonl', text: QUERIES };
    const message = 'test.tsv:1: the first line must be "query-id", "corpus-id", "score", separated by tabs';
    expect(faultsOf(() => parseBeir({ queries, qrels: [{ file: 'test.tsv', split: 'test', text: '' }] }))).toBe(
      message,
    );
    expect(
      faultsOf(() => parseBeir({ queries, qrels: [{ file: 'test.tsv', split: 'test', text: 'q1\td1\t1' }] })),
    ).toBe(message);
    expect(faultsOf(() => parseBeir({ queries, qrels: [{ file: 'all.tsv', split: 'all', text: HEADER }] }))).toBe(
      'all.tsv: a split cannot be called "all"',
    );
  });

  it('with all their faults together', () => {
    expect(faultsOf(() => parse(['q1\td1', 'q1\td1\tx'], '{}'))).toBe(
      '3 faults in the golden set\n' +
        '  queries.jsonl:1: _id: is missing; text: is missing\n' +
        '  test.tsv:2: 2 columns instead of 3; columns are separated by tabs\n' +
        '  test.tsv:3: the grade "x" is not an integer',
    );
  });
});

describe('topics of a BEIR folder', () => {
  it('are the judged queries, with whole documents as gold', () => {
    expect(parse(['q1\tdoc two\t2', 'q1\tdoc one\t0'])).toEqual([
      {
        topicId: 'q1',
        query: 'first',
        category: 'uncategorised',
        split: 'test',
        slices: [],
        answerable: true,
        overlap: undefined,
        where: 'test.tsv:2',
        gold: [
          { doc: 'doc one', grade: 0, anchor: { kind: 'document' }, where: 'test.tsv:3' },
          { doc: 'doc two', grade: 2, anchor: { kind: 'document' }, where: 'test.tsv:2' },
        ],
      },
    ]);
  });

  it('are unknown without a relevant judgment, in no mean and no perfect score (LongMemEval#7); negative grades are kept', () => {
    const [topic] = parse(['q2\td1\t0', 'q2\td2\t-1']);
    expect(topic?.answerable).toBe('unknown');
    expect(topic?.gold.map(({ grade }) => grade)).toEqual([0, -1]);
  });

  it('ignore keys that a collection adds, byte-order marks and CRLF (ir_datasets#208)', () => {
    const text = `\uFEFF${HEADER}\r\nq1\td1\t1\r\n\r\n`;
    const queries = { file: 'queries.jsonl', text: '\uFEFF{"_id": "q1", "text": "first", "lang": "en"}\r\n' };
    expect(parseBeir({ queries, qrels: [{ file: 'test.tsv', split: 'test', text }] })).toMatchObject([
      { topicId: 'q1' },
    ]);
  });

  it('may be in several splits, and come sorted bytewise by id, then split', () => {
    const of = (split: string, ...rows: string[]) => ({
      file: `${split}.tsv`,
      split,
      text: [HEADER, ...rows].join('\n'),
    });
    const queries = {
      file: 'q',
      text: '{"_id": "😀", "text": "x"}\n{"_id": "～", "text": "y"}\n{"_id": "a", "text": "z"}',
    };
    const topics = parseBeir({
      queries,
      qrels: [of('train', '😀\td\t1', '～\td\t1', 'a\td\t1'), of('dev', 'a\td\t1')],
    });
    expect(topics.map(({ topicId, split }) => [topicId, split])).toEqual([
      ['a', 'dev'],
      ['a', 'train'],
      ['～', 'train'],
      ['😀', 'train'],
    ]);
  });

  it('have a frozen hash that the order of lines does not change', () => {
    const hash = beirJudgmentsSha256(parse(['q1\td1\t1', 'q1\td2\t0', 'q2\td1\t1']));
    expect(hash).toBe('815807822723e41288b207a4b33ce31829f9774ebf84952aaa2e655f64148b09');
    expect(beirJudgmentsSha256(parse(['q2\td1\t1', 'q1\td2\t0', 'q1\td1\t1']))).toBe(hash);
    expect(beirJudgmentsSha256(parse(['q2\td1\t1', 'q1\td2\t1', 'q1\td1\t1']))).not.toBe(hash);
  });
});
