import { describe, expect, it } from 'vitest';
import { report, stage } from '../../../test/delta-report.ts';
import { deriveDeltas } from './derive.ts';

const many = (value: number) => Array(10).fill(value) as number[];
const SPANS = ['P@10', 'RR@10', 'SpanR(chars=2000)', 'SpanR@10', 'SpanRR', 'nDCG@10'];
/** Passage measures that fall, span measures as given. */
function twoChunkers(values: Record<string, number>, extra: Parameters<typeof report>[2] = {}) {
  const spans = Object.keys(values);
  const before = Object.fromEntries(['nDCG@10', ...spans].map((name) => [name, many(0.5)]));
  const after = Object.fromEntries([['nDCG@10', many(0.1)], ...spans.map((name) => [name, many(values[name] ?? 0)])]);
  return report([stage('bm25', before), stage('bm25', after, { variant: 'small' })], [], { measures: SPANS, ...extra });
}

describe('two chunkers', () => {
  it('are compared by span measures alone, the first of which is the primary one, and the sentence says so', () => {
    const [delta] = deriveDeltas(twoChunkers({ 'SpanR(chars=2000)': 0.6, 'SpanR@10': 0.6, SpanRR: 0.5 }));
    expect(delta).toMatchObject({ direction: 'IMPROVEMENT', primary: 'SpanR(chars=2000)' });
    expect(Object.keys(delta?.measures ?? {})).toEqual(['SpanR(chars=2000)', 'SpanR@10', 'SpanRR']);
    expect(delta?.verdict).toBe(
      'small/bm25: IMPROVEMENT against default/bm25 — SpanR(chars=2000) +0.1000 (10 wins, 0 ties, 0 losses over 10 topics); ' +
        'two chunkers: SpanR(chars=2000) stands in for nDCG@10',
    );
    expect(delta?.evidence).toMatchObject({ status: 'supported', topics: { wins: 10 } });
  });
  it('take a direction from all span measures', () => {
    const [delta] = deriveDeltas(twoChunkers({ 'SpanR(chars=2000)': 0.6, 'SpanR@10': 0.4, SpanRR: 0.5 }));
    expect(delta?.direction).toBe('MIXED');
    expect(delta?.verdict).toContain('rose: SpanR(chars=2000) +0.1000; fell: SpanR@10 −0.1000; two chunkers: ');
  });
  it('put declared span measures first', () => {
    const values = { 'SpanR(chars=2000)': 0.6, 'SpanR@10': 0.6, SpanRR: 0.7 };
    const secondary = twoChunkers(values, { declared: { secondary: ['SpanRR'] } });
    expect(deriveDeltas(secondary)[0]?.primary).toBe('SpanRR');
    const primary = twoChunkers(values, { declared: { primary: 'SpanRR' } });
    expect(deriveDeltas(primary)[0]?.verdict).toMatch(/; two chunkers: compared by span measures alone$/);
  });
  it('are refused where both sides hold no span measure, declared or not', () => {
    const [delta] = deriveDeltas(twoChunkers({}, { measures: ['nDCG@10', 'RR@10'] }));
    expect(delta).toMatchObject({
      measures: {},
      direction: null,
      verdict: null,
      reason: 'not comparable: two chunkers, so other passages are relevant',
      headline: {
        direction: null,
        verdict: null,
        reason: 'not comparable: two chunkers, so other passages are relevant',
      },
    });
    expect(delta?.notes).toBeUndefined();
  });
  it('without answerable topics are not measured', () => {
    const input = twoChunkers({ SpanRR: 0.6, 'SpanR@10': 0.6, 'SpanR(chars=2000)': 0.6 });
    const topics = input.topics.map((topic) => ({ ...topic, answerable: 'unknown' as const }));
    expect(deriveDeltas({ ...input, topics })[0]).toMatchObject({
      measures: {},
      reason: 'not measured: no answerable topics',
    });
  });
  it('have no minimum effect: it was declared for another measure', () => {
    const noisy = [0.9, 0.1, 0.8, 0.2, 0.7, 0.1, 0.9, 0.3, 0.6, 0.2];
    const spans = { SpanRR: noisy, 'SpanR@10': noisy, 'SpanR(chars=2000)': noisy };
    const [before, after] = [
      { ...spans, all: many(0) },
      { ...spans, SpanRR: many(0.5), 'SpanR@10': many(0.5), 'SpanR(chars=2000)': many(0.5) },
    ];
    const input = report([stage('bm25', before), stage('bm25', after, { variant: 'small' })], [], {
      measures: SPANS,
      declared: { minimumEffect: 0.0001 },
    });
    const [delta] = deriveDeltas(input);
    expect(delta?.evidence?.sensitivity).toMatchObject({ minimumEffect: null, isUndersized: null, topicsNeeded: null });
    expect(delta?.evidence?.sensitivity?.minimumDetectableEffect).toBeGreaterThan(0.0001);
    expect(delta?.notes).toBeUndefined();
    const supported = twoChunkers({ SpanRR: 0.6, 'SpanR@10': 0.6, 'SpanR(chars=2000)': 0.6 });
    const declared = { ...supported.declared, minimumEffect: 0.9 };
    expect(deriveDeltas({ ...supported, declared })[0]?.evidence?.status).toBe('supported');
    expect(deriveDeltas({ ...supported, declared })[0]?.notes).toBeUndefined();
  });
  it('of document unit have one ruler', () => {
    const [delta] = deriveDeltas(
      twoChunkers({ SpanRR: 0.9 }, { unit: 'document', measures: ['RR@10', 'SpanRR', 'nDCG@10'] }),
    );
    expect(delta).toMatchObject({ direction: 'REGRESSION', primary: 'nDCG@10' });
    expect(delta?.verdict).not.toContain('chunkers');
  });
  it('share a baseline with stages of one chunker, each tested by its own measure', () => {
    const values = { 'nDCG@10': many(0.05), SpanRR: many(0.2) };
    const stages = [
      stage('bm25', values),
      stage('dense', { ...values, SpanRR: many(0.9) }),
      stage('bm25', { ...values, SpanRR: many(0.1) }, { variant: 'small' }),
    ];
    const found = deriveDeltas(report(stages, [], { measures: ['RR@10', 'SpanRR', 'nDCG@10'] }));
    expect(found.map(({ evidence }) => evidence?.status)).toEqual(['identical', 'supported']);
    expect(found[1]?.evidence?.topics).toEqual({ wins: 0, ties: 0, losses: 10 });
  });
});
