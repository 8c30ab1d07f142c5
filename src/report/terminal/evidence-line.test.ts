import { describe, expect, it } from 'vitest';
import { familyEvidence } from '../../evals/stats/evidence.ts';
import { evidenceLine } from './evidence-line.ts';

const style = { width: 200, color: false, unicode: true };
const lineOf = (family: readonly (readonly number[])[], width = 200) => {
  const [evidence] = familyEvidence(family, { alpha: 0.05 });
  return evidence === undefined ? '' : evidenceLine('nDCG@10', evidence, { ...style, width });
};
const MIXED = [0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25];

describe('the line under a verdict', () => {
  it('says what the test makes of the differences, and what could be seen at all', () => {
    expect(lineOf([MIXED])).toMatch(
      /^ {2}evidence: nDCG@10 not supported; p 0\.0547; 95 % interval 0\.0\d{3} to 0\.1\d{3}; detectable here: 0\.1\d{3}$/,
    );
  });
  it('names the correction over a family', () => {
    expect(lineOf([MIXED, MIXED.map((value) => -value)])).toContain('not supported; p 0.1094 after Holm over 2');
  });
  it('claims nothing more where nothing differs', () => {
    expect(lineOf([[0, 0, 0]])).toBe('  evidence: nDCG@10 identical');
  });
  it('never prints a p of zero', () => {
    expect(lineOf([Array.from({ length: 300 }, (_, i) => 0.1 + (i % 7) / 100)])).toContain('supported; p < 0.0001');
  });
  it('fits a narrow terminal', () => {
    expect(
      Math.max(
        ...lineOf([MIXED], 50)
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(50);
  });
});
