import { hash as digest } from 'node:crypto';
import { cpus } from 'node:os';
import { canonicalJson } from '../contracts/canonical-json.ts';
import { unnamed } from '../contracts/embedder.ts';
import type { Embedded, Embedder, EmbedRole } from '../contracts/ports.ts';
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
 */
export function cachedEmbedder(embedder: Embedder, cache: EmbeddingCache): CachedEmbedder {
  const { identity } = embedder;
  const machine = identity.determinism === 'machine' ? machineKind() : null;
  const spaceOf = (role: EmbedRole) =>
    digest('sha256', canonicalJson({ embedder: unnamed(identity), role, machine }), 'hex');
  const counts = { embedded: 0, reused: 0 };
  return {
    identity,
    isStructural: embedder.isStructural,
    counts,
    embed: async (texts, role, signal) => {
      const space = spaceOf(role);
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

/** Half a surrogate pair has no UTF-8 form of its own, so a text that holds one is hashed with it as an escape. */
function keyOf(space: string, text: string): Buffer {
  const exact = /\p{Surrogate}/u.test(text) ? `json ${JSON.stringify(text)}` : `text ${text}`;
  return digest('sha256', `${space} ${exact}`, 'buffer');
}

function machineKind(): string {
  return [process.platform, process.arch, process.version, cpus()[0]?.model ?? ''].join(' ');
}
