import { deriveDeltas } from '../../workbench/derive.ts';
import { readReport } from '../../workbench/files/report-file.ts';
import { textOf } from '../arguments.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { showReport } from '../show-report.ts';

/** `grk report show FILE`: the same tables as after the run, derived anew from what was stored. */
export async function reportShowCommand(io: Io, args: Arguments): Promise<number> {
  const file = textOf(args, 'file') ?? '';
  const report = readReport(io.cwd, file);
  return showReport(io, args, { report, deltas: deriveDeltas(report), file });
}
