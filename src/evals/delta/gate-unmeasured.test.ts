import { describe, expect, it } from 'vitest';
import { flat, gate, reportOf } from '../../../test/gated-reports.ts';
import { baselineDeltas } from './gate-deltas.ts';

describe('what cannot be held against the baseline', () => {
  it('is a structural stage, even an identical one', () => {
    const structural = flat(4, { stage: { isStructural: true } });
    for (const text of ['any-loss', 'significant', 'non-inferior:0.1', 'any-loss@failed']) {
      expect(gate(text, structural, flat(4))).toMatchObject({ status: 'unmeasured', losers: [] });
    }
  });
  it('is a stage that the baseline lacks', () => {
    const baseline = { ...flat(4), stages: flat(4).stages.slice(0, 1) };
    expect(gate('dense=any-loss', flat(4), baseline)).toMatchObject({
      status: 'unmeasured',
      sentence: expect.stringContaining('the baseline has no stage default/dense'),
    });
  });
  it('is the last stage of a run that lacks the last one of the baseline: another would stand in for it', () => {
    const candidate = { ...flat(4), stages: flat(4).stages.slice(0, 1) };
    expect(gate('any-loss', candidate, flat(4))).toMatchObject({
      status: 'unmeasured',
      sentence: expect.stringContaining('the last stage of the baseline, default/dense, was not measured in this run'),
    });
    expect(gate('bm25=any-loss', candidate, flat(4)).status).toBe('passed');
  });
  it('is a measure that the baseline lacks or computed otherwise', () => {
    const base = flat(4);
    const [first, ...rest] = base.runConfig.measures;
    const without = { ...base, runConfig: { ...base.runConfig, measures: rest } };
    const name = first?.name ?? '';
    expect(gate(`any-loss@${name}`, base, without).sentence).toContain(`the baseline holds no values of ${name}`);
    const other = { ...base, runConfig: { ...base.runConfig, measures: [{ name, algorithm: 'y/9' }, ...rest] } };
    expect(gate(`any-loss@${name}`, base, other).sentence).toContain('is computed otherwise than in the baseline');
  });
  it('is a passage measure across chunkers', () => {
    const base = flat(4);
    const variants = base.runConfig.variants.map((variant) => ({
      ...variant,
      chunker: { algorithm: 'other/1', settings: {} },
    }));
    expect(gate('any-loss', base, { ...base, runConfig: { ...base.runConfig, variants } })).toMatchObject({
      status: 'unmeasured',
      sentence: expect.stringContaining('two rulers'),
    });
    expect(gate('any-loss@failed', base, { ...base, runConfig: { ...base.runConfig, variants } }).status).toBe(
      'passed',
    );
  });
  it('is a report of other judgments, which is refused', () => {
    const base = flat(4);
    const golden = { ...base.runConfig.golden, judgmentsSha256: '9'.repeat(64) };
    expect(() => gate('any-loss', base, { ...base, runConfig: { ...base.runConfig, golden } })).toThrow(
      expect.objectContaining({ code: 'GRK_NOT_COMPARABLE' }),
    );
  });
});

describe('slices', () => {
  it('are gated over their topics alone', () => {
    const lost = reportOf({ scores: [0.5, 0.4, 0.5, 0.4] });
    expect(gate('any-loss@nDCG@10/even', lost, flat(4))).toMatchObject({
      status: 'passed',
      sentence: 'default/dense on slice even: no loss on these topics — nDCG@10 identical on 2 topics',
    });
    expect(gate('any-loss@nDCG@10', lost, flat(4)).status).toBe('failed');
  });
});

describe('baselineDeltas', () => {
  it('compares each stage with itself, losing ones like any other, values unrounded (§4f 102)', () => {
    const candidate = reportOf({ scores: [1 / 3, 1 / 3, 1 / 3] });
    const labels = { candidateLabel: 'this run', baselineLabel: 'the baseline' };
    const deltas = baselineDeltas({ candidate, baseline: flat(3), ...labels });
    expect(deltas.filter(({ axis }) => axis === 'quality').map(({ stage, direction }) => [stage, direction])).toEqual([
      ['default/bm25', 'REGRESSION'],
      ['default/dense', 'REGRESSION'],
    ]);
    expect(deltas[0]?.measures['nDCG@10']?.candidate).toBe(1 / 3);
    expect(deltas[0]?.evidence).toBeUndefined();
  });
});
