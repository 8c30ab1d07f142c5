import { describe, expect, it } from 'vitest';
import { report, stage } from '../../../test/delta-report.ts';
import { deriveDeltas } from './derive.ts';
import type { DeltaInput } from './stage-topics.ts';

const messages = (input: DeltaInput) =>
  (deriveDeltas(input)[0]?.notes ?? []).flatMap(({ code, message }) => (code === 'judged-gap' ? [message] : []));

/** Two stages whose one topic has these passages; `j1`, `j2`… are judged, the others not. */
function input(
  before: readonly string[],
  after: readonly string[],
  extra: Parameters<typeof report>[2] = {},
): DeltaInput {
  return report(
    [stage('bm25', { all: [1] }, { rankings: [before] }), stage('dense', { all: [0] }, { rankings: [after] })],
    [],
    { judged: JUDGED, ...extra },
  );
}
const JUDGED = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`j${i}`, i % 3]));
/** A ranking of n, of which so many are judged. */
const ranking = (n: number, judged: number) => Array.from({ length: n }, (_, i) => (i < judged ? `j${i}` : `u${i}`));
const TAIL =
  ', by the judged passages of the report: the others count as not relevant, which may be part of the difference';

describe('how much was judged', () => {
  it('is not said where both have equally little: it is in no difference', () => {
    expect(messages(input(ranking(10, 3), ranking(10, 3)))).toEqual([]);
  });
  it('is said where one stage has more of it', () => {
    expect(messages(input(ranking(10, 10), ranking(10, 7)))).toEqual([`Judged@10 0.7000, bm25 1.0000${TAIL}`]);
    expect(messages(input(ranking(10, 7), ranking(10, 10)))).toEqual([`Judged@10 1.0000, bm25 0.7000${TAIL}`]);
  });
  it('is said also where both have much', () => {
    expect(messages(input(ranking(10, 10), ranking(10, 9)))).toHaveLength(1);
    expect(messages(input(ranking(10, 8), ranking(10, 9)))).toHaveLength(1);
  });
  it('is not said at the limit, a gap of .05', () => {
    expect(messages(input(ranking(10, 8), ranking(10, 8)))).toEqual([]);
    const twenty = { declared: { primary: 'nDCG@20', secondary: [] }, measures: ['nDCG@20'] };
    const of20 = (judged: number) => ({ ...stage('x', { 'nDCG@20': [1] }, { rankings: [ranking(20, judged)] }) });
    const at = (a: number, b: number) =>
      messages(
        report(
          [
            { ...of20(a), id: 'default/bm25', name: 'bm25' },
            { ...of20(b), id: 'default/dense', name: 'dense' },
          ],
          [],
          { judged: JUDGED, ...twenty },
        ),
      );
    expect(at(18, 17)).toEqual([]);
    expect(at(16, 18)).toHaveLength(1);
    expect(at(18, 15)).toEqual([`Judged@20 0.7500, bm25 0.9000${TAIL}`]);
  });
  it('is not said without judgments of grade 0: unjudged may mean not relevant there', () => {
    const judged = Object.fromEntries(Object.keys(JUDGED).map((id) => [id, 1]));
    expect(messages(input(ranking(10, 3), ranking(10, 9), { judged }))).toEqual([]);
    expect(messages(input(ranking(10, 3), ranking(10, 9), { judged: {} }))).toEqual([]);
    // Below 0: pooled, and judged by nobody.
    expect(messages(input(ranking(10, 3), ranking(10, 9), { judged: { ...judged, j1: -1 } }))).toEqual([]);
  });
  it('is over the retrieved where they are few, and over 10 where the primary measure names no rank', () => {
    expect(messages(input(ranking(4, 4), ranking(2, 2)))).toEqual([]);
    const whole = { declared: { primary: 'RR@10', secondary: [] } };
    expect(messages(input(ranking(30, 10), ranking(30, 9), whole))).toEqual([`Judged@10 0.9000, bm25 1.0000${TAIL}`]);
  });
  it('is by documents in document unit, each at its highest grade', () => {
    const judged = { d1: 0, d2: 2 };
    const found = messages(input(['d1:a', 'd2:b'], ['d3:a', 'd2:b'], { judged, unit: 'document' }));
    expect(found).toEqual([`Judged@10 0.5000, bm25 1.0000${TAIL.replace('passages', 'documents')}`]);
    const twice = input(['d2:b'], ['d3:a'], { judged: { d2: 2 }, unit: 'document' });
    const topics = twice.topics.map((topic) => ({
      ...topic,
      gold: [
        { doc: 'd2', grade: 2 },
        { doc: 'd2', grade: 0 },
      ],
    }));
    expect(messages({ ...twice, topics })).toEqual([]);
  });
  it('is over answerable topics alone', () => {
    const stages = [
      stage('bm25', { all: [1, 1] }, { rankings: [ranking(2, 2), ranking(2, 0)] }),
      stage('dense', { all: [0, 0] }, { rankings: [ranking(2, 2), ranking(2, 1)] }),
    ];
    expect(messages(report(stages, [true, false], { judged: JUDGED }))).toEqual([]);
    expect(messages(report(stages, [true, true], { judged: JUDGED }))).toHaveLength(1);
  });
  it('is not said where only a topic that is not answerable has judgments of grade 0', () => {
    const [few, more] = [
      [ranking(10, 3), ['u1']],
      [ranking(10, 9), ['u1']],
    ];
    const stages = [
      stage('bm25', { all: [1, 1] }, { rankings: few }),
      stage('dense', { all: [0, 0] }, { rankings: more }),
    ];
    const base = report(stages, [true, false], {
      judged: Object.fromEntries(Object.keys(JUDGED).map((id) => [id, 1])),
    });
    const relevant = base.indexes.flatMap((index) => index.relevant);
    const [first, second] = relevant;
    if (first === undefined || second === undefined) throw new Error('the report has too few topics');
    const zero = { ...second, passages: [{ id: 'j1', grade: 0 }] };
    const withZero = base.indexes.map((index) => ({ ...index, relevant: [first, zero] }));
    expect(messages({ ...base, indexes: withZero })).toEqual([]);
    expect(
      messages({ ...base, indexes: withZero, topics: base.topics.map((t) => ({ ...t, answerable: true })) }),
    ).toHaveLength(1);
  });
});
