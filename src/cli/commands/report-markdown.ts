import { evalMarkdown } from '../../report/ci/markdown.ts';
import { deriveDeltas } from '../../workbench/derive.ts';
import { gateReport } from '../../workbench/eval/gate.ts';
import { readReport } from '../../workbench/files/report-file.ts';
import { textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT, exitCodeOfGated } from '../exit.ts';
import { gatingOf } from '../gating.ts';
import type { Io } from '../io.ts';
import { printOrWrite } from '../output-file.ts';
import type { Arguments } from '../program.ts';
import { openSession } from '../session.ts';

/** `grk report markdown FILE`: with a baseline its gates too, and their exit code. */
export async function reportMarkdownCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.reportMarkdown, args);
  const file = textOf(args, 'file') ?? '';
  const gating = { ...gatingOf(args), isCounted: false };
  const isGated = gating.baseline !== undefined || (gating.gates ?? []).length > 0 || gating.isStrict === true;
  const gated = isGated ? gateReport(session, file, gating) : undefined;
  const report = gated?.report ?? readReport(io.cwd, file);
  printOrWrite(io, args, evalMarkdown({ report, deltas: deriveDeltas(report), gates: gated?.gates }));
  return gated === undefined ? EXIT.done : exitCodeOfGated(report, gated.gates);
}
