import { describe, expect, it } from 'vitest';
import { report, stage } from '../../../test/delta-report.ts';
import { deriveDeltas } from './derive.ts';
import { deriveSlices } from './slices.ts';
import type { DeltaInput } from './stage-topics.ts';

const pairs = (input: DeltaInput, baseline?: string) =>
  deriveDeltas(input, baseline === undefined ? {} : { baseline }).map(
    ({ stage: id, baseline: reference, axis, direction }) => `${id} ${reference} ${axis} ${direction}`,
  );

const RULE = { hasRule: true };
const bm25 = stage('bm25', { all: [0.5, 0.5] }, RULE);
const fusion = stage('fusion', { all: [0.2, 0.5] }, { ...RULE, kind: 'fusion', input: ['default/bm25'] });
const rerank = stage('rerank', { all: [0.4, 0.5] }, { ...RULE, kind: 'rerank', input: ['default/fusion'] });

const withoutRule = [bm25, fusion, rerank].map((each) => ({ ...each, abstention: null }));

describe('a rerank stage', () => {
  it('is compared with the baseline and right after it with its input, in report order', () => {
    const last = stage('last', { all: [1, 1] });
    expect(pairs(report([bm25, rerank, fusion, last], [true, false]))).toEqual([
      'default/rerank default/bm25 quality REGRESSION',
      'default/rerank default/bm25 abstention NO CHANGE',
      'default/rerank default/fusion quality IMPROVEMENT',
      'default/rerank default/fusion abstention NO CHANGE',
      'default/fusion default/bm25 quality REGRESSION',
      'default/fusion default/bm25 abstention NO CHANGE',
      'default/last default/bm25 quality IMPROVEMENT',
      'default/last default/bm25 abstention null',
    ]);
  });
  it('has a sentence that names which', () => {
    const [, against] = deriveDeltas(report(withoutRule)).filter(({ stage: id }) => id === rerank.id);
    expect(against?.verdict).toBe(
      'rerank: IMPROVEMENT against fusion — nDCG@10 +0.1000 (1 win, 1 tie, 0 losses over 2 topics)',
    );
  });
  it('is compared once where its input is the baseline', () => {
    const direct = stage('rerank', { all: [1, 1] }, { kind: 'rerank', input: ['default/bm25'] });
    expect(pairs(report([bm25, direct]))).toEqual(['default/rerank default/bm25 quality IMPROVEMENT']);
    expect(pairs(report(withoutRule), 'default/fusion')).toEqual([
      'default/bm25 default/fusion quality IMPROVEMENT',
      'default/rerank default/fusion quality IMPROVEMENT',
    ]);
  });
  it('that is the baseline is not compared with its input', () => {
    expect(pairs(report(withoutRule), 'default/rerank')).toEqual([
      'default/bm25 default/rerank quality IMPROVEMENT',
      'default/fusion default/rerank quality REGRESSION',
    ]);
  });
  it('is compared with its input in slices too', () => {
    const [first] = deriveSlices(report(withoutRule));
    expect(first?.deltas.map(({ baseline }) => baseline)).toEqual(['default/bm25', 'default/bm25', 'default/fusion']);
  });
  it('whose input the report lacks is refused', () => {
    const orphan = stage('rerank', { all: [1, 1] }, { kind: 'rerank', input: ['default/fusoin'] });
    expect(() => deriveDeltas(report([bm25, fusion, orphan]))).toThrow(
      'the report has no stage "default/fusoin". Did you mean "default/fusion"?',
    );
  });
  it('is the only kind that is: a fusion has legs, and is compared with none', () => {
    expect(
      pairs(
        report([
          stage('a', { all: [1] }),
          stage('b', { all: [1] }),
          { ...fusion, input: ['default/b'], topics: bm25.topics.slice(0, 1) },
        ]),
      ),
    ).toHaveLength(2);
  });
});

describe('the declared family', () => {
  const many = (value: number) => Array(12).fill(value) as number[];
  const input = report([
    stage('bm25', { all: many(0.5) }),
    stage('fusion', { all: many(0.6) }, { kind: 'fusion' }),
    stage('rerank', { all: many(0.5) }, { kind: 'rerank', input: ['default/fusion'] }),
  ]);

  it('counts the rerank stage against its input, and tests that pair by its own differences', () => {
    const deltas = deriveDeltas(input);
    expect(deltas.map(({ evidence }) => evidence?.familySize)).toEqual([3, 3, 3]);
    expect(deltas.map(({ evidence }) => evidence?.status)).toEqual(['supported', 'identical', 'supported']);
    // 2 of 2^12 patterns, the first and second of three by Holm.
    expect(deltas[2]?.evidence?.adjustedP).toBeCloseTo((3 * 2) / 2 ** 12, 12);
    expect(deltas[2]?.evidence?.topics).toEqual({ wins: 0, ties: 0, losses: 12 });
  });
  it('leaves out pairs without a direction', () => {
    const stages = input.stages.map((each, i) => (i === 1 ? { ...each, isStructural: true } : each));
    const found = deriveDeltas({ ...input, stages });
    expect(found.map(({ evidence }) => evidence?.familySize)).toEqual([undefined, 1, undefined]);
  });
  it('gives no evidence under a baseline that was chosen when reading, though the input was declared', () => {
    expect(deriveDeltas(input, { baseline: 'default/fusion' }).some(({ evidence }) => evidence !== undefined)).toBe(
      false,
    );
  });
});
