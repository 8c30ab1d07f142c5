import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { EmbedderIdentity } from '../../contracts/embedder.ts';
import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import { MODEL_OPTIONS } from '../../contracts/model-id.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { Embedder } from '../../contracts/ports.ts';
import { knownModel, POOLINGS, type Pooling, prefixNotices } from '../known-models.ts';
import { modelFolderFault, requireReadable } from './model-folder.ts';
import { ONNX_OPTIONS, type OpenModel, openModel } from './open-model.ts';
import { runModel } from './run-model.ts';
import type { Encoded } from './token-layout.ts';

/** Version id of what turns token vectors into one vector: pooling and length in double precision, one text at a time. */
export const TRANSFORMER_ALGORITHM = 'transformer/1';

const OptionsSchema = z.strictObject({
  ...ONNX_OPTIONS,
  pooling: z.enum(POOLINGS).optional().describe('How token vectors become one; default: that of the model.'),
  queryPrefix: z.string().optional().describe('Put before queries; default: that of the model.'),
  passagePrefix: z.string().optional().describe('Put before passages; default: that of the model.'),
  maxTokens: z.coerce.number().int().min(8).optional().describe('Longest input; default: that of the model.'),
});

/**
 * A transformer in ONNX through transformers.js. Texts are run one by one; a longer one is cut to the longest input with
 * its special tokens kept. A blank text gives a zero vector.
 * @throws GrkError GRK_CONFIG_INVALID, GRK_MODEL_INVALID, GRK_DEPENDENCY_MISSING
 */
export async function openTransformerEmbedder(
  id: string,
  path: string,
  written: Readonly<Record<string, string>>,
): Promise<Embedder> {
  return (await openTeacher(id, path, written)).embedder;
}

/** A transformer as an embedder, and what it makes of single tokens of its vocabulary. */
export interface Teacher {
  readonly embedder: Embedder;
  /**
   * Takes token ids for texts, and runs each in the frame of special tokens that a text gets: a vector holds the output
   * at the first place of the frame, then that at the token, as the graph gives them.
   */
  readonly tokens: Embedder;
  /** The folder of its files, tokenizer.json among them. */
  readonly folder: string;
  /** How many tokens of a passage it reads, special tokens and prefix not counted. */
  readonly passageTokens: number;
}

/** Version id of what turns a token into a vector of two outputs. */
const TOKEN_ALGORITHM = 'transformer-token/1';

/**
 * Opens what `openTransformerEmbedder` does, for a distillation.
 * @param longest where the id does not say how long an input may be, no longer than this
 * @throws as that
 */
export async function openTeacher(
  id: string,
  path: string,
  written: Readonly<Record<string, string>>,
  longest = Number.POSITIVE_INFINITY,
): Promise<Teacher> {
  const options = parseWith(OptionsSchema, written, {
    what: `embedder "${id}"`,
    code: 'GRK_CONFIG_INVALID',
    remedy: MODEL_OPTIONS,
  });
  const opened = await openModel(id, path, options, 'AutoModel');
  const { name, folder, layout } = opened;
  const known = knownModel(name);
  const pooling = options.pooling ?? known?.pooling;
  if (pooling === undefined) {
    throw new GrkError('GRK_CONFIG_INVALID', `embedder "${id}": how "${name}" pools its token vectors is not known`, {
      remedy: `Its model card says it: add ?pooling= with one of ${POOLINGS.join(', ')}.`,
    });
  }
  const queryPrefix = options.queryPrefix ?? known?.queryPrefix ?? '';
  const passagePrefix = options.passagePrefix ?? known?.passagePrefix ?? '';
  const maxTokens = longestInput(opened, options.maxTokens, Math.min(longest, known?.maxTokens ?? longest));

  const vectorOf = async (text: string) => {
    const encoded = layout.one(text, maxTokens);
    const { hidden, width } = await tokenVectors(opened, encoded);
    return { vector: pooled(hidden, encoded.ids.length, width, pooling), isCut: encoded.isCut };
  };
  const dimensions = (await vectorOf('a')).vector.length;
  const embedder: Embedder = {
    identity: {
      provider: 'transformers',
      model: name,
      algorithm: TRANSFORMER_ALGORITHM,
      weightsSha256: opened.weightsSha256,
      dimensions,
      dtype: opened.dtype,
      pooling,
      normalised: true,
      queryPrefix,
      passagePrefix,
      maxTokens,
      determinism: 'machine',
    },
    isStructural: false,
    notices: prefixNotices(name, { queryPrefix, passagePrefix }),
    embed: async (texts, role, signal) => {
      const vectors = new Float32Array(texts.length * dimensions);
      const truncated = new Uint8Array(texts.length);
      const prefix = role === 'query' ? queryPrefix : passagePrefix;
      for (const [number, text] of texts.entries()) {
        await setImmediate();
        throwIfAborted(signal);
        if (text.trim() === '') continue;
        const { vector, isCut } = await vectorOf(prefix + text);
        writeUnit(vector, vectors, number * dimensions, text);
        truncated[number] = Number(isCut);
      }
      throwIfAborted(signal);
      return { vectors, truncated };
    },
  };
  return {
    embedder,
    tokens: tokenEmbedder(opened, embedder.identity),
    folder,
    passageTokens: maxTokens - layout.one(passagePrefix, maxTokens).ids.length,
  };
}

