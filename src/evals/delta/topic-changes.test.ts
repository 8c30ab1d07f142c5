import { expect, it } from 'vitest';
import { ranking, storedReport, storedTopic } from '../../../test/stored-report.ts';
import type { Report } from '../../contracts/report.ts';
import { acrossPair } from './across.ts';
import { goldPlaces } from './gold-places.ts';
import { topicChanges } from './topic-changes.ts';

const GOLD = [
  { doc: 'a', grade: 1, start: 2, end: 4 },
  { doc: 'b', grade: 3, start: 0, end: 10 },
  { doc: 'c', grade: 0, start: 0, end: 10 },
];

function report(
  values: readonly number[],
  rankings: readonly (readonly string[])[],
  unit: 'passage' | 'document' = 'passage',
): Report {
  return storedReport({ s: values }, (made) => {
    made.runConfig.golden.unit = unit;
    made.topics = values.map((_, i) => storedTopic(`t${i}`, { gold: GOLD }));
    const relevant = ['a#', 'b#'].map((id) => ({ id, grade: 1 }));
    for (const index of made.indexes)
      index.relevant = made.topics.map(({ topicId }) => ({ topicId, passages: relevant }));
    for (const stage of made.stages) {
      stage.topics.forEach((topic, i) => {
        topic.ranking = ranking(...(rankings[i] ?? []));
      });
    }
  });
}

function changes(baseline: Report, candidate: Report) {
  const sides = [baseline, candidate].map((each, i) => ({ report: each, stage: 'default/s', label: `s${i}` }));
  const [before, after] = sides;
  if (before === undefined || after === undefined) throw new Error('two sides');
  const pair = acrossPair(before, after);
  return topicChanges(
    pair,
    pair.declared.primary,
    goldPlaces({ side: pair.baseline, report: baseline }, { side: pair.candidate, report: candidate }),
  );
}

const FILLERS = Array.from({ length: 10 }, (_, i) => `x${i}`);

it.each(['passage', 'document'] as const)(
  'ranks topics by change, with where relevant gold went, in %s unit',
  (unit) => {
    const before = report([0.5, 0.5, 0.5, 0.5], [['b', 'a'], ['b'], [], []], unit);
    const after = report([0.25, 0.5, 1, 0.75], [[...FILLERS, 'b', 'a'], ['b'], ['a'], []], unit);
    const found = changes(before, after);
    expect(found.map(({ topicId, delta }) => [topicId, delta])).toEqual([
      ['t2', 0.5],
      ['t0', -0.25],
      ['t3', 0.25],
    ]);
    const moves = (i: number) =>
      found[i]?.moves.map(({ doc, grade, baselineRank, candidateRank, crossing }) => [
        doc,
        grade,
        baselineRank,
        candidateRank,
        crossing,
      ]);
    // The entry of grade 0 is judged not relevant: where it stands is no matter.
    expect(moves(1)).toEqual([
      ['b', 3, 1, 11, 'leaves'],
      ['a', 1, 2, 12, 'leaves'],
    ]);
    expect(moves(0)).toEqual([
      ['b', 3, null, null, null],
      ['a', 1, null, 1, 'enters'],
    ]);
  },
);

it('takes a passage for an entry only where it counts as relevant and touches it', () => {
  const before = report([0, 0], [['a'], []]);
  const after = report([1, 0], [['a'], []]);
  for (const stage of after.stages) {
    for (const hit of stage.topics[0]?.ranking ?? []) hit.start = 4;
  }
  expect(changes(before, after)[0]?.moves.find(({ doc }) => doc === 'a')).toMatchObject({
    baselineRank: 1,
    candidateRank: null,
  });
  for (const index of before.indexes) index.relevant = [];
  expect(changes(before, report([1, 0], [['a'], []]))[0]?.moves.find(({ doc }) => doc === 'a')).toMatchObject({
    baselineRank: null,
    candidateRank: 1,
  });
});

it('says which topics failed', () => {
  const before = report([0.5], [['b']]);
  const after = report([0.5], [[]]);
  for (const stage of after.stages) {
    for (const topic of stage.topics) Object.assign(topic, { scores: {}, error: { code: 'X', message: 'x' } });
  }
  expect(changes(before, after)).toMatchObject([{ topicId: 't0', candidate: 0, hasFailed: true }]);
});
