import { compareBytes, type DocId } from '../contracts/ids.ts';
import type { DocumentChanges } from '../contracts/ingest.ts';

/** A document as changes are told by: its place and its content. */
export interface Version {
  readonly id: DocId;
  readonly contentSha256: string;
}

export interface Walked {
  readonly documents: readonly Version[];
  readonly isEmptied: (id: DocId) => boolean;
  readonly isUnread: (id: DocId) => boolean;
}

/**
 * What became of each document between two states of a corpus; every one is counted once. A document that is gone and
 * a new one of equal content are one that was renamed; of several, in the order of their ids.
 */
export function changesOf(before: readonly Version[], { documents, isEmptied, isUnread }: Walked): DocumentChanges {
  const old = new Map(before.map(({ id, contentSha256 }) => [id, contentSha256]));
  const now = new Set(documents.map(({ id }) => id));
  const gone = before.filter(({ id }) => !now.has(id)).sort(byId);
  const goneByContent = new Map<string, DocId[]>();
  for (const { id, contentSha256 } of gone) {
    goneByContent.set(contentSha256, [...(goneByContent.get(contentSha256) ?? []), id]);
  }
  const added: DocId[] = [];
  const changed: DocId[] = [];
  const renamed: { from: DocId; to: DocId }[] = [];
  let unchanged = 0;
  for (const { id, contentSha256 } of [...documents].sort(byId)) {
    const was = old.get(id);
    if (was === contentSha256) unchanged++;
    else if (was !== undefined) changed.push(id);
    else {
      const from = goneByContent.get(contentSha256)?.shift();
      if (from === undefined) added.push(id);
      else renamed.push({ from, to: id });
    }
  }
  const moved = new Set(renamed.map(({ from }) => from));
  const left = gone.filter(({ id }) => !moved.has(id)).map(({ id }) => id);
  const unread = left.filter(isUnread);
  const emptied = left.filter((id) => !isUnread(id) && isEmptied(id));
  const deleted = left.filter((id) => !isUnread(id) && !isEmptied(id));
  return { added, changed, renamed, emptied, deleted, unread, unchanged };
}

function byId(a: Version, b: Version): number {
  return compareBytes(a.id, b.id);
}
