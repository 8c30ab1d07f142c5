import { GrkError } from '../../contracts/errors.ts';
import type { Freshness } from '../../contracts/index-state.ts';
import type { Catalog, CollectionInfo } from '../../contracts/ports.ts';
import { mayBeUnread, type Unread } from '../../ingest/unread.ts';
import type { Session } from '../session/state.ts';
import { readSources, sourcesAgain } from './ingest-sources.ts';

/**
 * Reads the sources of a collection again, by the globs of its ingest, and says which documents differ.
 * @throws GrkError GRK_INTERRUPTED
 */
export async function freshnessOf(session: Session, catalog: Catalog, info: CollectionInfo): Promise<Freshness> {
  const { sources } = info;
  if (sources === undefined) {
    const reason = 'which paths were ingested is not recorded; the next `grk ingest` records it';
    return { kind: 'unknown', reason };
  }
  try {
    const unread: Unread[] = [];
    const onUnread = (path: string, fault: GrkError) => unread.push({ path, fault });
    const { corpusSha256, documents } = await readSources(session, sourcesAgain(session, sources), {
      mayBeEmpty: true,
      onUnread,
    });
    if (corpusSha256 === info.corpusSha256) {
      return { kind: 'compared', isFresh: true, changed: [], added: [], gone: [] };
    }
    const before = catalog.documents(info.name);
    const indexed = new Map(before.map(({ id, contentSha256 }) => [id, contentSha256]));
    const found = new Map(documents.map(({ id, contentSha256 }) => [id, contentSha256]));
    const gone = before.filter(({ id }) => !found.has(id));
    // What could not be read when it was indexed either says nothing about the rest.
    const lost = unread.find((one) => gone.some(mayBeUnread([one])));
    if (lost !== undefined) return { kind: 'unknown', reason: lost.fault.message };
    const known = [...found].filter(([id]) => indexed.has(id));
    return {
      kind: 'compared',
      isFresh: false,
      changed: known.filter(([id, sha256]) => indexed.get(id) !== sha256).map(([id]) => id),
      added: [...found.keys()].filter((id) => !indexed.has(id)),
      gone: gone.map(({ id }) => id),
    };
  } catch (error) {
    if (!(error instanceof GrkError) || error.code === 'GRK_INTERRUPTED') throw error;
    return { kind: 'unknown', reason: error.message };
  }
}
