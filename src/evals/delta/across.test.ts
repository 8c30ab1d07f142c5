import { describe, expect, it } from 'vitest';
import { storedReport, storedTopic } from '../../../test/stored-report.ts';
import type { Report, ReportTopic } from '../../contracts/report.ts';
import { type AcrossOptions, acrossPair } from './across.ts';
import { pairDeltas } from './derive.ts';
import { driftNote } from './drift.ts';

const old = storedReport({ s: [0.1, 0.2, 0.3] });
const changed = (change: (report: Report) => void) => storedReport({ s: [0.4, 0.2, 0.3] }, change);
const pair = (report: Report, options: AcrossOptions = {}, baseline = old) =>
  acrossPair(
    { report: baseline, stage: 'default/s', label: 's (old)' },
    { report, stage: 'default/s', label: 's (new)' },
    options,
  );
const judged = (report: Report) => {
  report.runConfig.golden.judgmentsSha256 = '1'.repeat(64);
};

describe('stages of two reports', () => {
  it('are compared topic by topic', () => {
    expect(pairDeltas(pair(changed(() => {})))[0]?.verdict).toBe(
      's (new): IMPROVEMENT against s (old) — nDCG@10 +0.1000 (1 win, 2 ties, 0 losses over 3 topics)',
    );
    expect(
      driftNote(
        old,
        changed(() => {}),
      ),
    ).toBeUndefined();
  });

  it.each<[string, (report: Report) => void]>([
    ['judgments', judged],
    ['topics', (report) => report.topics.push(storedTopic('t9'))],
  ])('are refused over other %s', (what, change) => {
    expect(() => pair(changed(change))).toThrow(`rest on different ${what}`);
  });

  it.each<[string, Partial<ReportTopic>]>([
    ['question', { query: 'another question' }],
    ['kind', { answerable: false }],
  ])('are refused where a topic has another %s under the same hashes', (_, change) => {
    const edited = changed((report) => (report.topics[1] = storedTopic('t1', change)));
    for (const allowDrift of [false, true]) {
      expect(() => pair(edited, { allowDrift })).toThrow('topic "t1" is not the same in s (old) and s (new)');
    }
  });

  it('are compared over what they share where drift is allowed, which is noted', () => {
    const drifted = changed((report) => {
      judged(report);
      report.topics = [
        storedTopic('t0', { query: 'another question' }),
        storedTopic('t1', { gold: [{ doc: 'd', grade: 1 }] }),
        storedTopic('t2'),
        storedTopic('t3'),
      ];
    });
    const { topics } = pair(drifted, { allowDrift: true });
    expect(topics.map(({ topicId }) => topicId)).toEqual(['t1', 't2']);
    expect(driftNote(old, drifted)).toEqual({
      code: 'drift',
      message:
        'judgments or topics differ: compared over the 2 topics in common (baseline 3, candidate 4), of which 1 have other judgments',
    });
  });

  it('of passages and of documents are refused whatever is allowed', () => {
    const documents = changed(({ runConfig }) => {
      runConfig.golden.unit = 'document';
    });
    expect(() => pair(documents, { allowDrift: true })).toThrow('rest on different unit');
  });

  it('are compared on measures of one version', () => {
    const other = changed(({ runConfig }) => {
      for (const measure of runConfig.measures) if (measure.name === 'RR@10') measure.algorithm = 'x/2';
    });
    expect(pair(other).measures).not.toContain('RR@10');
    expect(pair(other).measures).toContain('nDCG@10');
  });

  describe('under two chunkers', () => {
    const cut = (report: Report) => {
      for (const variant of report.runConfig.variants) variant.chunker = { algorithm: 'y/1', settings: {} };
    };
    const spans = (report: Report) => {
      report.runConfig.measures.push({ name: 'SpanR@10', algorithm: 'span/1' });
      for (const stage of report.stages)
        for (const topic of stage.topics) topic.scores['SpanR@10'] = topic.scores.P ?? 0.5;
    };
    it('have no verdict on passage measures', () => {
      expect(pairDeltas(pair(changed(cut)))[0]).toMatchObject({ verdict: null, measures: {} });
    });
    it('are compared on span measures, and on nothing else', () => {
      const baseline = storedReport({ s: [0.1, 0.2, 0.3] }, spans);
      const other = changed((report) => {
        cut(report);
        spans(report);
        for (const stage of report.stages) for (const topic of stage.topics) topic.scores['SpanR@10'] = 0.75;
      });
      const [quality] = pairDeltas(pair(other, {}, baseline));
      expect(Object.keys(quality?.measures ?? {})).toEqual(['SpanR@10']);
      expect(quality?.verdict).toContain('IMPROVEMENT against s (old) — SpanR@10 +0.2500');
    });
    it('are so under two rules of relevance', () => {
      const other = changed(({ runConfig }) => {
        runConfig.rules.relevance = 'half-cover/2';
      });
      expect(pairDeltas(pair(other))[0]?.verdict).toBeNull();
    });
  });
});
