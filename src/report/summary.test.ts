import { describe, expect, it } from 'vitest';
import { BM25, DENSE, FUSION, sampleDelta, sampleReport } from '../../test/sample-report.ts';
import { familyEvidence } from '../evals/stats/evidence.ts';
import { evalSummary } from './summary.ts';

describe('the summary of an eval', () => {
  const report = sampleReport([BM25, { ...DENSE, isStructural: true }, FUSION]);

  it('has the names that scripts rely on, in the order of the report', () => {
    const deltas = [sampleDelta(report, 'fusion')];
    const summary = evalSummary(report, deltas, { reportPath: 'r.json', exitCode: 0 });
    expect(Object.keys(summary)).toEqual(['report', 'stages', 'deltas', 'attribution', 'legs', 'gates', 'exitCode']);
    expect(summary.report).toBe('r.json');
    expect(summary.gates).toEqual([]);
    expect(summary.exitCode).toBe(0);
    expect(summary.stages.map(({ id, name }) => [id, name])).toEqual([
      ['default/bm25', 'bm25'],
      ['default/dense', 'dense'],
      ['default/fusion', 'fusion'],
    ]);
    expect(summary.stages[0]?.means['nDCG@10']).toBe(0.6769);
    expect(summary.deltas).toEqual([
      {
        stage: 'default/fusion',
        baseline: 'default/bm25',
        axis: 'quality',
        isStructural: false,
        measures: {
          'nDCG@10': { delta: 0.637 - 0.6769, direction: 'down' },
          'RR@10': { delta: 0.6001 - 0.6401, direction: 'down' },
          'R@10': { delta: 0.82 - 0.8012, direction: 'up' },
          'Success@1': { delta: 0.52 - 0.55, direction: 'down' },
        },
        direction: 'MIXED',
        evidence: null,
        verdict: 'fusion: MIXED against bm25 — nDCG@10 −0.0399 (20 wins, 35 ties, 41 losses over 96 topics)',
      },
    ]);
  });

  it('gives a structural stage no delta, no direction and no verdict, whatever was handed over', () => {
    const reason = 'structural: the vectors of default/dense mean nothing';
    const [delta] = evalSummary(report, [sampleDelta(report, 'dense', { reason })], {
      reportPath: undefined,
      exitCode: 0,
    }).deltas;
    expect(delta).toEqual({
      stage: 'default/dense',
      baseline: 'default/bm25',
      axis: 'quality',
      isStructural: true,
      measures: {},
      direction: null,
      evidence: null,
      verdict: null,
      reason,
    });
    expect(evalSummary(report, [], { reportPath: undefined, exitCode: 0 }).stages[1]?.isStructural).toBe(true);
  });

  it('keeps every losing stage, and says null where no report was written', () => {
    const deltas = [sampleDelta(report, 'fusion', { direction: 'REGRESSION' })];
    const summary = evalSummary(report, deltas, { reportPath: undefined, exitCode: 4 });
    expect(summary.deltas.map(({ direction }) => direction)).toEqual(['REGRESSION']);
    expect(summary.report).toBeNull();
    expect(summary.exitCode).toBe(4);
  });

  it('gives the evidence of the primary measure, in a word and in full', () => {
    const [evidence] = familyEvidence([[0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25]], { alpha: 0.05 });
    const [delta] = evalSummary(report, [sampleDelta(report, 'fusion', evidence === undefined ? {} : { evidence })], {
      reportPath: 'r.json',
      exitCode: 0,
    }).deltas;
    expect(delta?.evidence).toBe('not supported');
    expect(delta?.measures['nDCG@10']?.evidence?.signFlip.p).toBe(0.0546875);
    expect(delta?.measures['RR@10']?.evidence).toBeUndefined();
  });

  it('gives headline, notes and latency where there are some, and no verdict of a structural stage', () => {
    const headline = { direction: 'MIXED', verdict: 'x' } as const;
    const notes = [{ code: 'pinned', message: 'x' }];
    const latency = { ratio: 2, interval: null, margin: null, repeats: 2 };
    const summaryOf = (changes: object) =>
      evalSummary(report, [sampleDelta(report, 'fusion', { headline, notes, latency, ...changes })], {
        reportPath: undefined,
        exitCode: 0,
      }).deltas[0];
    expect(summaryOf({})).toMatchObject({ headline, notes, latency });
    const structural = summaryOf({ isStructural: true });
    expect(structural?.headline).toEqual({ direction: null, verdict: null, reason: 'structural' });
    expect(structural).not.toHaveProperty('notes');
    expect(structural).not.toHaveProperty('latency');
  });

  it('gives evidence to the measure that stands in for the declared one', () => {
    const [evidence] = familyEvidence([[0.1, 0.2]], { alpha: 0.05 });
    const changes = { primary: 'R@10', ...(evidence === undefined ? {} : { evidence }) };
    const [delta] = evalSummary(report, [sampleDelta(report, 'fusion', changes)], {
      reportPath: undefined,
      exitCode: 0,
    }).deltas;
    expect(delta?.measures['R@10']?.evidence).toBeDefined();
    expect(delta?.measures['nDCG@10']?.evidence).toBeUndefined();
  });

  it('survives JSON without loss', () => {
    const summary = evalSummary(report, [sampleDelta(report, 'fusion')], { reportPath: 'r.json', exitCode: 0 });
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
  });
});
