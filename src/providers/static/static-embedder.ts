import { basename, resolve } from 'node:path';
import type { Embedder } from '../../contracts/ports.ts';
import { eachText } from '../each-text.ts';
import { modelFault } from './model-fault.ts';
import type { StaticMatrix } from './static-matrix.ts';
import { readStaticModel } from './static-model.ts';
import type { TokenIds } from './token-ids.ts';
import { openTokenizer } from './tokenizer.ts';

/** Version id of what turns weights into vectors. */
export const STATIC_ALGORITHM = 'static-mean/1';

/**
 * Static embeddings from a model2vec folder: the mean of the rows of a text's tokens, times their weights, scaled to
 * length 1. Sums are in double precision and a fixed order, and are rounded to float32 once, so the bits are equal on
 * every system. Unknown tokens are left out; a text that is blank or without known tokens gives a zero vector. Texts are
 * read to their end unless the configuration has a `max_length`. Vectors have length 1 whatever its `normalize` says:
 * search is by cosine.
 * @throws GrkError GRK_MODEL_INVALID naming the file and what is wrong with it
 */
export async function openStaticEmbedder(folder: string): Promise<Embedder> {
  const model = await readStaticModel(folder);
  const { maxTokens } = model;
  const { tokenIds, unknownId, highestId, medianTokenLength } = await openTokenizer(
    model.tokenizer,
    model.tokenizerFile,
  );
  const tokens = model.weights.length;
  if (highestId !== tokens - 1) {
    const has = model.mapping === undefined ? `has ${tokens} rows` : `maps ${tokens} tokens`;
    throw modelFault(model.tokenizerFile, `its highest token id is ${highestId}, but the model ${has}`);
  }
  const pool = pooling(model);
  const firstTokens = shortener(tokenIds, maxTokens ?? 0, medianTokenLength);
  return {
    identity: {
      provider: 'static',
      model: basename(resolve(folder)),
      algorithm: STATIC_ALGORITHM,
      weightsSha256: model.weightsSha256,
      dimensions: model.dimensions,
      dtype: model.dtype,
      pooling: 'mean',
      normalised: true,
      queryPrefix: '',
      passagePrefix: '',
      maxTokens,
      determinism: 'bitwise',
    },
    isStructural: false,
    embed: async (texts, _role, signal) => {
      const vectors = new Float32Array(texts.length * model.dimensions);
      const truncated = new Uint8Array(texts.length);
      await eachText(texts, signal, (text, number) => {
        if (text.trim() === '') return;
        const { ids, isCut } = maxTokens === null ? { ids: tokenIds(text), isCut: false } : firstTokens(text);
        const known = ids.filter((id) => id !== unknownId);
        writeUnit(pool(known), vectors, number * model.dimensions);
        truncated[number] = Number(isCut);
      });
      return { vectors, truncated };
    },
  };
}

/** As model2vec cuts: characters first, at as many as the tokens usually have, then tokens, unknown ones included. */
function shortener(tokenIds: TokenIds, maxTokens: number, medianTokenLength: number) {
  const maxCharacters = maxTokens * medianTokenLength;
  return (text: string) => {
    const kept = text.length <= maxCharacters ? text : [...text].slice(0, maxCharacters).join('');
    const ids = tokenIds(kept);
    return { ids: ids.slice(0, maxTokens), isCut: kept.length < text.length || ids.length > maxTokens };
  };
}

/**
 * Sums the rows of tokens, each times its weight and how often it occurs, in the order in which tokens first occur.
 * @returns a function whose result the next call overwrites
 */
function pooling({ rows, mapping, weights, dimensions }: StaticMatrix): (ids: readonly number[]) => Float64Array {
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
      const start = (mapping === undefined ? id : (mapping[id] ?? 0)) * dimensions;
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
