import { basename, resolve } from 'node:path';
import type { Embedder } from '../../contracts/ports.ts';
import { eachText, untruncated } from '../each-text.ts';
import { modelFault } from './model-fault.ts';
import { readStaticModel, type StaticModel } from './static-model.ts';
import { openTokenizer } from './tokenizer.ts';

/** Version id of what turns weights into vectors. */
export const STATIC_ALGORITHM = 'static-mean/1';

/**
 * Static embeddings from a model2vec folder: the mean of the rows of a text's tokens, times their weights, scaled to
 * length 1. Sums are in double precision and a fixed order, and are rounded to float32 once, so the bits are equal on
 * every system. Unknown tokens are left out; a text without known tokens gives a zero vector.
 * @throws GrkError GRK_MODEL_INVALID naming the file and what is wrong with it
 */
export async function openStaticEmbedder(folder: string): Promise<Embedder> {
  const model = await readStaticModel(folder);
  const { tokenIds, unknownId, highestId } = await openTokenizer(model.tokenizer, model.tokenizerFile);
  if (highestId >= model.weights.length) {
    throw modelFault(
      model.tokenizerFile,
      `it has token id ${highestId}, but the model has ${model.weights.length} rows`,
    );
  }
  const pool = pooling(model);
  return {
    identity: {
      provider: 'static',
      model: basename(resolve(folder)),
      algorithm: STATIC_ALGORITHM,
      weightsSha256: model.weightsSha256,
      dimensions: model.dimensions,
      dtype: 'int8',
      pooling: 'mean',
      normalised: true,
      queryPrefix: '',
      passagePrefix: '',
      maxTokens: null,
      determinism: 'bitwise',
    },
    isStructural: false,
    embed: async (texts, _role, signal) => {
      const vectors = new Float32Array(texts.length * model.dimensions);
      await eachText(texts, signal, (text, number) => {
        const ids = tokenIds(text).filter((id) => id !== unknownId);
        writeUnit(pool(ids), vectors, number * model.dimensions);
      });
      return untruncated(vectors, texts.length);
    },
  };
}

/**
 * Sums the rows of tokens, each times its weight and how often it occurs, in the order in which tokens first occur.
 * @returns a function whose result the next call overwrites
 */
function pooling({ rows, weights, dimensions }: StaticModel): (ids: readonly number[]) => Float64Array {
  const sum = new Float64Array(dimensions);
  const counts = new Uint32Array(weights.length);
  return (ids) => {
    sum.fill(0);
    for (const id of ids) counts[id] = (counts[id] ?? 0) + 1;
    for (const id of ids) {
      const count = counts[id] ?? 0;
      if (count === 0) continue;
      counts[id] = 0;
      const factor = count * (weights[id] ?? 0);
      const start = id * dimensions;
      for (let i = 0; i < dimensions; i++) sum[i] = (sum[i] ?? 0) + factor * (rows[start + i] ?? 0);
    }
    return sum;
  };
}

/** Writes a sum scaled to length 1, as its mean would be; a sum of length 0 stays zero. */
function writeUnit(sum: Float64Array, vectors: Float32Array, start: number): void {
  let squares = 0;
  for (const value of sum) squares += value * value;
  const length = Math.sqrt(squares);
  if (length === 0) return;
  for (let i = 0; i < sum.length; i++) vectors[start + i] = (sum[i] ?? 0) / length;
}
