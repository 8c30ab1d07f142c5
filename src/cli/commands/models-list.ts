import { modelListText } from '../../report/terminal/model-view.ts';
import { listModels } from '../../workbench/models/list.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk models list` */
export async function modelsListCommand(io: Io, args: Arguments): Promise<number> {
  const listing = await listModels(openSession(io, COMMANDS.modelsList, args));
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(listing)}\n` : modelListText(listing, io.outStyle(wantsColor)));
  return EXIT.done;
}
