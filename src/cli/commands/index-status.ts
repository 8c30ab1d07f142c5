import { indexStatusText } from '../../report/terminal/index-view.ts';
import { indexStatus } from '../../workbench/collections/index-status.ts';
import { listOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk index status [COLLECTION…]` */
export async function indexStatusCommand(io: Io, args: Arguments): Promise<number> {
  const status = await indexStatus(openSession(io, COMMANDS.indexStatus, args), listOf(args, 'collections'));
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(status)}\n` : indexStatusText(status, io.outStyle(wantsColor)));
  return EXIT.done;
}
