import { GrkError } from '../../contracts/errors.ts';
import { acceptanceText } from '../../report/terminal/gate-lines.ts';
import { evalAccept } from '../../workbench/eval/accept.ts';
import { listOf, textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk eval accept REPORT --baseline FILE` */
export async function evalAcceptCommand(io: Io, args: Arguments): Promise<number> {
  const baseline = textOf(args, 'baseline');
  if (baseline === undefined) {
    throw new GrkError('GRK_USAGE', 'there is no baseline to write', { remedy: 'Name it: --baseline FILE.' });
  }
  const report = textOf(args, 'file') ?? '';
  const session = openSession(io, COMMANDS.evalAccept, args);
  const acceptance = evalAccept(session, { report, baseline, allow: listOf(args, 'allow') });
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(acceptance)}\n` : acceptanceText(acceptance, io.outStyle(wantsColor)));
  return EXIT.done;
}
