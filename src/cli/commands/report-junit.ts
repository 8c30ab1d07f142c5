import { gateJunit } from '../../report/ci/junit.ts';
import { gateReport } from '../../workbench/eval/gate.ts';
import { textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { blocks, exitCodeOfGated } from '../exit.ts';
import { gatingOf } from '../gating.ts';
import type { Io } from '../io.ts';
import { printOrWrite } from '../output-file.ts';
import type { Arguments } from '../program.ts';
import { openSession } from '../session.ts';

/** `grk report junit FILE`: gates for a CI server, with the exit code of the gates. */
export async function reportJunitCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.reportJunit, args);
  const gated = gateReport(session, textOf(args, 'file') ?? '', { ...gatingOf(args), isCounted: false });
  printOrWrite(
    io,
    args,
    gateJunit(gated, (result) => blocks(result, gated.gates.isStrict)),
  );
  return exitCodeOfGated(gated.report, gated.gates);
}
