import { corpusProfileText } from '../../report/terminal/corpus-profile.ts';
import { ingestProfile } from '../../workbench/collections/ingest-profile.ts';
import type { Session } from '../../workbench/session/state.ts';
import { listOf } from '../arguments.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { voiceOf } from '../session.ts';

/** `grk ingest PATH… --profile`; files that give no text make it partial. */
export async function ingestProfileCommand(io: Io, args: Arguments, session: Session): Promise<number> {
  const { profile, skipped, unread } = await ingestProfile(session, listOf(args, 'paths'));
  const { isJson, wantsColor } = voiceOf(args);
  if (isJson) io.out(`${JSON.stringify({ ...profile, skipped, unread })}\n`);
  else io.out(corpusProfileText(profile, io.outStyle(wantsColor)));
  for (const { message } of unread) session.notice(`not readable, left out: ${message}`);
  return unread.length > 0 ? EXIT.unmeasured : EXIT.done;
}
