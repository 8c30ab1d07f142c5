import { describe, expect, it } from 'vitest';
import type { ReportStage, ReportTopic } from '../../contracts/report.ts';
import { compareAbstention } from './abstention.ts';
import { indexTopics, type StageTopics } from './stage-topics.ts';
import { abstentionVerdict } from './verdict.ts';

/** `n` no-answer topics, `a` answerable, `u` unknown. */
const topicsOf = (kinds: string): ReportTopic[] =>
  [...kinds].map((kind, i) => ({
    topicId: `t${i}`,
    query: 'q',
    answerable: kind === 'u' ? 'unknown' : kind === 'a',
    split: 'dev',
    category: 'c',
    slices: [],
    gold: [],
  }));

/** `-` silent, `x` answered, `!` failed. */
function stageOf(name: string, outcomes: string, hasRule = true): StageTopics {
  const stage: ReportStage = {
    id: `v/${name}`,
    variant: 'v',
    name,
    kind: 'bm25',
    input: [],
    isStructural: false,
    determinism: 'bitwise',
    means: {},
    controls: [],
    abstention: hasRule ? { noAnswerTopics: 0, silentOnNoAnswer: 0, answerableTopics: 0, silentOnAnswerable: 0 } : null,
    topics: [...outcomes].map((outcome, i) => ({
      topicId: `t${i}`,
      scores: {},
      ranking: outcome === 'x' ? [{ id: 'p', doc: 'd', start: 0, end: 1, score: 1 }] : [],
      ...(outcome === '!' ? { error: { code: 'X', message: 'x' } } : {}),
    })),
  };
  return indexTopics(stage);
}

const compare = (kinds: string, before: string, after: string) =>
  compareAbstention(topicsOf(kinds), stageOf('bm25', before), stageOf('fusion', after));

const sentence = (kinds: string, before: string, after: string) => {
  const comparison = compare(kinds, before, after);
  if (comparison === undefined) throw new Error('not measured');
  return abstentionVerdict({ candidate: 'fusion', baseline: 'bm25', scope: 'split dev' }, comparison);
};

describe('abstention', () => {
  it('is not measured where a stage has no rule for it', () => {
    const topics = topicsOf('n');
    expect(compareAbstention(topics, stageOf('bm25', '-', false), stageOf('fusion', '-'))).toBeUndefined();
    expect(compareAbstention(topics, stageOf('bm25', '-'), stageOf('fusion', '-', false))).toBeUndefined();
  });

  it('gives shares, and wins to the stage that did right', () => {
    expect(compare('nnaau', 'x-x-x', '--xx-')).toEqual({
      measures: {
        silentOnNoAnswer: {
          baseline: 0.5,
          candidate: 1,
          delta: 0.5,
          direction: 'up',
          topics: { wins: 1, ties: 1, losses: 0 },
        },
        silentOnAnswerable: {
          baseline: 0.5,
          candidate: 0,
          delta: -0.5,
          direction: 'down',
          topics: { wins: 1, ties: 1, losses: 0 },
        },
      },
      direction: 'IMPROVEMENT',
      betterOn: ['no-answer', 'answerable'],
      worseOn: [],
      topics: 4,
    });
  });

  it.each([
    ['na', 'x-', '-x', 'IMPROVEMENT'],
    ['na', '-x', 'x-', 'REGRESSION'],
    ['na', 'xx', '--', 'MIXED'],
    ['na', '--', 'xx', 'MIXED'],
    ['nn', '-x', 'x-', 'NO CHANGE'],
    ['na', '-x', '!x', 'REGRESSION'],
    ['a', 'x', '-', 'REGRESSION'],
  ])('over %s from %s to %s is %s', (kinds, before, after, direction) => {
    expect(compare(kinds, before, after)?.direction).toBe(direction);
  });

  it('says how many topics', () => {
    expect(sentence('nna', 'xxx', 'x-x')).toBe(
      'fusion: abstention IMPROVEMENT against bm25 on split dev — silent on no-answer topics: 1 of 2 (bm25: 0), ' +
        'wrongly silent on answerable topics: 0 of 1 (bm25: 0)',
    );
  });

  it('names both sides where it is mixed', () => {
    expect(sentence('na', 'xx', '--')).toBe(
      'fusion: abstention MIXED against bm25 on split dev — silent on no-answer topics: 1 of 1 (bm25: 0), ' +
        'wrongly silent on answerable topics: 1 of 1 (bm25: 0); better on no-answer topics, worse on answerable topics',
    );
  });
});
