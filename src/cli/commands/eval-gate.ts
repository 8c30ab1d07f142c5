import { evalSummary } from '../../report/summary.ts';
import { gateText, partialText } from '../../report/terminal/gate-lines.ts';
import { deriveDeltas } from '../../workbench/derive.ts';
import { gateReport } from '../../workbench/eval/gate.ts';
import { textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { exitCodeOfGated } from '../exit.ts';
import { gatingOf, tellGithub } from '../gating.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk eval gate REPORT`: the gates of a stored report, evaluated as after a run. */
export async function evalGateCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.evalGate, args);
  const file = textOf(args, 'file') ?? '';
  const { report, gates } = gateReport(session, file, gatingOf(args));
  const deltas = deriveDeltas(report);
  const exitCode = exitCodeOfGated(report, gates);
  const { isJson, wantsColor } = voiceOf(args);
  tellGithub(io, { report, deltas, gates });
  if (isJson) io.out(`${JSON.stringify(evalSummary(report, deltas, { reportPath: file, exitCode, gates }))}\n`);
  else {
    const style = io.outStyle(wantsColor);
    io.out(`${gateText(gates, style)}${partialText(report, style)}`);
  }
  return exitCode;
}
