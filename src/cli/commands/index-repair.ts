import { indexRepair } from '../../workbench/collections/index-repair.ts';
import { listOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk index repair [COLLECTION…]` */
export async function indexRepairCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.indexRepair, args);
  const { collections, droppedTables } = await indexRepair(session, listOf(args, 'collections'));
  if (voiceOf(args).isJson) {
    const repaired = collections.map(({ collection, mended }) => ({
      collection: collection.name,
      mended: mended.map(({ code, message }) => ({ code, message })),
    }));
    io.out(`${JSON.stringify({ collections: repaired, droppedTables })}\n`);
    return EXIT.done;
  }
  for (const { collection, mended } of collections) {
    const what = mended.map(({ code, message }) => `  mended: ${message} (${code})\n`).join('');
    io.out(`collection ${collection.name}: ${mended.length === 0 ? 'nothing at fault' : 'built again'}\n${what}`);
  }
  if (droppedTables.length > 0) io.out(`dropped vector tables of no collection: ${droppedTables.join(', ')}\n`);
  if (collections.length === 0 && droppedTables.length === 0) io.out('nothing is stored\n');
  return EXIT.done;
}
