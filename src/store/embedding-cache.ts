import { type CacheOptions, entryCache } from './entry-cache.ts';

/** A vector, and whether its text was cut to the longest input of the model; null: not known. */
export interface CachedVector {
  readonly vector: Float32Array;
  readonly truncated: boolean | null;
}

/** Float32 vectors by key; as `EntryCache`. */
export interface EmbeddingCache {
  read(keys: readonly Uint8Array[], dimensions: number): (CachedVector | undefined)[];
  write(keys: readonly Uint8Array[], vectors: readonly CachedVector[]): void;
  close(): void;
}

/** Vectors in an SQLite file; as `entryCache`. A vector that holds NaN is damage too. */
export function openEmbeddingCache(file: string, options: CacheOptions): EmbeddingCache {
  const entries = entryCache(file, { what: 'embedding cache', again: 'embedded' }, options);
  return {
    read: (keys, dimensions) =>
      entries
        .read(keys, (value) => faultOf(value, dimensions))
        .map((entry) => entry && { vector: floatsOf(entry.value), truncated: entry.truncated }),
    write: (keys, vectors) =>
      entries.write(
        keys,
        vectors.map(({ vector, truncated }) => ({ value: bytesOf(vector), truncated })),
      ),
    close: entries.close,
  };
}

function faultOf(value: Uint8Array, dimensions: number): string | undefined {
  if (value.length !== dimensions * Float32Array.BYTES_PER_ELEMENT) return 'a vector has another length';
  return hasOnlyFinite(floatsOf(value)) ? undefined : 'a vector holds NaN or an infinite number';
}

/** The bytes of a row need not begin where a float may; those are copied. */
function floatsOf(bytes: Uint8Array): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  return new Float32Array(buffer, byteOffset, byteLength / Float32Array.BYTES_PER_ELEMENT);
}

function hasOnlyFinite(vector: Float32Array): boolean {
  for (let i = 0; i < vector.length; i++) if (!Number.isFinite(vector[i])) return false;
  return true;
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
