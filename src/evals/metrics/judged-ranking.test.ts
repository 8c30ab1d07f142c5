import { describe, expect, it } from 'vitest';
import { parseMeasure, score, scoreAll } from './index.ts';

const MEASURE = parseMeasure('nDCG@10');

describe('scoring refuses', () => {
  it.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY])('the grade %d', (grade) => {
    expect(() => score(MEASURE, { ranked: [], judged: [grade] })).toThrow(`the grade ${grade} is not an integer`);
    expect(() => score(MEASURE, { ranked: [grade], judged: [] })).toThrow(`the grade ${grade} is not an integer`);
  });

  it('a document that is ranked twice', () => {
    expect(() => scoreAll([MEASURE], { ranked: [2, 2], judged: [2, 1] })).toThrow(
      'the ranking holds more documents of grade 2 than were judged',
    );
  });

  it('a measure that nobody defined', () => {
    expect(() => score({ family: 'ndcg' }, { ranked: [], judged: [] })).toThrow(
      'there is no measure "ndcg". Did you mean "nDCG"?',
    );
  });
});

it('scores several measures under their canonical names, in the order asked for', () => {
  const names = ['RR', 'P@1', 'nDCG@10'];
  expect(Object.entries(scoreAll(names.map(parseMeasure), { ranked: [1], judged: [1] }))).toEqual(
    names.map((name) => [name, 1]),
  );
});
