import { describe, expect, it } from 'vitest';
import type { CollectionIdentity } from '../contracts/ports.ts';
import { fingerprinter } from './fingerprint.ts';

const IDENTITY: CollectionIdentity = {
  chunker: { name: 'markdown', maxChars: 1200 },
  readingAlgorithm: 'reading/1',
  chunkerAlgorithm: 'markdown/1',
  contextAlgorithm: 'heading-context/1',
  analyzer: 'plain',
  analyzerAlgorithm: 'plain/1',
  engine: 'bm25',
  engineAlgorithm: 'bm25/1',
  embedder: null,
};
const of = (over: Partial<CollectionIdentity> = {}, contentSha256 = 'a') =>
  fingerprinter({ ...IDENTITY, ...over })({ contentSha256 });

describe('fingerprinter', () => {
  it.each<[string, Partial<CollectionIdentity>]>([
    ['a parameter of the chunker', { chunker: { name: 'markdown', maxChars: 1201 } }],
    ['the chunker', { chunkerAlgorithm: 'markdown/2' }],
    ['the reading', { readingAlgorithm: 'reading/2' }],
    ['the context', { contextAlgorithm: 'heading-context/2' }],
    ['the analyzer', { analyzer: 'english' }],
    ['the version of the analyzer', { analyzerAlgorithm: 'plain/2' }],
  ])('changes with %s', (_, over) => {
    expect(of(over)).not.toBe(of());
  });
  it('changes with the version of the extractor of the document, and of no other', () => {
    const [one, two] = [
      { html: 'html/1', pdf: 'pdf/1' },
      { html: 'html/2', pdf: 'pdf/1' },
    ].map((extractors) => fingerprinter({ ...IDENTITY, extractors }));
    const [html, pdf, text] = [{ extractor: 'html' }, { extractor: 'pdf' }, {}] as const;
    const document = { contentSha256: 'a' };
    expect(one?.({ ...document, ...html })).not.toBe(two?.({ ...document, ...html }));
    expect(one?.({ ...document, ...pdf })).toBe(two?.({ ...document, ...pdf }));
    expect(one?.({ ...document, ...text })).toBe(of());
    expect(new Set([html, pdf, text].map((form) => one?.({ ...document, ...form }))).size).toBe(3);
  });
  it('changes with the content, and with nothing else', () => {
    expect(of({}, 'b')).not.toBe(of());
    expect(of({ engine: 'minisearch', engineAlgorithm: 'x' })).toBe(of());
    expect(of({ chunker: { maxChars: 1200, name: 'markdown' } })).toBe(of());
  });
});
