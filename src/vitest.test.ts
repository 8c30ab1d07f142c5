import { describe, expect, it } from 'vitest';
import { sealed, storedReport } from '../test/stored-report.ts';
import './vitest.ts';

const LOW = Array.from({ length: 12 }, (_, i) => (i % 4) / 10);
const HIGH = LOW.map((value) => value + 0.2);
const before = storedReport({ bm25: LOW, fusion: HIGH });
const lost = storedReport({ bm25: LOW, fusion: LOW });
/** Three topics changed by this much: too few for any test. */
const fewChanged = (by: number) =>
  storedReport({ bm25: LOW, fusion: HIGH.map((value, i) => value + (i < 3 ? by : 0)) });

/** The message with which an assertion fails. */
function failureOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'passed';
}

describe('expect(report).not.toRegress(baseline)', () => {
  it('passes for equal reports and for gains', () => {
    expect(before).not.toRegress(before);
    expect(before).not.toRegress(lost);
    expect(before).not.toRegress(lost, { gate: ['any-loss', 'non-inferior:0.02'] });
  });
  it('fails for a loss, and says what was compared, by how much, with which evidence, on which topics', () => {
    expect(failureOf(() => expect(lost).not.toRegress(before))).toBe(
      `expected the report not to regress

gates against the baseline
FAILED significant — default/fusion: regression — nDCG@10 −0.2000 (0 wins, 0 ties, 12 losses), supported, p
       0.0005
  t1: nDCG@10 0.3000 to 0.1000 — query of t1
  t5: nDCG@10 0.3000 to 0.1000 — query of t5
  t9: nDCG@10 0.3000 to 0.1000 — query of t9
  t0: nDCG@10 0.2000 to 0.0000 — query of t0
  t10: nDCG@10 0.4000 to 0.2000 — query of t10`,
    );
  });
  it('looks at the stage and measure asked for', () => {
    expect(lost).not.toRegress(before, { gate: 'any-loss', stage: 'bm25', measure: 'RR@10' });
    expect(failureOf(() => expect(lost).not.toRegress(before, { gate: 'any-loss', measure: 'RR@10' }))).toContain(
      'FAILED any-loss@RR@10 — default/fusion: loss — RR@10 −0.2000',
    );
    expect(failureOf(() => expect(lost).not.toRegress(before, { stage: 'fusion' }))).toContain(
      'FAILED fusion=significant',
    );
  });
  it('holds the gates that the report declares where none is asked for', () => {
    const declared = sealed({ ...structuredClone(lost), declared: { ...lost.declared, gates: ['any-loss:0.3'] } });
    expect(declared).not.toRegress(before);
    expect(declared).toRegress(before, { gate: 'any-loss' });
  });

  it('fails for a loss that the topics cannot decide, either way', () => {
    const message = failureOf(() => expect(fewChanged(-0.1)).not.toRegress(before));
    expect(message).toContain('UNDECIDABLE significant — default/fusion: undecidable: no evidence of regression');
    expect(message).toContain('Judge more, or say which loss a reproducible stage may have');
    expect(failureOf(() => expect(fewChanged(-0.1)).toRegress(before))).toContain('expected the report to regress');
    expect(fewChanged(-0.1)).not.toRegress(before, { gate: 'any-loss:0.05' });
  });
  it('lets a gain pass that the topics cannot decide, but not when strict or where evidence is asked for', () => {
    expect(fewChanged(0.1)).not.toRegress(before);
    expect(failureOf(() => expect(fewChanged(0.1)).not.toRegress(before, { isStrict: true }))).toContain('UNDECIDABLE');
    const four = [0.1, 0.2, 0.3, 0.4];
    const gained = storedReport({ bm25: four.map((value) => value + 0.1) });
    expect(
      failureOf(() => expect(gained).not.toRegress(storedReport({ bm25: four }), { gate: 'non-inferior:0.02' })),
    ).toContain('UNDECIDABLE non-inferior:0.02');
  });

  it('throws where nothing is measured, whatever was expected', () => {
    const message = 'the gate significant@latency: default/fusion: not measured';
    for (const assertion of [
      () => expect(lost).not.toRegress(before, { gate: 'significant@latency' }),
      () => expect(lost).toRegress(before, { gate: 'significant@latency' }),
    ]) {
      expect(assertion).toThrow(
        expect.objectContaining({ code: 'GRK_NOTHING_MEASURED', message: expect.stringContaining(message) }),
      );
    }
  });
  it('throws for what cannot be compared, and for what is no report', () => {
    const fewer = storedReport({ bm25: LOW.slice(1), fusion: LOW.slice(1) });
    expect(() => expect(fewer).not.toRegress(before)).toThrow('rest on different topics');
    expect(() => expect({}).not.toRegress(before)).toThrow(expect.objectContaining({ code: 'GRK_REPORT_INVALID' }));
    expect(() => expect(before).not.toRegress('none.json')).toThrow(
      expect.objectContaining({ code: 'GRK_FILE_MISSING' }),
    );
  });
  it.each([
    [{ gate: 'signifcant' }, 'Did you mean "significant"?'],
    [{ gats: 'any-loss' }, 'Did you mean "gate"?'],
    [{ gate: [] }, 'no gate is named'],
    [{ gate: 'bm25=any-loss', stage: 'fusion' }, 'names a stage, and the option stage is given too'],
    [{ gate: 'any-loss@AP', measure: 'RR@10' }, 'names a measure, and the option measure is given too'],
    [{ measure: 'nDCG@100' }, 'nDCG@100 is not measured here'],
  ])('refuses %j', (options, message) => {
    expect(() => expect(lost).not.toRegress(before, options as object)).toThrow(message);
  });
});

describe('expect(report).toRegress(baseline)', () => {
  it('passes for a loss and fails for none', () => {
    expect(lost).toRegress(before);
    expect(failureOf(() => expect(before).toRegress(before))).toBe(
      `expected the report to regress

gates against the baseline
PASSED significant — default/fusion: no evidence of regression — nDCG@10 identical on 12 topics`,
    );
  });
});
