import type { CitationOutcome, CitationState } from '../../contracts/citation.ts';
import { GrkError } from '../../contracts/errors.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { pagesOf } from '../../contracts/pages.ts';
import { hasCatalog, type Session, withCatalog } from '../session/state.ts';
import { verifyCitations } from './citations.ts';
import { EVAL_PREFIX, findCollection, missingCollection } from './open-collection.ts';
import { storedPassages } from './stored-passages.ts';

/**
 * Holds every passage of a collection against its source.
 * @throws GrkError GRK_COLLECTION_MISSING, GRK_USAGE for the index of an eval, GRK_INTERRUPTED, the store errors
 */
export async function citeVerify(session: Session, name: string): Promise<CitationOutcome> {
  if (name.startsWith(EVAL_PREFIX)) {
    throw new GrkError('GRK_USAGE', `"${name}" is the index of an eval: its documents are those of a golden set`, {
      remedy: 'Each eval reads them again by itself. Name a collection that `grk ingest` made.',
    });
  }
  if (!hasCatalog(session)) throw missingCollection(name, []);
  return withCatalog(session, async (catalog) => {
    const info = findCollection(catalog, name);
    const pageStarts = new Map(catalog.documents(name).map((document) => [document.id, document.pageStarts]));
    const passages = Array.from(storedPassages(catalog, name), (passage) => ({
      ...passage,
      ...pagesOf(passage, pageStarts.get(passage.doc)),
    })).sort((a, b) => compareBytes(a.doc, b.doc) || a.startUtf16 - b.startUtf16 || a.endUtf16 - b.endUtf16);
    const citations = await verifyCitations(session, info, passages);
    const count = (wanted: CitationState['status']) => citations.filter(({ status }) => status === wanted).length;
    return {
      collection: name,
      verified: count('verified'),
      drifted: count('drifted'),
      missing: count('missing'),
      unreadable: count('unreadable'),
      citations,
    };
  });
}
