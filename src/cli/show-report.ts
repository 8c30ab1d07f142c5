import type { StageDelta } from '../contracts/delta.ts';
import type { GateOutcome } from '../contracts/gate.ts';
import type { Report } from '../contracts/report.ts';
import { evalSummary } from '../report/summary.ts';
import { evalTable } from '../report/terminal/eval-table.ts';
import { gateText, looksText } from '../report/terminal/gate-lines.ts';
import { deriveAttribution, deriveLegs, deriveSlices } from '../workbench/derive.ts';
import { EXIT, exitCodeOfGates, firstOf } from './exit.ts';
import type { Io } from './io.ts';
import type { Arguments } from './program.ts';
import { voiceOf } from './session.ts';

export interface ShownReport {
  readonly report: Report;
  readonly deltas: readonly StageDelta[];
  /** As JSON gives it. */
  readonly file: string;
  /** As people are shown it; default: the same. */
  readonly shownFile?: string;
  /** What the command ends with where no gate says more; default: done. */
  readonly exitCode?: number;
  /** Undefined where nothing was gated. */
  readonly gates?: GateOutcome | undefined;
  /** null: no test split was looked at. */
  readonly looksAtTest?: number | null;
}

/** Prints a report and what was derived from it: tables for people, the summary under `--json`. Gives the exit code. */
export function showReport(io: Io, args: Arguments, shown: ShownReport): number {
  const { report, deltas, file, shownFile = file, gates, looksAtTest = null } = shown;
  const { isJson, wantsColor } = voiceOf(args);
  const exitCode = firstOf(shown.exitCode ?? EXIT.done, gates === undefined ? EXIT.done : exitCodeOfGates(gates));
  const parts = { attribution: deriveAttribution(report), legs: deriveLegs(report) };
  if (isJson) {
    const context = { reportPath: file, exitCode, gates, looksAtTest, ...parts };
    io.out(`${JSON.stringify(evalSummary(report, deltas, context))}\n`);
    return exitCode;
  }
  const style = io.outStyle(wantsColor);
  // A golden set may label topics many ways: the tables keep to categories and splits.
  const slices = deriveSlices(report).filter(({ by }) => by !== 'slice');
  io.out(evalTable({ report, deltas, slices, ...parts, reportPath: shownFile }, style));
  if (looksAtTest !== null) io.out(looksText(looksAtTest, report.golden.name, style));
  if (gates !== undefined) io.out(`\n${gateText(gates, style)}`);
  return exitCode;
}
