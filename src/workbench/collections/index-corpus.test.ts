import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../contracts/ports.ts';
import { hashEmbedder } from '../../providers/hash-embedder.ts';
import { contentName, identityOf } from './index-corpus.ts';

const SETTINGS = { chunker: { name: 'whole' }, analyzer: 'plain', engine: 'bm25' } as const;
const nameOf = (changes: Partial<Embedder['identity']>) => {
  const embedder = hashEmbedder();
  const identity = { ...embedder.identity, ...changes };
  return contentName('x', 'a'.repeat(64), identityOf(SETTINGS, { ...embedder, identity }, {}));
};

describe('contentName', () => {
  it('is another for other weights (promptfoo#7467), and the same for weights in a folder of another name', () => {
    expect(nameOf({ weightsSha256: 'b' })).not.toBe(nameOf({}));
    expect(nameOf({ model: 'a copy' })).toBe(nameOf({}));
  });
});
