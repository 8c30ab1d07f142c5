import fc from 'fast-check';
import { describe, it } from 'vitest';
import { BM25, DENSE, HOSTILE, sampleDelta, sampleReport, sampleSlice } from '../../../test/sample-report.ts';
import { displayWidth } from './display-width.ts';
import { evalTable } from './eval-table.ts';

describe('any content', () => {
  const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }));
  const view = fc.record({
    names: fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
    golden: text,
    message: text,
    category: text,
    means: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
    width: fc.constantFrom(60, 80, 120, 200),
    unicode: fc.boolean(),
  });

  function hostile(parts: typeof view extends fc.Arbitrary<infer T> ? T : never): string {
    const report = sampleReport(
      [BM25, ...parts.names.map((name) => ({ ...DENSE, name: `s${name}`, means: parts.means }))],
      { golden: { name: parts.golden }, warnings: [{ code: 'x', message: parts.message, remedy: parts.message }] },
    );
    const headline = { direction: 'MIXED' as const, verdict: parts.message };
    const notes = [{ code: 'x', message: parts.message }];
    const deltas = report.stages.slice(1).map(({ id }) => sampleDelta(report, id, { headline, notes }));
    const slices = ['a', parts.category].map((name) => sampleSlice(report, 'category', name, 2));
    const style = { width: parts.width, color: false, unicode: parts.unicode };
    return evalTable({ report, deltas, slices, reportPath: parts.message }, style);
  }

  it('can move no cursor', () => {
    fc.assert(fc.property(view, (parts) => !/[^\P{Cc}\n]|[\p{Cs}\u202a-\u202e]/u.test(hostile(parts))));
  });

  it('stays within the width, the path of the report apart', () => {
    fc.assert(
      fc.property(view, (parts) => {
        const lines = hostile(parts)
          .split('\n')
          .filter((line) => !line.startsWith('report: '));
        return lines.every((line) => displayWidth(line) <= parts.width);
      }),
    );
  });

  it('never ends a line with blanks', () => {
    fc.assert(
      fc.property(view, (parts) =>
        hostile(parts)
          .split('\n')
          .every((line) => !line.endsWith(' ')),
      ),
    );
  });
});
