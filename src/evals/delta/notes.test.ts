import { describe, expect, it } from 'vitest';
import { report, stage } from '../../../test/delta-report.ts';
import { conclude } from './conclude.ts';
import { deriveDeltas, pairDeltas } from './derive.ts';
import { findStage, sideOf } from './pair.ts';
import { deriveSlices } from './slices.ts';
import type { DeltaInput } from './stage-topics.ts';

const notesOf = (input: DeltaInput, at = 0) => deriveDeltas(input)[at]?.notes ?? [];
const codes = (input: DeltaInput) => notesOf(input).map(({ code }) => code);
const messages = (input: DeltaInput, code: string, at = 0) =>
  notesOf(input, at).flatMap((note) => (note.code === code ? [note.message] : []));
const many = (n: number, value: number) => Array(n).fill(value) as number[];

it('nothing travels with a verdict that nothing limits', () => {
  expect(deriveDeltas(report([stage('bm25', { all: [1, 0] }), stage('dense', { all: [0, 1] })]))[0]).not.toHaveProperty(
    'notes',
  );
});

it('notes and headline are of whole runs and of verdicts alone', () => {
  const failing = [
    stage('bm25', { all: [1, 0] }, { hasRule: true }),
    stage('dense', { all: [0, 1] }, { failed: [1], hasRule: true }),
  ];
  expect(codes(report(failing))).toEqual(['topics-failed']);
  const slices = deriveSlices(report(failing)).flatMap(({ deltas }) => deltas);
  expect(slices.length).toBeGreaterThan(0);
  for (const delta of slices) expect(delta.notes ?? delta.headline).toBeUndefined();
  const structural = report([failing[0], { ...failing[1], isStructural: true }] as typeof failing);
  const [quality, abstention] = deriveDeltas(structural);
  expect(quality?.notes).toBeUndefined();
  expect(quality?.headline).toEqual({
    direction: null,
    verdict: null,
    reason: 'structural: the vectors of default/dense mean nothing',
  });
  expect(abstention).not.toHaveProperty('headline');
});

it('topics that failed are counted for either stage, no-answer topics too', () => {
  const input = report(
    [stage('bm25', { all: [1, 0, 1] }, { failed: [0] }), stage('dense', { all: [0, 1, 1] }, { failed: [1, 2] })],
    [true, true, false],
  );
  expect(messages(input, 'topics-failed')).toEqual([
    '2 of 3 topics failed in dense and count 0',
    '1 of 3 topics failed in bm25 and count 0',
  ]);
});

describe('tuned on test', () => {
  const one = [stage('bm25', { all: [1] }), stage('dense', { all: [0] })];
  const two = [stage('bm25', { all: [1] }), stage('bm25', { all: [0] }, { variant: 'steep' })];
  const unit = 'document';

  it('is said of several variants on topics of the test split, and of no others', () => {
    expect(messages(report(two, [], { split: 'test', unit }), 'tuned-on-test')).toEqual([
      '2 pipelines are compared on the test split: choosing by these numbers tunes on test; choose on another split',
    ]);
    expect(codes(report(two, [], { split: 'dev', unit }))).toEqual([]);
    expect(codes(report(one, [], { split: 'test', unit }))).toEqual([]);
  });
  it('looks at the topics, not at the name of the selection: `all` holds test topics too', () => {
    const input = report(
      [...two].map((each) => ({ ...each })),
      [],
      { split: 'test', unit },
    );
    const all = {
      ...input,
      runConfig: { ...input.runConfig, selection: { ...input.runConfig.selection, split: 'all' } },
    };
    expect(codes(all)).toEqual(['tuned-on-test']);
  });
  it('is said of two runs, each with one variant', () => {
    const [a, b] = [report(one, [], { split: 'test', unit }), report(one, [], { split: 'test', unit })];
    const pair = {
      topics: b.topics,
      scope: undefined,
      declared: b.declared,
      measures: ['nDCG@10', 'RR@10'],
      baseline: sideOf(a, findStage(a, 'default/dense'), 'before'),
      candidate: sideOf(b, findStage(b, 'default/bm25'), 'after'),
    };
    const [quality] = conclude(pair, pairDeltas(pair));
    expect(quality?.notes?.map(({ code }) => code)).toEqual(['tuned-on-test']);
    expect(quality?.headline).toMatchObject({ direction: 'IMPROVEMENT' });
  });
});

