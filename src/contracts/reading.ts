import type { CollectionIdentity } from './ports.ts';

/** How files became texts, in one line: `reading/1`, and `reading/1 html/1 pdf/1` where there are such files. */
export function readingOf(identity: Pick<CollectionIdentity, 'readingAlgorithm' | 'extractors'>): string {
  const versions = Object.entries(identity.extractors ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return [identity.readingAlgorithm, ...versions.map(([, version]) => version)].join(' ');
}
