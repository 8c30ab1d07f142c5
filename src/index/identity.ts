import { canonicalJson } from '../contracts/canonical-json.ts';
import type { ExtractorVersions } from '../contracts/document.ts';
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
  const found = [
    ...fieldDifferences(storedRest, wantedRest, ''),
    ...fieldDifferences(
      ofBoth(storedExtractors, wantedExtractors),
      ofBoth(wantedExtractors, storedExtractors),
      'extractors.',
    ),
  ];
  if (storedEmbedder === null && wantedEmbedder === null) return found;
  const names = { field: 'embedder', stored: nameOf(storedEmbedder), wanted: nameOf(wantedEmbedder) };
  if (storedEmbedder === null || wantedEmbedder === null) return [...found, names];
  const fields = fieldDifferences(unnamed(storedEmbedder), unnamed(wantedEmbedder), 'embedder.');
  // The name alone is no difference: equal weights in a folder of another name give equal vectors.
  return [...found, ...(fields.length > 0 && names.stored !== names.wanted ? [names] : []), ...fields];
}

function ofBoth(extractors: ExtractorVersions, others: ExtractorVersions): ExtractorVersions {
  return Object.fromEntries(Object.entries(extractors).filter(([id]) => id in others));
}

function nameOf(embedder: CollectionIdentity['embedder']): string {
  return embedder === null ? 'none' : `${embedder.provider}:${embedder.model}`;
}

function fieldDifferences(stored: object, wanted: object, prefix: string): Difference[] {
  const [before, after] = [stored, wanted].map((fields) => new Map<string, unknown>(Object.entries(fields)));
  // Of both: a field that only one of them has is a difference too.
  return [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].flatMap((key) => {
    const [old, asked] = [before, after].map((fields) => canonicalJson(fields?.get(key) ?? null));
    return old === asked ? [] : [{ field: `${prefix}${key}`, stored: `${old}`, wanted: `${asked}` }];
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
      remedy: `${firstRemedy(info, wanted)}Set the configuration back, choose another --collection, or build it anew: \`grk ingest PATH --collection ${info.name} --rebuild\`.`,
      facts: { differences: found },
    },
  );
}

function firstRemedy({ name, identity }: CollectionInfo, wanted: CollectionIdentity): string {
  if (identity.embedder === null && wanted.embedder !== null)
    return `Add vectors to it with \`grk index backfill ${name}\`, or leave them out with --no-dense. `;
  if (identity.embedder !== null && wanted.embedder === null) return 'Leave --no-dense out: it has vectors. ';
  return '';
}
