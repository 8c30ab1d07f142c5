import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { embedderContract } from './embedder.contract.ts';
import { HASH_ALGORITHM, hashEmbedder } from './hash-embedder.ts';

embedderContract('hashEmbedder', async () => hashEmbedder());

describe('hashEmbedder', () => {
  it('is structural', () => {
    expect(hashEmbedder().isStructural).toBe(true);
  });

  it('keeps its output under its algorithm id', async () => {
    const { vectors } = await hashEmbedder().embed(['one', 'two', 'drei ü'], 'passage');
    const sha256 = createHash('sha256').update(new Uint8Array(vectors.buffer)).digest('hex');
    expect({ [HASH_ALGORITHM]: sha256 }).toEqual({
      'hash/1': '7d064f3a48ea02f6e0aa26f5f95a3f93ffcd32c4a4963fdd88178fcf6c28d5d4',
    });
  });
});
