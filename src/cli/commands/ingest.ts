import { ingestJson, ingestNotices, ingestText } from '../../report/ingest-text.ts';
import { ingest } from '../../workbench/collections/ingest.ts';
import { isOn, listOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { exitCodeOfIngest } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk ingest PATH…` */
export async function ingestCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.ingest, args);
  const outcome = await ingest(session, {
    paths: listOf(args, 'paths'),
    dense: isOn(args, 'dense', true),
    rebuild: isOn(args, 'rebuild', false),
    strict: isOn(args, 'strict', false),
    dryRun: isOn(args, 'dry-run', false),
    allowMassDelete: isOn(args, 'allow-mass-delete', false),
  });
  const name = session.loaded.config.collection;
  const { isJson, wantsColor } = voiceOf(args);
  if (isJson) io.out(`${JSON.stringify(ingestJson(name, outcome))}\n`);
  else io.out(ingestText(name, outcome, io.outStyle(wantsColor)));
  for (const line of ingestNotices(outcome)) session.notice(line);
  return exitCodeOfIngest(outcome);
}
