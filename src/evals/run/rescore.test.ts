import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ranking, storedReport, storedTopic } from '../../../test/stored-report.ts';
import type { Report, ReportTopic } from '../../contracts/report.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';
import { measureAlgorithm } from '../metrics/registry.ts';
import { type Grades, type Judgments, rescore } from './rescore.ts';

const MEASURES = ['RR@10', 'R@10', 'nDCG@10'];

/** One stage with these rankings, not yet scored. */
function ranked(rankings: readonly (readonly string[])[], change: (report: Report) => void = () => {}): Report {
  return storedReport({ s: rankings.map(() => 0) }, (report) => {
    report.runConfig.golden.unit = 'document';
    report.runConfig.measures = MEASURES.map((name) => ({ name, algorithm: measureAlgorithm(parseMeasure(name)) }));
    for (const stage of report.stages) {
      stage.topics.forEach((topic, i) => {
        topic.ranking = ranking(...(rankings[i] ?? []));
      });
    }
    change(report);
  });
}

function judgments(
  grades: Readonly<Record<string, Grades>>,
  topics: Readonly<Record<string, Partial<ReportTopic>>> = {},
): Judgments {
  return {
    judgmentsSha256: '9'.repeat(64),
    relevance: 'half-cover/1',
    topic: ({ topicId }) => (topicId in grades ? storedTopic(topicId, topics[topicId] ?? {}) : undefined),
    grades: (_variant, topicId) => grades[topicId] ?? new Map(),
  };
}

const scoresOf = (report: Report) => report.stages[0]?.topics.map(({ scores }) => scores);

describe('stored rankings scored again', () => {
  it('have the values of these judgments', () => {
    const { report } = rescore(
      ranked([['x', 'a', 'b'], []]),
      judgments({
        t0: new Map([
          ['a', 1],
          ['c', 1],
        ]),
        t1: new Map([['a', 1]]),
      }),
    );
    // One of two relevant documents, at rank 2: 1/log2(3) over the ideal 1 + 1/log2(3).
    const ndcg = 1 / Math.log2(3) / (1 + 1 / Math.log2(3));
    expect(scoresOf(report)?.[0]).toEqual({ 'RR@10': 0.5, 'R@10': 0.5, 'nDCG@10': expect.closeTo(ndcg, 12) });
    expect(scoresOf(report)?.[1]).toEqual({ 'RR@10': 0, 'R@10': 0, 'nDCG@10': 0 });
    expect(report.stages[0]?.means['RR@10']).toBe(0.25);
    expect(report.runConfig.golden.judgmentsSha256).toBe('9'.repeat(64));
    expect(report.golden.judgmentsSha256).toBe('9'.repeat(64));
  });

  it('are refused where a ranking holds a document twice', () => {
    expect(() => rescore(ranked([['a', 'x', 'a']]), judgments({ t0: new Map([['a', 1]]) }))).toThrow(
      'stage "default/s" ranks "a" twice for topic "t0"',
    );
  });

  it('read passage ids in passage unit, and keep what is relevant with the index', () => {
    const stored = ranked([['a', 'b']], ({ runConfig }) => {
      runConfig.golden.unit = 'passage';
    });
    const { report } = rescore(stored, judgments({ t0: new Map([['b#', 2]]) }));
    expect(scoresOf(report)?.[0]?.['RR@10']).toBe(0.5);
    expect(report.indexes[0]?.relevant).toEqual([{ topicId: 't0', passages: [{ id: 'b#', grade: 2 }] }]);
  });

  it('leave out topics that are judged no more or ask something else, and count them anew', () => {
    const stored = ranked([['a'], ['a'], ['a']]);
    const grades = { t0: new Map([['a', 1]]), t1: new Map([['a', 1]]) };
    const { report } = rescore(stored, judgments(grades, { t1: { query: 'another question' } }));
    expect(report.topics.map(({ topicId }) => topicId)).toEqual(['t0']);
    expect(report.golden).toMatchObject({ topics: 1, answerable: 1 });
    expect(report.runConfig.selection.topicIdsSha256).not.toBe(stored.runConfig.selection.topicIdsSha256);
  });

  it('have no scores for topics that are declared without an answer, which count as silence', () => {
    const stored = ranked([['a'], []], (report) => {
      for (const stage of report.stages) {
        stage.abstention = { noAnswerTopics: 0, silentOnNoAnswer: 0, answerableTopics: 2, silentOnAnswerable: 1 };
      }
    });
    const { report } = rescore(
      stored,
      judgments({ t0: new Map([['a', 1]]), t1: new Map() }, { t1: { answerable: false } }),
    );
    expect(scoresOf(report)?.[1]).toEqual({});
    expect(report.stages[0]?.abstention).toEqual({
      noAnswerTopics: 1,
      silentOnNoAnswer: 1,
      answerableTopics: 1,
      silentOnAnswerable: 0,
    });
  });

  it('drop control runs and what this version does not compute, and say so', () => {
    const stored = ranked([['a']], (report) => {
      report.runConfig.measures.push({ name: 'Magic@10', algorithm: 'magic/1' });
      for (const stage of report.stages) stage.controls = [{ kind: 'rerank-depth', depth: 1, topics: [] }];
    });
    const result = rescore(stored, judgments({ t0: new Map([['a', 1]]) }));
    expect(result).toMatchObject({ droppedMeasures: ['Magic@10'], droppedControls: ['default/s'] });
    expect(result.report.runConfig.measures.map(({ name }) => name)).toEqual(MEASURES);
    expect(result.report.stages[0]?.controls).toEqual([]);
  });

  it('carry the version of today’s measures', () => {
    const stored = ranked([['a']], ({ runConfig }) => {
      for (const measure of runConfig.measures) measure.algorithm = 'old/1';
    });
    const { report } = rescore(stored, judgments({ t0: new Map([['a', 1]]) }));
    expect(report.runConfig.measures).toEqual(ranked([]).runConfig.measures);
  });

  it('are refused where nothing answerable is left', () => {
    expect(() => rescore(ranked([['a']]), judgments({}))).toThrow('no answerable topic');
  });

  it('agree with a count by hand on any ranking', () => {
    const docs = ['a', 'b', 'c', 'd', 'e'];
    fc.assert(
      fc.property(fc.shuffledSubarray(docs), fc.subarray(docs, { minLength: 1 }), (order, relevant) => {
        const { report } = rescore(ranked([order]), judgments({ t0: new Map(relevant.map((doc) => [doc, 1])) }));
        const first = order.findIndex((doc) => relevant.includes(doc));
        const found = order.filter((doc) => relevant.includes(doc)).length;
        expect(scoresOf(report)?.[0]).toMatchObject({
          'RR@10': first < 0 ? 0 : 1 / (first + 1),
          'R@10': found / relevant.length,
        });
      }),
    );
  });
});
