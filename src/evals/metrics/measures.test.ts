import { describe, expect, it } from 'vitest';
import { type JudgedRanking, mean, parseMeasure, score } from './index.ts';

/** A topic from judgments by document and a ranked list of documents. */
function topic(qrels: Record<string, number>, ranking: readonly string[]): JudgedRanking {
  return { ranked: ranking.map((doc) => qrels[doc] ?? null), judged: Object.values(qrels) };
}

const value = (name: string, ranking: JudgedRanking): number => score(parseMeasure(name), ranking);

describe('a graded topic with an unjudged and a missed document', () => {
  const graded = topic({ d1: 3, d2: 2, d3: 1, d4: 0, d5: 1 }, ['d4', 'd1', 'dX', 'd3', 'd2']);

  it.each([
    ['nDCG', 0.5964660417],
    ['nDCG@5', 0.5964660417],
    ['nDCG@3', 0.3974895223],
    ['AP', 0.4],
    ['AP@3', 0.125],
    ['RR', 0.5],
    ['RR@1', 0],
    ['RR@2', 0.5],
    ['P@1', 0],
    ['P@3', 1 / 3],
    ['P@5', 0.6],
    ['P@10', 0.3],
    ['R@3', 0.25],
    ['R@5', 0.75],
    ['Success@1', 0],
    ['Success@3', 1],
  ])('has %s = %d', (name, expected) => {
    expect(value(name, graded)).toBeCloseTo(expected, 9);
  });
});

describe('the order of tied documents, decided before scoring', () => {
  const qrels = { a: 0, b: 1, c: 0 };

  it('gives full marks where the relevant one stands first', () => {
    expect([value('RR', topic(qrels, ['b', 'a'])), value('nDCG', topic(qrels, ['b', 'a']))]).toEqual([1, 1]);
  });

  it('gives half the reciprocal rank where it stands second', () => {
    expect(value('RR', topic(qrels, ['c', 'b']))).toBe(0.5);
    expect(value('nDCG', topic(qrels, ['c', 'b']))).toBeCloseTo(0.6309297536, 9);
  });
});

describe('topics without an answer in the ranking or in the judgments', () => {
  it('count 0 and stay in the mean', () => {
    const values = [topic({ d1: 1 }, ['d1']), topic({ d1: 1 }, []), topic({ d1: 0 }, ['d1'])].map((each) =>
      value('AP', each),
    );
    expect(values).toEqual([1, 0, 0]);
    expect(mean(values)).toBe(1 / 3);
  });

  it.each(['nDCG', 'nDCG@10', 'RR', 'RR@10', 'P@5', 'R@5', 'AP', 'AP@5', 'Success@5'])('%s of nothing is 0', (name) => {
    expect(value(name, { ranked: [], judged: [] })).toBe(0);
    expect(value(name, { ranked: [null, 0, -1], judged: [0, -1] })).toBe(0);
  });
});

it('gives negative grades no gain and no relevance', () => {
  const negative = topic({ a: -1, b: 1, c: 0 }, ['a', 'c', 'b']);
  expect(value('AP', negative)).toBe(1 / 3);
  expect(value('nDCG', negative)).toBe(0.5);
});

it('divides by the cutoff and by all relevant documents, however few were retrieved', () => {
  const short = topic({ a: 1, b: 1 }, ['a', 'x', 'y']);
  expect([value('P@5', short), value('R@5', short), value('AP@5', short)]).toEqual([0.2, 0.5, 0.5]);
  expect(value('nDCG@5', short)).toBeCloseTo(0.6131471928, 9);
});

it('averages two topics as ir_measures does', () => {
  const topics = [topic({ D0: 0, D1: 1 }, ['D0', 'D1']), topic({ D0: 0, D3: 2 }, ['D3', 'D0'])];
  const average = (name: string) => mean(topics.map((each) => value(name, each)));
  expect([average('AP'), average('RR')]).toEqual([0.75, 0.75]);
  expect(average('nDCG@10')).toBeCloseTo(0.8154648768, 9);
});

it('takes the ideal from all judged documents, not from those retrieved', () => {
  expect(value('nDCG@10', topic({ a: 1, b: 1, c: 1 }, ['a']))).toBeCloseTo(0.46927872602, 9);
});
