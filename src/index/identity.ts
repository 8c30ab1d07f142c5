import { canonicalJson } from '../contracts/canonical-json.ts';
import { unnamed } from '../contracts/embedder.ts';
import { GrkError } from '../contracts/errors.ts';
import type { CollectionIdentity, CollectionInfo } from '../contracts/ports.ts';

/** One field in which two identities differ, in words. */
interface Difference {
  readonly field: string;
  readonly stored: string;
  readonly wanted: string;
}

/**
 * Names every field in which two identities differ; embedders field by field, but for the name of the model. Of
 * extractors, those that both have: which forms of files there are is a matter of the corpus.
 */
export function differences(stored: CollectionIdentity, wanted: CollectionIdentity): Difference[] {
  const { embedder: storedEmbedder, extractors: storedExtractors = {}, ...storedRest } = stored;
  const { embedder: wantedEmbedder, extractors: wantedExtractors = {}, ...wantedRest } = wanted;
  const shared = Object.entries(wantedExtractors).filter(([id]) => id in storedExtractors);
  const found = [
    ...fieldDifferences(storedRest, wantedRest, ''),
    ...fieldDifferences(storedExtractors, Object.fromEntries(shared), 'extractors.'),
  ];
  if (storedEmbedder === null && wantedEmbedder === null) return found;
  if (storedEmbedder === null || wantedEmbedder === null) {
    const name = (embedder: typeof storedEmbedder) =>
      embedder === null ? 'none' : `${embedder.provider}:${embedder.model}`;
    return [...found, { field: 'embedder', stored: name(storedEmbedder), wanted: name(wantedEmbedder) }];
  }
  return [...found, ...fieldDifferences(unnamed(storedEmbedder), unnamed(wantedEmbedder), 'embedder.')];
}

function fieldDifferences(stored: object, wanted: object, prefix: string): Difference[] {
  const entries = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(wanted).flatMap(([key, value]) => {
    const other = entries.get(key);
    if (canonicalJson(other ?? null) === canonicalJson(value)) return [];
    return [{ field: `${prefix}${key}`, stored: canonicalJson(other ?? null), wanted: canonicalJson(value) }];
  });
}

/**
 * Refuses a collection that was built with another configuration.
 * @throws GrkError GRK_IDENTITY_MISMATCH naming every differing field
 */
export function verifyIdentity(info: CollectionInfo, wanted: CollectionIdentity): void {
  const found = differences(info.identity, wanted);
  if (found.length === 0) return;
  const list = found.map((d) => `${d.field} is ${d.stored} in the index, ${d.wanted} is asked for`).join('; ');
  throw new GrkError(
    'GRK_IDENTITY_MISMATCH',
    `collection "${info.name}" was built with another configuration: ${list}`,
    {
      remedy:
        'Set the configuration back, choose another --collection, or build it anew with `grk ingest PATH --rebuild`.',
      facts: { differences: found },
    },
  );
}
