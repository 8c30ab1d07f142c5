import { describe, expect, it } from 'vitest';
import { flat, gate, gates, repeat, reportOf } from '../../../test/gated-reports.ts';
import type { Report } from '../../contracts/report.ts';

describe('identical results', () => {
  it.each(['any-loss', 'significant', 'non-inferior:0.01', 'any-loss@failed', 'significant@abstention'])(
    'pass %s, with however few topics',
    (text) => {
      expect(gate(text, flat(2), flat(2))).toMatchObject({ status: 'passed' });
    },
  );
  it('say so, on how many topics', () => {
    expect(gate('significant', flat(7), flat(7)).sentence).toBe(
      'default/dense: no evidence of regression — nDCG@10 identical on 7 topics',
    );
  });
});

describe('significant', () => {
  // Six topics that all lose .1: 2 of 2^6 patterns are as far, p = .03125.
  const lost = reportOf({ scores: repeat(0.4, 6) });
  it('fails on a supported regression, and names the topics', () => {
    const found = gate('significant', lost, flat(6));
    expect(found).toMatchObject({ status: 'failed', stage: 'default/dense', axis: 'quality', measure: 'nDCG@10' });
    expect(found.comparisons[0]?.evidence).toMatchObject({ status: 'supported', adjustedP: 0.03125, familySize: 1 });
    expect(found.sentence).toBe(
      'default/dense: regression — nDCG@10 −0.1000 (0 wins, 0 ties, 6 losses), supported, p 0.0313',
    );
    expect(found.losers.map(({ topicId }) => topicId)).toEqual(['t000', 't001', 't002', 't003', 't004']);
  });
  it('passes on a supported improvement', () => {
    expect(gate('significant', flat(6), lost)).toMatchObject({ status: 'passed', losers: [] });
  });
  it('fires on no noise: what the test does not support passes, with what could have been found (§4f 101)', () => {
    const scores = [0.6, 0.3, 0.45, 0.65, 0.4, 0.3, 0.6, 0.4, 0.45, 0.55];
    const found = gate('significant', reportOf({ scores }), flat(10));
    expect(found.status).toBe('passed');
    const evidence = found.comparisons[0]?.evidence;
    expect(evidence).toMatchObject({ status: 'not supported', seed: 42, draws: 10_000 });
    expect(evidence?.topics).toEqual({ wins: 4, ties: 0, losses: 6 });
    expect(evidence?.effectSize).toBeLessThan(0);
    expect(found.sentence).toContain(
      'no evidence of regression — nDCG@10 −0.0300 (4 wins, 0 ties, 6 losses), not supported',
    );
    expect(found.sentence).toContain(
      `could have been detected: ${evidence?.sensitivity?.minimumDetectableEffect.toFixed(4)}`,
    );
  });
  it('is undecidable where no result could have been supported', () => {
    const found = gate('significant', reportOf({ scores: [...repeat(0.1, 5), 0.5] }), flat(6));
    // 2^(1 − 5) = .0625 > .05
    expect(found.status).toBe('undecidable');
    expect(found.sentence).toContain('undecidable: no evidence of regression, and none could have been found');
    expect(found.sentence).toContain('too few that differ: 5, p 0.0625');
  });
  it('is corrected over the gates that are declared, whatever of them could be measured', () => {
    const texts = ['significant', 'bm25=significant', 'significant@RR@10'];
    const baseline = { ...flat(6), stages: flat(6).stages.slice(1) };
    const [first, missing, third] = gates(texts, lost, baseline);
    expect(missing).toMatchObject({ status: 'unmeasured', comparisons: [] });
    for (const found of [first, third]) {
      // 2^(1 − 6) · 3 = .09375
      expect(found).toMatchObject({ status: 'undecidable' });
      expect(found?.comparisons[0]?.evidence).toMatchObject({ familySize: 3, adjustedP: 0.09375 });
    }
  });
});

describe('non-inferior', () => {
  it('passes with evidence of no regression, in these words', () => {
    const found = gate('non-inferior:0.02', reportOf({ scores: repeat(0.49, 20) }), flat(20));
    expect(found.status).toBe('passed');
    expect(found.sentence).toContain('evidence of no regression (loss beyond 0.02 ruled out at 95 %)');
    expect(found.comparisons[0]?.bound?.bound).toBeCloseTo(-0.01, 12);
  });
  it('fails where a loss beyond the margin is not ruled out, though the test finds no regression', () => {
    const scores = [0.6, 0.3, 0.45, 0.65, 0.4, 0.3, 0.6, 0.4, 0.45, 0.55];
    const [inferior, significant] = gates(['non-inferior:0.02', 'significant'], reportOf({ scores }), flat(10));
    expect([inferior?.status, significant?.status]).toEqual(['failed', 'passed']);
    expect(inferior?.sentence).toContain('loss beyond 0.02 not ruled out at 95 %');
  });
  it('shows nothing with three equal differences, whose interval has no width', () => {
    const found = gate('non-inferior:0.02', reportOf({ scores: repeat(0.49, 3) }), flat(3));
    expect(found.status).toBe('undecidable');
    expect(found.sentence).toContain('too few topics to rule out any loss');
  });
});

