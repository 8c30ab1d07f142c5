import { evalSummary } from '../../report/summary.ts';
import { evalTable } from '../../report/terminal/eval-table.ts';
import { deriveDeltas, deriveSlices } from '../../workbench/derive.ts';
import { readReport } from '../../workbench/report-file.ts';
import { textOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { voiceOf } from '../session.ts';

/** `grk report show FILE`: the same tables as after the run, derived anew from what was stored. */
export async function reportShowCommand(io: Io, args: Arguments): Promise<number> {
  const file = textOf(args, 'file') ?? '';
  const report = readReport(io.cwd, file);
  const deltas = deriveDeltas(report);
  const { isJson, wantsColor } = voiceOf(args);
  if (isJson) io.out(`${JSON.stringify(evalSummary(report, deltas, { reportPath: file, exitCode: EXIT.done }))}\n`);
  else
    io.out(
      evalTable(
        { report, deltas, slices: deriveSlices(report).filter(({ by }) => by !== 'slice'), reportPath: file },
        io.outStyle(wantsColor),
      ),
    );
  return EXIT.done;
}
