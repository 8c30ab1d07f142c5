import { indexBackfill } from '../../workbench/collections/index-repair.ts';
import { textOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk index backfill [COLLECTION]` */
export async function indexBackfillCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.indexBackfill, args);
  const name = textOf(args, 'collection') ?? session.loaded.config.collection;
  const { collection, isUnchanged } = await indexBackfill(session, name);
  const { passages, identity } = collection;
  if (voiceOf(args).isJson) {
    io.out(`${JSON.stringify({ collection: name, passages, embedder: identity.embedder, unchanged: isUnchanged })}\n`);
    return EXIT.done;
  }
  const vectors = `${passages} passages have vectors of ${identity.embedder?.model ?? 'none'}`;
  io.out(`collection ${name}: ${vectors}${isUnchanged ? ', as before: nothing to do' : ''}\n`);
  return EXIT.done;
}
