import { describe, expect, it } from 'vitest';
import { measureName } from '../../contracts/measure.ts';
import { evalMeasures } from './measures.ts';

const suite = { primary: 'nDCG@10', secondary: ['R@10'] };

describe('evalMeasures', () => {
  it.each([
    [{ ...suite, primary: 'nDCG@20' }, [], 'nDCG@20'],
    [{ ...suite, secondary: ['R@11'] }, [], 'R@11'],
    [suite, ['AP@100'], 'AP@100'],
    [suite, ['RR'], 'RR'],
  ])('refuses a declared measure that is deeper than what is kept, or has no end (%#)', (declared, more, name) => {
    expect(() => evalMeasures(declared, more, 10)).toThrow(
      expect.objectContaining({
        code: 'GRK_USAGE',
        message: `the measure ${name} looks deeper than the 10 ranks that are kept`,
      }),
    );
  });
  it('leaves out standard measures that are deeper, and names them', () => {
    const { measures, warnings } = evalMeasures(suite, ['P@5'], 10);
    const names = ['nDCG@10', 'R@10', 'RR@10', 'Success@1', 'Success@5', 'Success@10', 'P@5'];
    expect(measures.map(measureName)).toEqual(names);
    expect(warnings.map(({ message }) => message)).toEqual(['R@100, AP@100: not measured, as only 10 ranks are kept']);
  });
  it('measures all of them once, where the ranking is deep enough', () => {
    const { measures, warnings } = evalMeasures(suite, ['nDCG@10'], 100);
    expect([measures.length, warnings]).toEqual([8, []]);
  });
  it('adds span measures where several chunkers are compared, and only there', () => {
    const added = (topK: number) => {
      const names = evalMeasures(suite, [], topK).measures.map(measureName);
      const all = evalMeasures(suite, [], topK, true).measures.map(measureName);
      return all.filter((name) => !names.includes(name));
    };
    expect(added(100)).toEqual(['SpanR@10', 'SpanRR@10', 'SpanR(chars=4000)']);
    const five = { primary: 'nDCG@5', secondary: [] };
    expect(evalMeasures(five, [], 5, true).warnings.map(({ message }) => message)).toEqual([
      'nDCG@10, RR@10, Success@10, R@10, R@100, AP@100, SpanR@10, SpanRR@10: not measured, as only 5 ranks are kept',
    ]);
  });
  it('takes a limit of characters for an end, and refuses span measures that have none', () => {
    const { measures } = evalMeasures(suite, ['SpanR(chars=50)'], 10);
    expect(measures.map(measureName)).toContain('SpanR(chars=50)');
    expect(() => evalMeasures(suite, ['SpanR'], 10)).toThrow('the measure SpanR looks deeper than the 10 ranks');
  });
});
