import type { GrkError } from '../../contracts/errors.ts';
import type { Corpus } from '../../contracts/ports.ts';
import type { CorpusProfile } from '../../contracts/profile.ts';
import { readCorpus } from '../../ingest/corpus.ts';
import { passagesOf } from '../../ingest/passages.ts';
import { profileOf } from '../../ingest/profile/profile.ts';
import type { Session } from '../session/state.ts';
import { ingestSources } from './ingest-sources.ts';

export interface IngestProfile {
  readonly profile: CorpusProfile;
  readonly skipped: Corpus['skipped'];
  /** Files that gave no text. */
  readonly unread: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Says what an ingest of these paths would read, as the configuration cuts it; nothing is written.
 * @throws GrkError for sources without a document
 */
export async function ingestProfile(session: Session, paths: readonly string[]): Promise<IngestProfile> {
  const { chunker, corpus } = session.loaded.config;
  const unread: { path: string; message: string }[] = [];
  const { documents, skipped } = await readCorpus(ingestSources(session, paths), {
    base: session.loaded.root,
    maxFileBytes: corpus.maxFileBytes,
    signal: session.signal,
    onUnread: (path: string, fault: GrkError) => unread.push({ path, message: fault.message }),
  });
  const passages = documents.flatMap((document) => passagesOf(document, chunker));
  return { profile: profileOf({ documents, passages, chunker }), skipped, unread };
}
