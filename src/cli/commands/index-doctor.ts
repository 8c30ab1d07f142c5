import { indexDoctorText } from '../../report/terminal/index-view.ts';
import { indexDoctor } from '../../workbench/collections/index-doctor.ts';
import { listOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk index doctor [COLLECTION…]`: exit 1 where an invariant is broken. */
export async function indexDoctorCommand(io: Io, args: Arguments): Promise<number> {
  const outcome = await indexDoctor(openSession(io, COMMANDS.indexDoctor, args), listOf(args, 'collections'));
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(outcome)}\n` : indexDoctorText(outcome, io.outStyle(wantsColor)));
  return outcome.findings.some(({ severity }) => severity === 'fault') ? EXIT.failed : EXIT.done;
}
