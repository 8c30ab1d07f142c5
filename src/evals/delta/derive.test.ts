import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { report, stage } from '../../../test/delta-report.ts';
import { deriveDeltas } from './derive.ts';
import { deriveSlices } from './slices.ts';
import type { DeltaInput } from './stage-topics.ts';

const summary = (input: DeltaInput) =>
  deriveDeltas(input).map(({ stage, axis, direction }) => [stage, axis, direction]);

describe('a report that does not hold together is refused', () => {
  const good = report([stage('bm25', { all: [1, 0] }), stage('dense', { all: [0, 0] })]);

  it('with an unknown baseline', () => {
    expect(() => deriveDeltas(good, { baseline: 'default/bm52' })).toThrow(
      'the report has no stage "default/bm52". Did you mean "default/bm25"?',
    );
  });

  it('with a stage that lacks a topic', () => {
    const bad = report([stage('bm25', { all: [1, 0] }), stage('dense', { all: [0] })]);
    expect(() => deriveDeltas(bad)).toThrow('stage "default/dense" has no result for topic "t1"');
  });

  it('with a value that is missing without a failure', () => {
    const dense = stage('dense', { all: [0, 0] });
    const bad = report([
      stage('bm25', { all: [1, 0] }),
      { ...dense, topics: dense.topics.map((t) => ({ ...t, scores: {} })) },
    ]);
    expect(() => deriveDeltas(bad)).toThrow('stage "default/dense" has no value of nDCG@10 for topic "t0"');
  });

  it('with a topic that occurs twice', () => {
    const dense = stage('dense', { all: [0, 0] });
    const bad = report([stage('bm25', { all: [1, 0] }), { ...dense, topics: [...dense.topics, ...dense.topics] }]);
    expect(() => deriveDeltas(bad)).toThrow('stage "default/dense" holds a topic twice');
  });

  it('with a declared measure that was not computed', () => {
    const bad = { ...good, declared: { ...good.declared, primary: 'AP' } };
    expect(() => deriveDeltas(bad)).toThrow('the report declares AP, but did not measure it');
  });
});

describe('every stage but the baseline', () => {
  const input = report([
    stage('bm25', { all: [0.5, 0.5, 0.5] }),
    stage('worse', { all: [0.5, 0.25, 0.5] }),
    stage('better', { all: [0.5, 0.75, 0.5] }),
    stage('mixed', { 'nDCG@10': [0.5, 0.25, 0.5], 'RR@10': [1, 0.5, 0.5] }),
    stage('same', { all: [0.5, 0.5, 0.5] }),
  ]);

  it('is compared, in report order, the losing ones too', () => {
    expect(summary(input)).toEqual([
      ['default/worse', 'quality', 'REGRESSION'],
      ['default/better', 'quality', 'IMPROVEMENT'],
      ['default/mixed', 'quality', 'MIXED'],
      ['default/same', 'quality', 'NO CHANGE'],
    ]);
  });

  it('gets its sentence and its numbers', () => {
    const worse = deriveDeltas(input)[0];
    expect(worse?.verdict).toBe(
      'worse: REGRESSION against bm25 — nDCG@10 −0.0833 (0 wins, 2 ties, 1 loss over 3 topics)',
    );
    expect(Object.keys(worse?.measures ?? {})).toEqual(['nDCG@10', 'RR@10', 'P@10']);
    expect(worse?.measures['nDCG@10']).toEqual({
      baseline: 0.5,
      candidate: 1.25 / 3,
      delta: -0.25 / 3,
      direction: 'down',
      topics: { wins: 0, ties: 2, losses: 1 },
    });
  });

  it('can be compared with another stage, which then is the one left out', () => {
    const deltas = deriveDeltas(input, { baseline: 'default/better' });
    expect(deltas.map(({ stage, baseline, direction }) => `${stage} ${baseline} ${direction}`)).toEqual([
      'default/bm25 default/better REGRESSION',
      'default/worse default/better REGRESSION',
      'default/mixed default/better MIXED',
      'default/same default/better REGRESSION',
    ]);
  });

  it('keeps its direction when a measure that was not declared moves the other way', () => {
    const undeclared = report([stage('bm25', { all: [0.5] }), stage('dense', { all: [1], 'P@10': [0] })]);
    expect(deriveDeltas(undeclared)[0]).toMatchObject({
      direction: 'IMPROVEMENT',
      measures: { 'P@10': { direction: 'down' } },
    });
  });
});

it('any permutation of values over three or more topics is NO CHANGE', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const permuted = fc
    .array(fc.tuple(unit, unit), { minLength: 3, maxLength: 30 })
    .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
  const spec = (rows: readonly (readonly [number, number])[]) => ({
    'nDCG@10': rows.map(([value]) => value),
    'RR@10': rows.map(([, value]) => value),
  });
  fc.assert(
    fc.property(permuted, ([rows, shuffled]) => {
      const [delta] = deriveDeltas(report([stage('bm25', spec(rows)), stage('dense', spec(shuffled))]));
      expect(delta?.direction).toBe('NO CHANGE');
      expect(delta?.verdict).toContain('dense: NO CHANGE against bm25 — nDCG@10 ±0.0000');
    }),
    // Shrinking a permutation takes minutes and tells no more.
    { endOnFailure: true },
  );
});

