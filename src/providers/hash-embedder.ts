import { createHash } from 'node:crypto';
import type { Embedder } from '../contracts/ports.ts';
import { eachText, untruncated } from './each-text.ts';

/** Version id of what turns a text into numbers. */
export const HASH_ALGORITHM = 'hash/1';
/** Two bytes of SHA-512 make one number. */
const DIMENSIONS = 32;

/**
 * Vectors of length 1 that depend on the whole text and mean nothing: for tests, and for trying a pipeline without a
 * model. A blank text gives a zero vector.
 */
export function hashEmbedder(): Embedder {
  return {
    identity: {
      provider: 'hash',
      model: 'hash',
      algorithm: HASH_ALGORITHM,
      weightsSha256: '',
      dimensions: DIMENSIONS,
      dtype: 'float32',
      pooling: 'none',
      normalised: true,
      queryPrefix: '',
      passagePrefix: '',
      maxTokens: null,
      determinism: 'bitwise',
    },
    isStructural: true,
    embed: async (texts, _role, signal) => {
      const vectors = new Float32Array(texts.length * DIMENSIONS);
      await eachText(texts, signal, (text, number) => {
        if (text.trim() !== '') vectors.set(hashVector(text), number * DIMENSIONS);
      });
      return untruncated(vectors, texts.length);
    },
  };
}

function hashVector(text: string): Float64Array {
  const digest = createHash('sha512').update(text).digest();
  const numbers = Float64Array.from({ length: DIMENSIONS }, (_, i) => digest.readInt16LE(2 * i) + 0.5);
  const length = Math.sqrt(numbers.reduce((sum, value) => sum + value * value, 0));
  return numbers.map((value) => value / length);
}
