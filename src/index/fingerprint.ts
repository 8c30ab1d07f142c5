import { hash } from 'node:crypto';
import { canonicalJson } from '../contracts/canonical-json.ts';
import type { SourceDocument } from '../contracts/document.ts';
import type { CollectionIdentity } from '../contracts/ports.ts';

/**
 * Gives documents their processing fingerprint: a hash over the content of a document and all that decides which
 * passages it has and how they are indexed. Equal fingerprints of one document mean equal passages.
 */
export function fingerprinter(
  identity: CollectionIdentity,
): (document: Pick<SourceDocument, 'contentSha256' | 'extractor'>) => string {
  const { readingAlgorithm, extractors = {}, chunker, chunkerAlgorithm, contextAlgorithm } = identity;
  const { analyzer, analyzerAlgorithm } = identity;
  const rest = canonicalJson({ chunker, chunkerAlgorithm, contextAlgorithm, analyzer, analyzerAlgorithm });
  return ({ contentSha256, extractor }) => {
    const reading = extractor === undefined ? readingAlgorithm : extractors[extractor];
    return hash('sha256', canonicalJson([contentSha256, reading ?? null, rest]), 'hex');
  };
}
