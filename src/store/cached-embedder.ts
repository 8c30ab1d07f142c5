import { unnamed } from '../contracts/embedder.ts';
import type { Embedded, Embedder, EmbedRole } from '../contracts/ports.ts';
import { keyOf, machineOf, spaceOf } from './cache-key.ts';
import type { CachedVector, EmbeddingCache } from './embedding-cache.ts';

const NOTHING: Embedded = { vectors: new Float32Array(0), truncated: null };

export interface CachedEmbedder extends Embedder {
  /** Texts so far whose vectors the embedder made, and whose vectors were there already. */
  readonly counts: { embedded: number; reused: number };
}

/**
 * An embedder that asks for a text's vector only where the cache has none. A key is a hash over everything about the
 * embedder but its name, the role, and the text. Where vectors hold on one machine only, its kind is in the key too; a
 * remote service (`none`) is taken at its word that a model which answers otherwise has another identity.
 * @param runtime packages that run models, with their versions
 */
export function cachedEmbedder(embedder: Embedder, cache: EmbeddingCache, runtime = ''): CachedEmbedder {
  const { identity } = embedder;
  const machine = machineOf(identity.determinism, runtime);
  const spaceOfRole = (role: EmbedRole) => spaceOf({ embedder: unnamed(identity), role, machine });
  const counts = { embedded: 0, reused: 0 };
  return {
    identity,
    isStructural: embedder.isStructural,
    counts,
    embed: async (texts, role, signal) => {
      const space = spaceOfRole(role);
      const keys = texts.map((text) => keyOf(space, text));
      const known = cache.read(keys, identity.dimensions);
      // A text that occurs twice is embedded once.
      const numberByKey = new Map<string, number>();
      const missing = keys.flatMap((key, number) => {
        const name = known[number] === undefined ? key.toString('latin1') : undefined;
        if (name === undefined || numberByKey.has(name)) return [];
        numberByKey.set(name, numberByKey.size);
        return [number];
      });
      const fresh =
        missing.length === 0
          ? NOTHING
          : await embedder.embed(
              missing.map((number) => texts[number] ?? ''),
              role,
              signal,
            );
      const made = missing.map((_, i) => rowOf(fresh, i, identity.dimensions));
      if (missing.length > 0) {
        cache.write(
          missing.map((number) => keys[number] ?? Buffer.alloc(0)),
          made,
        );
      }
      const vectors = new Float32Array(texts.length * identity.dimensions);
      const truncated = new Uint8Array(texts.length);
      let isKnown = true;
      keys.forEach((key, number) => {
        const row = known[number] ?? made[numberByKey.get(key.toString('latin1')) ?? -1];
        if (row !== undefined) vectors.set(row.vector, number * identity.dimensions);
        truncated[number] = Number(row?.truncated ?? false);
        if (row?.truncated === null) isKnown = false;
      });
      counts.embedded += missing.length;
      counts.reused += texts.length - missing.length;
      return { vectors, truncated: isKnown ? truncated : null };
    },
  };
}

function rowOf({ vectors, truncated }: Embedded, row: number, dimensions: number): CachedVector {
  const vector = vectors.subarray(row * dimensions, (row + 1) * dimensions);
  return { vector, truncated: truncated === null ? null : truncated[row] === 1 };
}
