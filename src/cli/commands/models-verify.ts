import { verifyText } from '../../report/terminal/model-view.ts';
import { verifyModels } from '../../workbench/models/verify.ts';
import { listOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { exitCodeOfVerify } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk models verify [ID…]` */
export async function modelsVerifyCommand(io: Io, args: Arguments): Promise<number> {
  const outcome = await verifyModels(openSession(io, COMMANDS.modelsVerify, args), listOf(args, 'ids'));
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(outcome)}\n` : verifyText(outcome, io.outStyle(wantsColor)));
  return exitCodeOfVerify(outcome);
}
