import { describe, expect, it } from 'vitest';
import type { ReportStage } from '../../contracts/report.ts';
import { farBelowWarnings, zeroVectorWarnings } from './leg-health.ts';

const stage = (kind: 'bm25' | 'dense', mean: number, over: Partial<ReportStage> = {}) =>
  ({
    id: `v/${kind}`,
    variant: 'v',
    name: kind,
    kind,
    isStructural: false,
    means: { 'nDCG@10': mean },
    ...over,
  }) as ReportStage;
const codes = (stages: readonly ReportStage[], topics = 10) =>
  farBelowWarnings(stages, 'nDCG@10', topics).map(({ code, stage: id }) => `${id} ${code}`);

describe('farBelowWarnings', () => {
  it('row 65: tells of a dense leg below half of bm25', () => {
    expect(codes([stage('bm25', 0.6), stage('dense', 0.29)])).toEqual(['v/dense dense-far-below']);
    expect(codes([stage('bm25', 0.6), stage('dense', 0.3)])).toEqual([]);
    expect(codes([stage('bm25', 0), stage('dense', 0)])).toEqual([]);
  });
  it('is silent on few topics, on numbers without meaning, and across variants', () => {
    expect(codes([stage('bm25', 0.6), stage('dense', 0.1)], 9)).toEqual([]);
    expect(codes([stage('bm25', 0.6), stage('dense', 0.1, { isStructural: true })])).toEqual([]);
    expect(codes([stage('bm25', 0.6), stage('dense', 0.1, { variant: 'w' })])).toEqual([]);
    expect(codes([stage('dense', 0.1)])).toEqual([]);
  });
});

it('gives the share of zero vectors', () => {
  expect(zeroVectorWarnings('v', 0, 9)).toEqual([]);
  expect(zeroVectorWarnings('v', 1, 8)[0]?.message).toContain('1 of 8 vectors (12.5 %)');
});
