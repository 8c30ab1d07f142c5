import { describe, expect, it } from 'vitest';
import type { StageOutcome } from './execute.ts';
import {
  ABSTENTION_ALGORITHM,
  abstentionOf,
  MEANS_ALGORITHM,
  meansOf,
  scoreTopic,
  type TopicRelevance,
} from './score.ts';

const MEASURES = [{ family: 'nDCG', cutoff: 10 }, { family: 'RR' }, { family: 'R', cutoff: 10 }];
const outcome = (passages: number[], error?: StageOutcome['error']): StageOutcome => ({
  list: { passages: Int32Array.from(passages), scores: new Float64Array(passages.length) },
  error,
});
const grades = new Map([
  [7, 2],
  [9, 1],
  [3, 0],
]);
const relevance: TopicRelevance = { gradeOf: (passage) => grades.get(passage) ?? null, judged: [2, 1, 0] };

describe('scoreTopic', () => {
  it('reads grades by passage, against everything that was judged', () => {
    const scores = scoreTopic(MEASURES, true, relevance, outcome([3, 7]));
    // DCG = 2/log2(3); ideal = 2 + 1/log2(3).
    expect(scores['nDCG@10']).toBeCloseTo(2 / Math.log2(3) / (2 + 1 / Math.log2(3)), 12);
    expect([scores.RR, scores['R@10']]).toEqual([0.5, 0.5]);
  });
  it('gives no scores to topics outside the quality axis', () => {
    expect(scoreTopic(MEASURES, false, relevance, outcome([7]))).toEqual({});
    expect(scoreTopic(MEASURES, 'unknown', relevance, outcome([7]))).toEqual({});
  });
  it('gives 0 to an empty or failed topic', () => {
    const zero = { 'nDCG@10': 0, RR: 0, 'R@10': 0 };
    expect(scoreTopic(MEASURES, true, relevance, outcome([]))).toEqual(zero);
    expect(scoreTopic(MEASURES, true, relevance, outcome([], { code: 'GRK_INTERNAL', message: 'x' }))).toEqual(zero);
  });
});

describe('scoreTopic with span measures', () => {
  const measures = [{ family: 'SpanR', cutoff: 2 }, { family: 'SpanRR' }];
  const spans: TopicRelevance['spans'] = {
    of: (passage) => ({ doc: 'd.md', start: 10 * passage, end: 10 * passage + 10 }),
    gold: [{ doc: 'd.md', grade: 1, start: 75, end: 95 }],
  };
  it('reads the places of passages: 7 and 9 together hold half of the entry', () => {
    expect(scoreTopic(measures, true, { ...relevance, spans }, outcome([3, 7, 9]))).toEqual({
      'SpanR@2': 0,
      SpanRR: 1 / 3,
    });
    expect(scoreTopic(measures, true, { ...relevance, spans }, outcome([7, 8]))).toEqual({ 'SpanR@2': 1, SpanRR: 0.5 });
  });
  it('refuses them where there are no places', () => {
    expect(() => scoreTopic(measures, true, relevance, outcome([7]))).toThrow(
      expect.objectContaining({ code: 'GRK_UNSUPPORTED' }),
    );
  });
});

describe('meansOf', () => {
  it('averages over the topics that have scores', () => {
    expect(meansOf([{ family: 'RR' }], [{ RR: 1 }, {}, { RR: 0 }, { RR: 0.5 }])).toEqual({ RR: 0.5 });
  });
  it('is frozen under its version id: the sum is exact, where adding ten times 0.1 in turn gives less than 1', () => {
    const tenths = Array.from({ length: 10 }, () => ({ RR: 0.1 }));
    expect(tenths.reduce((sum, { RR }) => sum + RR, 0)).toBe(0.9999999999999999);
    expect([MEANS_ALGORITHM, meansOf([{ family: 'RR' }, { family: 'R', cutoff: 10 }], [...tenths, {}])]).toEqual([
      'means/1',
      { RR: 0.1, 'R@10': 0 },
    ]);
  });
});

describe('abstentionOf', () => {
  const failed = outcome([], { code: 'GRK_INTERNAL', message: 'x' });
  it('is frozen under its version id: silence is an empty list, a failure is none', () => {
    const outcomes = [outcome([]), outcome([1]), failed, outcome([]), outcome([1]), failed, outcome([])];
    expect([ABSTENTION_ALGORITHM, abstentionOf([false, false, false, true, true, true, 'unknown'], outcomes)]).toEqual([
      'silence/1',
      { noAnswerTopics: 3, silentOnNoAnswer: 1, answerableTopics: 3, silentOnAnswerable: 1 },
    ]);
  });
  it('gives no larger share of silence where a topic fails that was answered before', () => {
    const share = (second: StageOutcome) => {
      const { silentOnNoAnswer, noAnswerTopics } = abstentionOf([false, false], [outcome([]), second]);
      return silentOnNoAnswer / noAnswerTopics;
    };
    expect([share(outcome([1])), share(failed)]).toEqual([0.5, 0.5]);
  });
});
