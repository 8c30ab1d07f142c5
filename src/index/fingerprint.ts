import { hash } from 'node:crypto';
import { canonicalJson } from '../contracts/canonical-json.ts';
import type { CollectionIdentity } from '../contracts/ports.ts';

/**
 * Gives documents their processing fingerprint: a hash over the content of a document and all that decides which
 * passages it has and how they are indexed. Equal fingerprints of one document mean equal passages.
 */
export function fingerprinter(identity: CollectionIdentity): (document: { readonly contentSha256: string }) => string {
  const { readingAlgorithm, chunker, chunkerAlgorithm, contextAlgorithm, analyzer, analyzerAlgorithm } = identity;
  const processing = canonicalJson({
    readingAlgorithm,
    chunker,
    chunkerAlgorithm,
    contextAlgorithm,
    analyzer,
    analyzerAlgorithm,
  });
  return ({ contentSha256 }) => hash('sha256', `${contentSha256} ${processing}`, 'hex');
}