function tokenEmbedder(opened: OpenModel, identity: EmbedderIdentity): Embedder {
  const dimensions = 2 * identity.dimensions;
  return {
    identity: {
      ...identity,
      algorithm: TOKEN_ALGORITHM,
      dimensions,
      pooling: 'first, token',
      normalised: false,
      queryPrefix: '',
      passagePrefix: '',
      maxTokens: null,
    },
    isStructural: false,
    embed: async (tokenIds, _role, signal) => {
      const vectors = new Float32Array(tokenIds.length * dimensions);
      for (const [number, tokenId] of tokenIds.entries()) {
        await setImmediate();
        throwIfAborted(signal);
        const encoded = opened.layout.token(Number(tokenId));
        const { hidden, width } = await tokenVectors(opened, encoded);
        const outputs = [hidden.subarray(0, width), hidden.subarray(encoded.at * width, (encoded.at + 1) * width)];
        if (!outputs.every((output) => output.every(Number.isFinite))) throw notFinite(`token ${tokenId}`);
        outputs.forEach((output, i) => {
          vectors.set(output, number * dimensions + i * width);
        });
      }
      return { vectors, truncated: new Uint8Array(tokenIds.length) };
    },
  };
}

/** One vector per token, row-major. */
async function tokenVectors({ transformers, model, folder }: OpenModel, encoded: Encoded) {
  const output = await runModel(transformers, model, encoded);
  const hidden = output.last_hidden_state ?? output.token_embeddings;
  const [, rows = 0, width = 0] = hidden?.dims ?? [];
  if (hidden === undefined || rows !== encoded.ids.length || width === 0) {
    throw modelFolderFault(folder, `the graph gives no vector per token (outputs: ${Object.keys(output).join(', ')})`);
  }
  return { hidden: hidden.data as Float32Array, width };
}

function longestInput(opened: OpenModel, wanted: number | undefined, known: number): number {
  if (wanted !== undefined) {
    requireReadable(opened, wanted);
    return wanted;
  }
  const longest = Math.min(known, opened.maxTokens ?? Number.POSITIVE_INFINITY);
  if (Number.isFinite(longest)) return longest;
  throw modelFolderFault(opened.folder, 'the longest input is not known: add ?maxTokens=');
}

/** Sums in double precision; the scale does not matter, as the vector is made to have length 1. */
function pooled(hidden: Float32Array, rows: number, width: number, pooling: Pooling): Float64Array {
  if (pooling !== 'mean') {
    const row = pooling === 'cls' ? 0 : rows - 1;
    return Float64Array.from(hidden.subarray(row * width, (row + 1) * width));
  }
  const sum = new Float64Array(width);
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < width; i++) sum[i] = (sum[i] ?? 0) + (hidden[row * width + i] ?? 0);
  }
  return sum;
}

function writeUnit(vector: Float64Array, vectors: Float32Array, start: number, text: string): void {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length)) throw notFinite(`the text ${JSON.stringify(text.slice(0, 60))}`);
  if (length === 0) return;
  for (let i = 0; i < vector.length; i++) vectors[start + i] = (vector[i] ?? 0) / length;
}

function notFinite(what: string): GrkError {
  return new GrkError('GRK_EMBEDDER_OUTPUT', `the embedder gave NaN or an infinite number for ${what}`, {
    remedy: 'The weights are damaged, or the model does not run in this number format: try another dtype.',
  });
}