describe('a failed topic', () => {
  it('counts 0, is named in the sentence and is not silence', () => {
    const input = report([
      stage('bm25', { all: [0.5, 0.5] }, { hasRule: true }),
      stage('dense', { all: [0.5, 0.5] }, { hasRule: true, failed: [1] }),
    ]);
    const [quality, abstention] = deriveDeltas(input);
    expect(quality?.verdict).toBe(
      'dense: REGRESSION against bm25 — nDCG@10 −0.2500 (0 wins, 1 tie, 1 loss over 2 topics; 1 failed in dense)',
    );
    expect(abstention?.direction).toBe('NO CHANGE');
  });
});

describe('nothing is concluded', () => {
  it.each([
    ['candidate', false, true],
    ['baseline', true, false],
  ])('from a structural %s: numbers, but no direction and no verdict', (_, baseline, candidate) => {
    const input = report(
      [
        stage('bm25', { all: [0, 0] }, { isStructural: baseline, hasRule: true }),
        stage('dense', { all: [1, 0] }, { isStructural: candidate, hasRule: true }),
      ],
      [true, false],
    );
    for (const delta of [...deriveDeltas(input), ...deriveSlices(input).flatMap(({ deltas }) => deltas)]) {
      expect(delta).toMatchObject({ isStructural: true, direction: null, verdict: null });
      expect(delta.reason).toMatch(/^structural: the vectors of default\/\w+ mean nothing$/);
    }
    expect(deriveDeltas(input)[0]?.measures['nDCG@10']?.delta).toBe(1);
  });

  it('about passage measures of two chunkers', () => {
    const input = report([stage('bm25', { all: [0] }), stage('bm25', { all: [1] }, { variant: 'small' })]);
    expect(deriveDeltas(input)).toMatchObject([
      { measures: {}, direction: null, reason: 'not comparable: two chunkers, so other passages are relevant' },
    ]);
    const documents = {
      ...input,
      runConfig: { ...input.runConfig, golden: { ...input.runConfig.golden, unit: 'document' as const } },
    };
    expect(deriveDeltas(documents)[0]?.verdict).toBe(
      'small/bm25: IMPROVEMENT against default/bm25 — nDCG@10 +1.0000 (1 win, 0 ties, 0 losses over 1 topic)',
    );
  });

  it('about quality without answerable topics; unknown topics are in neither axis', () => {
    const input = report([stage('bm25', { all: [0, 0] }), stage('dense', { all: [1, 1] })], [false, 'unknown']);
    expect(deriveDeltas(input)).toMatchObject([
      { axis: 'quality', topics: 0, measures: {}, verdict: null, reason: 'not measured: no answerable topics' },
      {
        axis: 'abstention',
        topics: 0,
        reason: 'not measured: default/dense has no rule by which it could return nothing',
      },
    ]);
  });
});

describe('an improvement that was paid for with abstention', () => {
  const pair = (silentBefore: number[], silentAfter: number[]) =>
    report(
      [
        stage('bm25', { all: [0, 0, 0] }, { hasRule: true, silent: silentBefore }),
        stage('fusion', { all: [1, 0, 0] }, { hasRule: true, silent: silentAfter }),
      ],
      [true, true, false],
    );

  it('is MIXED, naming both (groundkit D6)', () => {
    const input = pair([2], []);
    expect(summary(input)).toEqual([
      ['default/fusion', 'quality', 'MIXED'],
      ['default/fusion', 'abstention', 'REGRESSION'],
    ]);
    expect(deriveDeltas(input)[0]?.verdict).toBe(
      'fusion: MIXED against bm25 — nDCG@10 +0.5000, IMPROVEMENT (1 win, 1 tie, 0 losses over 2 topics); rose: nDCG@10 +0.5000, RR@10 +0.5000; ' +
        'fell: abstention (silent on no-answer topics: 0 of 1 (bm25: 1), wrongly silent on answerable topics: 0 of 2 (bm25: 0))',
    );
  });

  it('is MIXED also where only answerable topics fell silent, or silence was gained elsewhere', () => {
    expect(summary(pair([], [1]))[0]).toEqual(['default/fusion', 'quality', 'MIXED']);
    expect(summary(pair([], [1, 2]))[0]).toEqual(['default/fusion', 'quality', 'MIXED']);
  });

  it('stays an improvement where abstention held or gained', () => {
    expect(summary(pair([2], [2]))[0]).toEqual(['default/fusion', 'quality', 'IMPROVEMENT']);
    expect(summary(pair([1], [2]))[0]).toEqual(['default/fusion', 'quality', 'IMPROVEMENT']);
  });
});
