import { citationsText } from '../../report/terminal/citation-view.ts';
import { citeVerify } from '../../workbench/collections/cite-verify.ts';
import { textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk cite verify [COLLECTION]`: exit 1 where a passage does not stand as it was indexed. */
export async function citeVerifyCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.citeVerify, args);
  const outcome = await citeVerify(session, textOf(args, 'collection') ?? session.loaded.config.collection);
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(outcome)}\n` : citationsText(outcome, io.outStyle(wantsColor)));
  return outcome.verified === outcome.citations.length ? EXIT.done : EXIT.failed;
}
