/** `grk/vitest`: `expect(report).not.toRegress(baseline)`. Importing it adds the matcher. */
import { expect } from 'vitest';
import type { TerminalStyle } from './report/style.ts';
import { gateText } from './report/terminal/gate-lines.ts';
import { type RegressOptions, regressionOf } from './workbench/library/regression.ts';
import type { ReportInput } from './workbench/library/report-input.ts';

export type { RegressOptions } from './workbench/library/regression.ts';
export type { ReportInput } from './workbench/library/report-input.ts';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: an interface is merged with one of the very same parameters
  interface Assertion<T = any> {
    /**
     * Passes where a gate failed: the report lost against the baseline. `.not.toRegress` passes where every gate did; what
     * was not measured, and a loss that the topics cannot decide, pass neither way.
     */
    toRegress(baseline: ReportInput, options?: RegressOptions): void;
  }
}

const STYLE: TerminalStyle = { width: 110, color: false, unicode: true };
const UNDECIDED =
  'Too few topics differ to tell. Judge more, or say which loss a reproducible stage may have: any-loss:MARGIN.';

expect.extend({
  toRegress(report: ReportInput, baseline: ReportInput, options?: RegressOptions) {
    const { outcome, gates } = regressionOf(report, baseline, options);
    const isUndecided = outcome === 'undecided';
    return {
      pass: isUndecided ? this.isNot : outcome === 'regressed',
      message: () => {
        const head = `expected the report ${this.isNot ? 'not to regress' : 'to regress'}`;
        return [head, '', gateText(gates, STYLE).trimEnd(), ...(isUndecided ? ['', UNDECIDED] : [])].join('\n');
      },
    };
  },
});
