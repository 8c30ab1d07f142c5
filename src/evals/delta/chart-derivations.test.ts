import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallReport, storedReport } from '../../../test/small-report.ts';
import { bootstrapMean } from '../stats/bootstrap.ts';
import { DEFAULT_SEED, MIN_DRAWS } from '../stats/random.ts';
import { deriveDeltas } from './derive.ts';
import { deriveIntervals } from './intervals.ts';
import { deriveRecall } from './recall-curve.ts';
import { deriveRiskCoverage } from './risk-coverage.ts';

describe('recall by depth', () => {
  const report = storedReport();

  it('is R@10 of the report at depth 10, to the last bit', () => {
    for (const { stage, points } of deriveRecall(report)) {
      const mean = report.stages.find(({ id }) => id === stage)?.means['R@10'];
      expect(points.find(({ k }) => k === 10)?.recall).toBe(mean);
    }
  });

  it('is what counting by hand gives, whatever the rankings', () => {
    const small = smallReport(3, 1);
    const [stage] = small.stages;
    if (stage === undefined) throw new Error('the report has a stage');
    const relevant = new Map(small.indexes[0]?.relevant.map(({ topicId, passages }) => [topicId, passages]));
    const ids = [...relevant.values()].flat().map(({ id }) => id);
    const ranking = fc.shuffledSubarray([...new Set([...ids, 'x1', 'x2', 'x3'])]).map((some) => some.slice(0, 10));
    fc.assert(
      fc.property(fc.array(ranking, { minLength: 4, maxLength: 4 }), (rankings) => {
        const topics = stage.topics.map((topic, i) => ({
          ...topic,
          ranking: (rankings[i] ?? []).map((id) => ({ id, doc: id, start: 0, end: 1, score: 1 })),
        }));
        const [curve] = deriveRecall({ ...small, stages: [{ ...stage, topics }] });
        for (const { k, recall } of curve?.points ?? []) {
          const shares = small.topics
            .filter((topic) => topic.answerable === true)
            .map(({ topicId }) => {
              const wanted = (relevant.get(topicId) ?? []).filter(({ grade }) => grade > 0).map(({ id }) => id);
              const top = topics.find((topic) => topic.topicId === topicId)?.ranking.slice(0, k) ?? [];
              return top.filter(({ id }) => wanted.includes(id)).length / wanted.length;
            });
          expect(recall).toBeCloseTo(shares.reduce((sum, share) => sum + share, 0) / shares.length, 12);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('risk against coverage', () => {
  /** Three answerable topics and one without an answer, scored 5, 4, 4, and 3; nDCG@10 1, 0.5, 0. */
  function fourTopics() {
    const report = smallReport(3, 1);
    const [stage] = report.stages;
    if (stage === undefined) throw new Error('the report has a stage');
    const hit = { id: 'p', doc: 'd', start: 0, end: 1 };
    const given = [
      { score: 5, value: 1 },
      { score: 4, value: 0.5 },
      { score: 4, value: 0 },
    ];
    let next = 0;
    const topics = stage.topics.map((topic) => {
      const isAnswerable = report.topics.find(({ topicId }) => topicId === topic.topicId)?.answerable === true;
      const { score, value } = isAnswerable ? (given[next++] ?? { score: 0, value: 0 }) : { score: 3, value: 0 };
      return { ...topic, ranking: [{ ...hit, score }], scores: isAnswerable ? { 'nDCG@10': value } : {} };
    });
    return { ...report, stages: [{ ...stage, topics }] };
  }

  it('is what a hand finds: equal scores together, an answered no-answer topic a whole risk', () => {
    expect(deriveRiskCoverage(fourTopics())[0]?.points).toEqual([
      { threshold: 5, coverage: 1 / 4, risk: 0 },
      { threshold: 4, coverage: 3 / 4, risk: 1.5 / 3 },
      { threshold: 3, coverage: 1, risk: 2.5 / 4 },
    ]);
  });

  it('never answers a topic that returned nothing or failed', () => {
    const report = fourTopics();
    const [stage] = report.stages;
    const topics = stage?.topics.map((topic, i) => (i === 0 ? { ...topic, ranking: [] } : topic)) ?? [];
    const curve = deriveRiskCoverage({ ...report, stages: [{ ...stage, topics } as typeof stage & object] })[0];
    expect(curve?.points.at(-1)?.coverage).toBe(3 / 4);
  });

  it('is not measured where no topic is without an answer', () => {
    const [curve] = deriveRiskCoverage(smallReport(3, 0));
    expect(curve).toMatchObject({ points: [], reason: 'not measured: no topic is declared unanswerable' });
  });
});

describe('intervals', () => {
  const report = smallReport(12, 0);
  const deltas = deriveDeltas(report);
  const intervals = deriveIntervals(report, deltas);

  it('of the primary measure are those of the evidence', () => {
    for (const { stage, baseline, evidence } of deltas.filter(({ axis }) => axis === 'quality')) {
      const own = intervals.find((each) => {
        return each.stage === stage && each.baseline === baseline && each.measure === 'nDCG@10';
      });
      expect(own?.interval).toEqual(evidence?.interval);
    }
  });

  it('of the others are the bootstrap of their differences', () => {
    const [base, candidate] = report.stages;
    const differences = candidate?.topics.map(({ scores }, i) => {
      return (scores['RR@10'] ?? 0) - (base?.topics[i]?.scores['RR@10'] ?? 0);
    });
    const expected = bootstrapMean(differences ?? [], { seed: DEFAULT_SEED, draws: MIN_DRAWS })?.interval(0.95);
    const found = intervals.find(({ stage, measure }) => stage === candidate?.id && measure === 'RR@10');
    expect(found?.interval).toEqual(expected);
  });
});
