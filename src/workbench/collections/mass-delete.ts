import { GrkError } from '../../contracts/errors.ts';
import type { DocumentChanges } from '../../contracts/ingest.ts';

/** An ingest that would take more of a collection than this away is refused unless it is allowed to. */
export const MASS_DELETE_SHARE = 0.3;
/** Fewer documents than these are no mass, whatever their share, as long as some remain. */
export const MASS_DELETE_DOCUMENTS = 3;
const SHOWN = 5;

/**
 * The refusal of an ingest that would remove much of a collection, which is what a folder that is not mounted or a wrong
 * path looks like; undefined where it would not.
 * @param before how many documents the collection holds
 * @param after how many it would hold
 */
export function massDelete(
  name: string,
  before: number,
  after: number,
  changes: DocumentChanges,
): GrkError | undefined {
  const removed = [...changes.deleted, ...changes.emptied, ...changes.unread];
  const isMass = removed.length >= MASS_DELETE_DOCUMENTS && removed.length > MASS_DELETE_SHARE * before;
  if (!isMass && (after > 0 || before === 0)) return undefined;
  const shown = removed.slice(0, SHOWN).join(', ');
  const more = removed.length > SHOWN ? `, and ${removed.length - SHOWN} more` : '';
  const others = [
    [changes.unread, 'could not be read'],
    [changes.emptied, 'hold nothing now'],
  ] as const;
  const why = others
    .flatMap(([list, what]) => (list.length === 0 ? [] : [`; ${list.length} of them ${what}`]))
    .join('');
  return new GrkError(
    'GRK_MASS_DELETE',
    `this ingest would remove ${removed.length} of the ${before} documents of collection "${name}": ${shown}${more}${why}`,
    {
      remedy:
        'A collection holds what one ingest names: name all its folders, check that they are mounted and can be read, or use another --collection. If they are to go: --allow-mass-delete; --dry-run lists them.',
      facts: {
        collection: name,
        before,
        removed,
        deleted: changes.deleted.length,
        emptied: changes.emptied.length,
        unread: changes.unread.length,
      },
    },
  );
}