describe('the declared minimum effect', () => {
  const input = (size: number, minimumEffect: number | null, n = 12) =>
    report(
      [
        stage('bm25', { all: many(n, 0.5) }),
        stage('dense', { all: many(n, 0.5).map((v, i) => v + size * (i % 2 === 0 ? 0.9 : 1.1)) }),
      ],
      [],
      {
        declared: { minimumEffect },
      },
    );

  it('is named where a supported difference is smaller, in either direction', () => {
    expect(messages(input(0.01, 0.02), 'below-minimum-effect')).toEqual([
      'nDCG@10 +0.0100 is supported, but smaller than the declared minimum effect 0.02',
    ]);
    expect(messages(input(-0.01, 0.02), 'below-minimum-effect')).toEqual([
      'nDCG@10 −0.0100 is supported, but smaller than the declared minimum effect 0.02',
    ]);
  });
  it('is not where it is reached, not supported, or not declared', () => {
    expect(codes(input(0.03, 0.02))).toEqual([]);
    expect(codes(input(-0.03, 0.02))).toEqual([]);
    expect(codes(input(0.01, 0.02, 4))).not.toContain('below-minimum-effect');
    expect(codes(input(0.01, null))).toEqual([]);
    const exact = report([stage('bm25', { all: many(8, 0) }), stage('dense', { all: many(8, 0.25) })], [], {
      declared: { minimumEffect: 0.25 },
    });
    expect(codes(exact)).toEqual([]);
  });
  it('makes a run undersized where these topics cannot detect it', () => {
    const noisy = report(
      [
        stage('bm25', { all: many(10, 0.5) }),
        stage('dense', { all: [0.9, 0.1, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3, 0.6, 0.2] }),
      ],
      [],
      { declared: { minimumEffect: 0.01 } },
    );
    const { evidence } = deriveDeltas(noisy)[0] ?? {};
    const sensitivity = evidence?.sensitivity;
    expect(sensitivity?.isUndersized).toBe(true);
    expect(messages(noisy, 'undersized')).toEqual([
      `undersized: 10 topics detect ${sensitivity?.minimumDetectableEffect.toFixed(4)}; the declared minimum effect 0.01 needs about ${sensitivity?.topicsNeeded}`,
    ]);
    expect(codes({ ...noisy, declared: { ...noisy.declared, minimumEffect: 0.9 } })).toEqual([]);
    const tiny = { ...noisy, declared: { ...noisy.declared, minimumEffect: 1e-9 } };
    expect(messages(tiny, 'undersized')[0]).toMatch(/ needs more than 2,000,000,000$/);
  });
  it('is not spoken of where no evidence was declared', () => {
    const chosen = deriveDeltas(input(0.01, 0.02), { baseline: 'default/dense' });
    expect(chosen[0]?.notes).toBeUndefined();
  });
});

describe('measures that look as deep as a rerank stage', () => {
  const measures = [
    'AP@100',
    'NumRelRet',
    'P(rel=2)@50',
    'R@10',
    'R@100',
    'R@49',
    'R@50',
    'RR@10',
    'SetP',
    'SpanR(chars=9)',
    'SpanR@100',
    'SpanRR',
    'Success@50',
    'nDCG@10',
    'nDCG@50',
  ];
  const stages = [
    stage('bm25', { all: [1] }),
    stage('dense', { all: [0] }),
    stage(
      'rerank',
      { all: [1], ...Object.fromEntries(measures.map((name) => [name, [1]])) },
      { kind: 'rerank', input: ['default/dense'] },
    ),
  ].map((each) => ({
    ...each,
    topics: each.topics.map((topic) => ({ ...topic, scores: Object.fromEntries(measures.map((name) => [name, 1])) })),
  }));
  const with50 = report(stages, [], { measures, depths: { rerank: 50 } });

  it('and do not heed order are pinned, against baseline and input', () => {
    const expected = [
      'NumRelRet, P(rel=2)@50, R@100, R@50, SetP, SpanR@100, Success@50: pinned, as rerank reorders the first 50 alone; a difference there is its input’s',
    ];
    expect(messages(with50, 'pinned', 1)).toEqual(expected);
    expect(messages(with50, 'pinned', 2)).toEqual(expected);
    expect(messages(with50, 'pinned', 0)).toEqual([]);
  });
  it('are not where the reranker goes deeper, and whole rankings not where it goes beyond what is kept', () => {
    const deep = report(stages, [], { measures, depths: { rerank: 101 } });
    expect(messages(deep, 'pinned', 1)).toEqual([]);
  });
  it('are not guessed where the depth is not known', () => {
    expect(() => deriveDeltas(report(stages, [], { measures, depths: {} }))).toThrow('does not hold the settings');
  });
});
