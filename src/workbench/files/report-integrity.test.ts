import { describe, expect, it } from 'vitest';
import { sealed, storedReport, storedTopic } from '../../../test/stored-report.ts';
import type { Report } from '../../contracts/report.ts';
import { parseMeasure } from '../../evals/metrics/parse-measure.ts';
import { measureAlgorithm } from '../../evals/metrics/registry.ts';
import { checkIntegrity } from './report-integrity.ts';

/** RR@10 of two answerable topics and one without an answer, as a run writes it. */
function whole(): Report {
  return storedReport({ a: [1, 0.5, 0], b: [0.5, 0.5, 0] }, (report) => {
    report.topics[2] = storedTopic('t2', { answerable: false });
    report.golden = { ...report.golden, topics: 3, answerable: 2 };
    report.runConfig.measures = [{ name: 'RR@10', algorithm: measureAlgorithm(parseMeasure('RR@10')) }];
    for (const stage of report.stages) {
      stage.topics = stage.topics.map((topic, i) => (i === 2 ? { ...topic, scores: {} } : topic));
      stage.means = { 'RR@10': stage.name === 'a' ? 0.75 : 0.5 };
    }
  });
}

const check = (change: (report: Report) => void) => () => {
  const report = whole();
  change(report);
  checkIntegrity(report, 'r.json');
};
const stage = (report: Report) => report.stages[0] ?? expect.unreachable();

describe('a report that is compared', () => {
  it('is as it was written', () => {
    expect(check(() => {})).not.toThrow();
  });

  it.each<[string, (report: Report) => void, string]>([
    ['another hash', (report) => (report.golden.corpusSha256 = 'f'.repeat(64)), 'golden.corpusSha256 is not that'],
    ['a topic more', (report) => report.topics.push(storedTopic('t9')), 'topicIdsSha256 is not that'],
    ['an answer less', (report) => (report.topics[0] = storedTopic('t0', { answerable: false })), 'golden.answerable'],
    ['an unknown one', (report) => (report.topics[2] = storedTopic('t2', { answerable: 'unknown' })), 'golden.unknown'],
    ['another count', (report) => (report.golden.topics = 4), 'golden.topics is not that of its content'],
    ['a stage twice', (report) => report.stages.push(stage(report)), 'it holds stage "default/a" twice'],
    ['results exchanged', (report) => stage(report).topics.reverse(), 'stage "default/a" does not hold its topics'],
    ['a result less', (report) => stage(report).topics.pop(), 'stage "default/a" does not hold its topics'],
    [
      'another score',
      (report) => ((stage(report).topics[1] ?? expect.unreachable()).scores['RR@10'] = 1),
      'the mean of RR@10 in stage "default/a" is not that of its content',
    ],
    ['another mean', (report) => (stage(report).means['RR@10'] = 0.76), 'the mean of RR@10 in stage "default/a"'],
    ['no mean', (report) => (stage(report).means = {}), 'the mean of RR@10 in stage "default/a"'],
  ])('is refused with %s', (_, change, message) => {
    expect(check(change)).toThrow('r.json was changed after it was written: ');
    expect(check(change)).toThrow(message);
  });

  it.each<[string, (report: Report) => void]>([
    ['measure', ({ runConfig }) => (runConfig.measures = [{ name: 'RR@10', algorithm: 'rr/0' }])],
    ['rule of means', ({ runConfig }) => (runConfig.rules.means = 'means/0')],
  ])('is not held to the means of another version of the %s', (_, change) => {
    const report = whole();
    stage(report).means['RR@10'] = 0.9;
    expect(() => checkIntegrity(report, 'r.json')).toThrow('the mean of RR@10');
    change(report);
    expect(() => checkIntegrity(sealed(report), 'r.json')).not.toThrow();
  });
});
