import { describe, expect, it } from 'vitest';
import type { Answerable } from '../../contracts/golden.ts';
import type { ReportStage } from '../../contracts/report.ts';
import { requireHits } from './leg-hits.ts';

const HIT = { id: 'p', doc: 'd', start: 0, end: 1, score: 1 };
/** One character per topic: `x` found something, `-` nothing, `!` failed. */
function stage(name: string, topics: string, kind: ReportStage['kind'] = 'bm25'): ReportStage {
  return {
    id: `v/${name}`,
    variant: 'v',
    name,
    kind,
    input: [],
    isStructural: false,
    determinism: 'bitwise',
    means: {},
    abstention: null,
    controls: [],
    topics: [...topics].map((mark, i) => ({
      topicId: `t${i}`,
      scores: {},
      ranking: mark === 'x' ? [HIT] : [],
      ...(mark === '!' ? { error: { code: 'GRK_LEG_BROKEN', message: 'x' } } : {}),
    })),
  };
}
const topics = (...answerable: Answerable[]) =>
  answerable.map((each, i) => ({
    topicId: `t${i}`,
    query: 'q',
    answerable: each,
    split: 'dev',
    category: 'c',
    slices: [],
    gold: [],
  }));

describe('requireHits', () => {
  it.each(['bm25', 'dense', 'external'] as const)(
    'refuses a %s leg that found nothing for any topic, by name',
    (kind) => {
      const report = { topics: topics(true, true), stages: [stage('other', 'xx'), stage('empty', '--', kind)] };
      expect(() => requireHits(report)).toThrow('the leg v/empty found nothing for any of 2 topics');
    },
  );
  it('takes a leg that is silent on some topics, or only where there is no answer', () => {
    expect(() => requireHits({ topics: topics(true, true, false), stages: [stage('a', 'x--')] })).not.toThrow();
    expect(() => requireHits({ topics: topics(true, true, false), stages: [stage('a', '--x')] })).not.toThrow();
  });
  it('leaves a single answerable topic to a warning: it is no evidence about the leg', () => {
    expect(() => requireHits({ topics: topics(true, false), stages: [stage('a', '--')] })).not.toThrow();
  });
  it('leaves failures to their own words', () => {
    expect(() => requireHits({ topics: topics(true, true), stages: [stage('a', '!-')] })).not.toThrow();
    expect(() => requireHits({ topics: topics(true, true, true), stages: [stage('a', '!-x')] })).not.toThrow();
  });
  it('does not let a failure hide that nothing was found elsewhere', () => {
    expect(() => requireHits({ topics: topics(true, true, true), stages: [stage('a', '-!-')] })).toThrow(
      'the leg v/a found nothing for any of 2 topics, and failed on 1 more',
    );
    expect(() => requireHits({ topics: topics(true, false, true), stages: [stage('a', '--!')] })).not.toThrow();
  });
  it('does not take a fusion or reranker for a leg', () => {
    const stages = [stage('f', '--', 'fusion'), stage('r', '--', 'rerank')];
    expect(() => requireHits({ topics: topics(true, true), stages })).not.toThrow();
  });
});