describe('any-loss', () => {
  const lost = reportOf({ scores: [0.5, 0.5, 0.5, 0.4999999] });
  it('fails on the smallest loss, and bears none but a margin', () => {
    expect(gate('any-loss', lost, flat(4))).toMatchObject({ status: 'failed' });
    expect(gate('any-loss', lost, flat(4)).sentence).toContain('loss — nDCG@10 −2.5e−8');
    expect(gate('any-loss:0.001', lost, flat(4))).toMatchObject({ status: 'passed' });
    expect(gate('any-loss:0.00000001', lost, flat(4))).toMatchObject({ status: 'failed' });
  });
  it('passes a permutation of the same values: the exact sum is zero (groundkit D4)', () => {
    const [a, b] = [reportOf({ scores: [0.1, 0.2, 0.7] }), reportOf({ scores: [0.7, 0.1, 0.2] })];
    expect(gate('any-loss', a, b)).toMatchObject({ status: 'passed' });
  });
  it('is not measured on a stage that is not bitwise where the vectors differ', () => {
    const machine = (report: Report, vectorsSha256: string | null): Report => ({
      ...report,
      stages: report.stages.map((stage) => ({ ...stage, determinism: 'machine' as const })),
      indexes: report.indexes.map((index) => ({ ...index, vectorsSha256 })),
    });
    const [one, other] = ['1'.repeat(64), '2'.repeat(64)];
    expect(gate('any-loss', machine(lost, one), machine(flat(4), other))).toMatchObject({
      status: 'unmeasured',
      comparisons: [],
      sentence: expect.stringContaining('its vectors differ'),
    });
    expect(gate('any-loss', machine(lost, one), machine(flat(4), one)).status).toBe('failed');
    expect(gate('any-loss', machine(lost, null), machine(flat(4), null)).status).toBe('unmeasured');
    expect(gate('any-loss', machine(flat(4), one), machine(flat(4), other)).status).toBe('passed');
    const remote = (report: Report) => ({
      ...report,
      stages: report.stages.map((stage) => ({ ...stage, determinism: 'none' as const })),
    });
    expect(gate('any-loss', remote(machine(lost, one)), remote(machine(flat(4), one))).status).toBe('unmeasured');
  });
});

describe('other axes', () => {
  it('counts failed topics, of all topics', () => {
    const failed = flat(10, { failed: [3] });
    expect(gate('any-loss@failed', failed, flat(10))).toMatchObject({ status: 'failed', axis: 'failed' });
    expect(gate('any-loss@failed', failed, flat(10)).sentence).toContain(
      'failed topics +0.1000 (0 wins, 9 ties, 1 loss)',
    );
    expect(gate('any-loss:0.1@failed', failed, flat(10)).status).toBe('passed');
    expect(gate('any-loss:0.05@failed', failed, flat(10)).status).toBe('failed');
    expect(gate('any-loss@failed', flat(10), failed).status).toBe('passed');
  });
  it('holds silence against both kinds of topics: a gain on one does not pay for a loss on the other', () => {
    const baseline = flat(4, { silent: [true, false] });
    const fewer = flat(4, { silent: [false, false] });
    const more = flat(4, { silent: [true, true], wronglySilent: [0] });
    expect(gate('any-loss@abstention', fewer, baseline).status).toBe('failed');
    const paid = gate('any-loss@abstention', more, baseline);
    expect(paid.status).toBe('failed');
    expect(paid.comparisons.map(({ measure, delta, isLowerBetter }) => [measure, delta.delta, isLowerBetter])).toEqual([
      ['silentOnNoAnswer', 0.5, false],
      ['silentOnAnswerable', 0.25, true],
    ]);
    expect(gate('any-loss@abstention', flat(4, { silent: [true, true] }), baseline).status).toBe('passed');
  });
  it('tests silence, oriented: more wrong silence is a regression', () => {
    const found = gate('significant@abstention', flat(8, { wronglySilent: [0, 1, 2, 3, 4, 5, 6] }), flat(8));
    // 2^(1 − 7) · 2 = .03125
    expect(found).toMatchObject({ status: 'failed' });
    expect(found.comparisons[0]).toMatchObject({ evidence: { adjustedP: 0.03125, topics: { losses: 7 } } });
  });
  it('does not measure abstention on a stage without a threshold rule', () => {
    const none = flat(4, { silent: [true], stage: { abstention: null } });
    expect(gate('any-loss@abstention', none, none)).toMatchObject({
      status: 'unmeasured',
      sentence: 'default/dense: not measured, default/dense has no rule by which it could return nothing',
    });
  });
  it('does not compare the times of two runs, cached or not (§4f 100)', () => {
    expect(gate('any-loss@latency', flat(4), flat(4))).toMatchObject({ status: 'unmeasured' });
  });
});
