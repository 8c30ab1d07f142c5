import type { StageDelta } from '../contracts/delta.ts';
import type { Report } from '../contracts/report.ts';
import { evalSummary } from '../report/summary.ts';
import { evalTable } from '../report/terminal/eval-table.ts';
import { deriveAttribution, deriveLegs, deriveSlices } from '../workbench/derive.ts';
import { EXIT } from './exit.ts';
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
  /** What the command ends with; default: done. */
  readonly exitCode?: number;
}

/** Prints a report and what was derived from it: tables for people, the summary under `--json`. Gives the exit code. */
export function showReport(io: Io, args: Arguments, shown: ShownReport): number {
  const { report, deltas, file, shownFile = file, exitCode = EXIT.done } = shown;
  const { isJson, wantsColor } = voiceOf(args);
  const parts = { attribution: deriveAttribution(report), legs: deriveLegs(report) };
  if (isJson) {
    io.out(`${JSON.stringify(evalSummary(report, deltas, { reportPath: file, exitCode, ...parts }))}\n`);
    return exitCode;
  }
  // A golden set may label topics many ways: the tables keep to categories and splits.
  const slices = deriveSlices(report).filter(({ by }) => by !== 'slice');
  io.out(evalTable({ report, deltas, slices, ...parts, reportPath: shownFile }, io.outStyle(wantsColor)));
  return exitCode;
}
