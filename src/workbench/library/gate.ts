import { BARE_GATE, type GateOutcome } from '../../contracts/gate.ts';
import { planGates } from '../../evals/delta/gate-plan.ts';
import { gateScopeOf, holdAgainst } from '../eval/gate.ts';
import { openReport, type ReportInput } from './report-input.ts';

export interface GateOptions {
  /** `[STAGE=]KIND[:margin][@measure[/slice]]`; default: those that the report declares, else `significant`. */
  readonly gates?: readonly string[] | undefined;
  /** Recorded in the outcome: undecidable gates do not pass. */
  readonly isStrict?: boolean;
}

/**
 * Holds a report against a baseline, as `grk eval gate` does; looks at the baseline are not counted.
 * @throws GrkError GRK_USAGE, GRK_UNKNOWN_NAME naming the nearest, GRK_NOT_COMPARABLE, and those of reports
 */
export function gate(report: ReportInput, baseline: ReportInput, options: GateOptions = {}): GateOutcome {
  const candidate = openReport(report, 'report').report;
  const against = openReport(baseline, 'baseline');
  const declared = candidate.declared.gates.length === 0 ? [BARE_GATE] : candidate.declared.gates;
  return holdAgainst(candidate, {
    gates: planGates(options.gates ?? declared, gateScopeOf(candidate)),
    baseline: against.report,
    file: against.file,
    isStrict: options.isStrict ?? false,
  });
}
