import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmbedderIdentity } from '../contracts/embedder.ts';
import type { Embedded, Embedder, EmbedRole } from '../contracts/ports.ts';
import { cachedEmbedder } from './cached-embedder.ts';
import { type EmbeddingCache, openEmbeddingCache } from './embedding-cache.ts';

const IDENTITY: EmbedderIdentity = {
  provider: 'test',
  model: 'a name',
  algorithm: 'test/1',
  weightsSha256: 'aa',
  dimensions: 2,
  dtype: 'f32',
  pooling: 'none',
  normalised: false,
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: null,
  determinism: 'bitwise',
};

let folder: string;
let cache: EmbeddingCache;
let asked: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grk cached-'));
  cache = openEmbeddingCache(join(folder, 'e.sqlite'), { notice: (text) => asked.push(text), maxBytes: 2 ** 30 });
  asked = [];
});
afterEach(() => {
  cache.close();
  rmSync(folder, { recursive: true });
});

/** Vectors that tell text, role and weights apart. */
function embedder(over: Partial<EmbedderIdentity> = {}): Embedder {
  const identity = { ...IDENTITY, ...over };
  return {
    identity,
    isStructural: false,
    embed: async (texts: readonly string[], role: EmbedRole) => {
      asked.push(...texts);
      const vectors = Float32Array.from(
        texts.flatMap((text) => [
          [...text].reduce((sum, c) => Math.fround(sum * 1.7 + (c.codePointAt(0) ?? 0)), identity.weightsSha256.length),
          role === 'query' ? -0 : text.length,
        ]),
      );
      return { vectors, truncated: Uint8Array.from(texts, (text) => Number(text.length > 5)) };
    },
  };
}

describe('cachedEmbedder', () => {
  it('gives exactly the vectors of the embedder, whatever is cached and in whatever order', async () => {
    const plain = embedder();
    const cached = cachedEmbedder(embedder(), cache);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom('a', 'b', '', '\ud83d', '\ufffd'), fc.string({ unit: 'binary' })), {
          maxLength: 6,
        }),
        fc.constantFrom('query' as const, 'passage' as const),
        async (texts, role) => {
          const bits = ({ vectors, truncated }: Embedded) => [Buffer.from(vectors.buffer).toString('hex'), truncated];
          expect(bits(await cached.embed(texts, role))).toEqual(bits(await plain.embed(texts, role)));
        },
      ),
    );
  });
  it('asks for each text once, and counts what it made and what was there', async () => {
    const first = cachedEmbedder(embedder(), cache);
    await first.embed(['a', 'b', 'a'], 'passage');
    await first.embed(['b', 'c'], 'passage');
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(first.counts).toEqual({ embedded: 3, reused: 2 });
    await cachedEmbedder(embedder({ model: 'another name' }), cache).embed(['a', 'b', 'c'], 'passage');
    expect(asked).toHaveLength(3);
  });
  it.each<[string, Partial<EmbedderIdentity>]>([
    ['other weights', { weightsSha256: 'bb' }],
    ['another algorithm', { algorithm: 'test/2' }],
    ['another prefix', { passagePrefix: 'passage: ' }],
    ['another limit', { maxTokens: 512 }],
    ['another determinism', { determinism: 'machine' }],
  ])('asks again for %s: equal dimensions are not enough', async (_, over) => {
    await cachedEmbedder(embedder(), cache).embed(['a'], 'passage');
    await cachedEmbedder(embedder(over), cache).embed(['a'], 'passage');
    expect(asked).toEqual(['a', 'a']);
  });
  it('keeps the vectors of queries and passages apart', async () => {
    const cached = cachedEmbedder(embedder(), cache);
    expect((await cached.embed(['a'], 'passage')).vectors).not.toEqual((await cached.embed(['a'], 'query')).vectors);
  });
  it('finds vectors of a machine-bound embedder again on this machine', async () => {
    const bound = () => cachedEmbedder(embedder({ determinism: 'machine' }), cache);
    await bound().embed(['a'], 'passage');
    await bound().embed(['a'], 'passage');
    expect(asked).toEqual(['a']);
  });
  it('asks again where another runtime runs the model on this machine', async () => {
    for (const runtime of ['onnx 1', 'onnx 2', 'onnx 1']) {
      await cachedEmbedder(embedder({ determinism: 'machine' }), cache, runtime).embed(['a'], 'passage');
    }
    expect(asked).toEqual(['a', 'a']);
  });
  it('does not know what was cut where one of the texts is not known', async () => {
    const untold: Embedder = {
      ...embedder(),
      embed: async (texts, role) => ({ ...(await embedder().embed(texts, role)), truncated: null }),
    };
    await cachedEmbedder(untold, cache).embed(['a'], 'passage');
    const cached = cachedEmbedder(embedder(), cache);
    expect((await cached.embed(['a', 'long enough'], 'passage')).truncated).toBeNull();
    expect((await cached.embed(['long enough', 'b'], 'passage')).truncated).toEqual(Uint8Array.of(1, 0));
  });
  it('caches nothing of a call that failed', async () => {
    const failing: Embedder = { ...embedder(), embed: async () => Promise.reject(new Error('no')) };
    await expect(cachedEmbedder(failing, cache).embed(['a'], 'passage')).rejects.toThrow('no');
    await cachedEmbedder(embedder(), cache).embed(['a'], 'passage');
    expect(asked).toEqual(['a']);
  });
});
