import { expect, it } from 'vitest';
import type { ExtractorVersions } from '../contracts/document.ts';
import type { CollectionIdentity } from '../contracts/ports.ts';
import { readingOf } from '../contracts/reading.ts';
import { differences } from './identity.ts';

const identity = (extractors?: ExtractorVersions): CollectionIdentity => ({
  readingAlgorithm: 'reading/1',
  ...(extractors === undefined ? {} : { extractors }),
  chunker: { name: 'whole' },
  chunkerAlgorithm: 'whole/1',
  contextAlgorithm: 'context/1',
  analyzer: 'english',
  analyzerAlgorithm: 'english/1',
  engine: 'bm25',
  engineAlgorithm: 'bm25/1',
  embedder: null,
});

it.each([
  ['a new form of file', undefined, { html: 'html/1' }],
  ['a form that is gone', { html: 'html/1', pdf: 'pdf/1' }, { pdf: 'pdf/1' }],
])('%s is another corpus, not another configuration', (_what, stored, wanted) => {
  expect(differences(identity(stored), identity(wanted))).toEqual([]);
  expect(readingOf(identity(stored))).not.toBe(readingOf(identity(wanted)));
});

it('names an extractor of another version, and no other', () => {
  const stored = identity({ html: 'html/1', pdf: 'pdf/1' });
  expect(differences(stored, identity({ html: 'html/2', pdf: 'pdf/1' }))).toEqual([
    { field: 'extractors.html', stored: '"html/1"', wanted: '"html/2"' },
  ]);
});

it('says in one line how files were read', () => {
  expect(readingOf(identity())).toBe('reading/1');
  expect(readingOf(identity({ pdf: 'pdf/1', html: 'html/1' }))).toBe('reading/1 html/1 pdf/1');
});
