import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { GrkError } from '../../contracts/errors.ts';
import type { GoldenSet, Topic } from '../../contracts/golden.ts';
import { selectTopics } from './select.ts';

const topic = (topicId: string, split: string, category = 'keyword'): Topic => ({
  topicId,
  query: 'q',
  category,
  split,
  slices: [],
  answerable: true,
  gold: [],
  overlap: undefined,
  where: `j.jsonl:${topicId.length}`,
});

const golden = (...topics: Topic[]): GoldenSet => ({
  name: 'sample',
  version: '1',
  language: 'en',
  licence: 'x',
  unit: 'passage',
  format: 'grk',
  source: { kind: 'jsonl', files: [] },
  topics,
  splits: [...new Set(topics.map(({ split }) => split))].sort(),
  judgmentsSha256: '',
});

const SAMPLE = golden(
  topic('error/E1', 'dev', 'identifier'),
  topic('error/E2', 'test', 'identifier'),
  topic('flag', 'dev'),
  topic('flag-long', 'test'),
);

function refusal(set: GoldenSet, options: Parameters<typeof selectTopics>[1]): GrkError {
  try {
    selectTopics(set, options);
  } catch (error) {
    if (error instanceof GrkError) return error;
    throw error;
  }
  throw new Error('selected something');
}

const ids = (set: GoldenSet, options: Parameters<typeof selectTopics>[1]) =>
  selectTopics(set, options).topics.map(({ topicId }) => topicId);

describe('a selection is refused', () => {
  it('for an unknown split or category, naming the nearest', () => {
    expect(refusal(SAMPLE, { split: 'tset' })).toMatchObject({
      code: 'GRK_UNKNOWN_NAME',
      message: 'there is no split "tset". Did you mean "test"?',
      remedy: 'Known: dev, test, all.',
    });
    expect(refusal(SAMPLE, { categories: ['keyword', 'identifer'] })).toMatchObject({
      code: 'GRK_UNKNOWN_NAME',
      message: 'there is no category "identifer". Did you mean "identifier"?',
      remedy: 'Known: identifier, keyword.',
    });
  });

  it('where no split is the obvious one', () => {
    expect(refusal(golden(topic('a', 'x'), topic('b', 'train')), {})).toMatchObject({
      code: 'GRK_USAGE',
      message: '"sample" has the splits train, x, and none of them is dev or test',
      remedy: 'Name one with --split, or say --split all.',
    });
  });

  it('where nothing is left', () => {
    expect(refusal(SAMPLE, { split: 'dev', categories: ['keyword'], topics: 'error*' })).toMatchObject({
      code: 'GRK_NOTHING_MEASURED',
      message: 'no topic of "sample" is in split "dev" and of category "keyword" and named like "error*"',
    });
    expect(refusal(SAMPLE, { split: 'all', topics: 'x' }).message).toBe(
      'no topic of "sample" is in any split and named like "x"',
    );
  });

  it('where splits that share a topic are joined', () => {
    const shared = golden(topic('a', 'dev'), topic('a', 'test'));
    expect(refusal(shared, { split: 'all' })).toMatchObject({
      code: 'GRK_GOLDEN_INVALID',
      message: 'j.jsonl:1: topic "a" of split "test" is in split "dev" too (j.jsonl:1)',
      remedy: 'Measure one split at a time with --split NAME.',
    });
    expect(ids(shared, { split: 'test' })).toEqual(['a']);
  });

  it('for an empty glob', () => {
    expect(refusal(SAMPLE, { topics: '' })).toMatchObject({ code: 'GRK_USAGE' });
  });
});

describe('the default split', () => {
  it.each([
    [['dev', 'test', 'train'], 'dev'],
    [['test', 'train'], 'test'],
    [['train'], 'train'],
  ])('of %j is %s', (splits, expected) => {
    const set = golden(...splits.map((split, i) => topic(`t${i}`, split)));
    expect(selectTopics(set).split).toBe(expected);
  });
});

describe('topics are chosen', () => {
  it.each([
    [{}, ['error/E1', 'flag']],
    [{ split: 'all' }, ['error/E1', 'error/E2', 'flag', 'flag-long']],
    [{ split: 'all', topics: 'e*' }, ['error/E1', 'error/E2']],
    [{ split: 'all', topics: '*E2' }, ['error/E2']],
    [{ split: 'all', topics: '{flag,error/E1}' }, ['error/E1', 'flag']],
    [{ split: 'all', topics: 'FLAG' }, undefined],
    [{ split: 'all', categories: ['identifier', 'identifier'] }, ['error/E1', 'error/E2']],
    [{ split: 'test', categories: ['keyword', 'identifier'], topics: '*flag*' }, ['flag-long']],
  ])('by %j', (options, expected) => {
    if (expected === undefined) expect(refusal(SAMPLE, options).code).toBe('GRK_NOTHING_MEASURED');
    else expect(ids(SAMPLE, options)).toEqual(expected);
  });

  it('with what the run configuration records', () => {
    const selection = selectTopics(SAMPLE, { split: 'all', topics: 'flag*', categories: ['keyword'] });
    expect(selection).toMatchObject({ split: 'all', topicsGlob: 'flag*', categories: ['keyword'] });
    expect(selection.topicIdsSha256).toBe(createHash('sha256').update('["flag","flag-long"]').digest('hex'));
    expect(selectTopics(SAMPLE).topicsGlob).toBeNull();
  });
});
