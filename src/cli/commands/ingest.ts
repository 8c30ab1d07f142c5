import { ingest } from '../../workbench/ingest.ts';
import { isOn, listOf } from '../arguments.ts';
import { COMMANDS } from '../command-table.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';
import { ingestProfileCommand } from './ingest-profile.ts';

/** `grk ingest PATH…` */
export async function ingestCommand(io: Io, args: Arguments): Promise<number> {
  const session = openSession(io, COMMANDS.ingest, args);
  if (isOn(args, 'profile', false)) return ingestProfileCommand(io, args, session);
  const { collection, isUnchanged, replaced, skipped } = await ingest(session, {
    paths: listOf(args, 'paths'),
    dense: isOn(args, 'dense', true),
    rebuild: isOn(args, 'rebuild', false),
  });
  const reasons = countByReason(skipped);
  if (voiceOf(args).isJson) {
    io.out(
      `${JSON.stringify({ collection: collection.name, documents: collection.documents, passages: collection.passages, vectors: collection.vectors !== null, unchanged: isUnchanged, replaced, skipped: Object.fromEntries(reasons) })}\n`,
    );
    return EXIT.done;
  }
  const vectors =
    collection.identity.embedder === null ? 'no vectors' : `vectors of ${collection.identity.embedder.model}`;
  const what = isUnchanged
    ? 'unchanged, nothing to do'
    : replaced === 0
      ? 'indexed'
      : `replaced the ${replaced} documents it held`;
  io.out(
    `collection ${collection.name}: ${what} (${collection.documents} documents, ${collection.passages} passages, ${vectors})\n`,
  );
  for (const [reason, count] of reasons) session.notice(`${count} skipped: ${reason}`);
  return EXIT.done;
}

function countByReason(skipped: readonly { reason: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
