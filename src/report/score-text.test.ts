import { describe, expect, it } from 'vitest';
import { sampleScore } from '../../test/sample-score.ts';
import { scoreJson, scoreTsv } from './score-text.ts';

describe('scores as JSON', () => {
  it('have the names that scripts rely on', () => {
    const { runs } = scoreJson(sampleScore());
    expect(runs.map(({ name, measures }) => ({ name, measures }))).toEqual([
      { name: 'bm25', measures: { 'nDCG@10': 0.67693, NumRel: 1339 } },
    ]);
  });

  it('hold topics only where there are any', () => {
    expect(Object.keys(scoreJson(sampleScore()).runs[0] ?? {})).not.toContain('topics');
    const topics = [{ topicId: 't', measures: { 'nDCG@10': 1, NumRel: 2 } }];
    expect(scoreJson(sampleScore({ topics })).runs[0]?.topics).toEqual(topics);
  });
});

describe('scores as tab-separated values', () => {
  it('are one line per run, topic and measure, unrounded', () => {
    const topics = [{ topicId: 't1', measures: { 'nDCG@10': 1 / 3, NumRel: 2 } }];
    expect(scoreTsv(sampleScore({ topics }))).toBe(
      'run\ttopic\tmeasure\tvalue\nbm25\tt1\tnDCG@10\t0.3333333333333333\nbm25\tt1\tNumRel\t2\n' +
        'bm25\tall\tnDCG@10\t0.67693\nbm25\tall\tNumRel\t1339\n',
    );
  });

  it('keep their columns whatever a name holds', () => {
    expect(scoreTsv(sampleScore({ name: 'a\tb\nc' })).split('\n')[1]).toBe('a b c\tall\tnDCG@10\t0.67693');
  });
});
