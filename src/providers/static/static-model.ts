import { join } from 'node:path';
import { hashModelFiles, parseJsonObject, readModelFile } from '../model-files.ts';
import { modelFault } from './model-fault.ts';
import { parseSafetensors, type Tensor } from './safetensors.ts';

/** A model2vec folder with int8 rows, as read from disk. */
export interface StaticModel {
  readonly dimensions: number;
  /** One row per token id, row-major. */
  readonly rows: Int8Array;
  /** What each row is multiplied with. */
  readonly weights: Float32Array;
  /** `tokenizer.json`, parsed. */
  readonly tokenizer: Record<string, unknown>;
  readonly tokenizerFile: string;
  readonly weightsSha256: string;
}

/** The files that decide a vector; all of them are in the hash. */
const FILES = ['model.safetensors', 'tokenizer.json', 'config.json'] as const;

/** @throws GrkError GRK_MODEL_INVALID naming the file and what is wrong with it */
export async function readStaticModel(folder: string): Promise<StaticModel> {
  const paths = FILES.map((name) => join(folder, name));
  const [weights, tokenizer, config] = (await Promise.all(paths.map((path) => readModelFile(path, modelFault)))) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  const [weightsFile, tokenizerFile, configFile] = paths as [string, string, string];
  const matrix = readMatrix(parseSafetensors(weights, weightsFile), weightsFile);
  checkConfig(parseJsonObject(config, configFile, modelFault), matrix.dimensions, configFile);
  return {
    ...matrix,
    tokenizer: parseJsonObject(tokenizer, tokenizerFile, modelFault),
    tokenizerFile,
    weightsSha256: hashModelFiles([
      [FILES[0], weights],
      [FILES[1], tokenizer],
      [FILES[2], config],
    ]),
  };
}

function readMatrix(tensors: ReadonlyMap<string, Tensor>, file: string) {
  const names = [...tensors.keys()].sort();
  const unknown = names.filter((name) => name !== 'embeddings' && name !== 'weights');
  if (unknown.length > 0)
    throw modelFault(file, `the tensor "${unknown[0]}" belongs to a layout that is not read here`);
  const embeddings = tensors.get('embeddings');
  if (embeddings === undefined)
    throw modelFault(file, `there is no tensor "embeddings" (found: ${names.join(', ') || 'none'})`);
  if (embeddings.dtype !== 'I8') throw modelFault(file, `"embeddings" is ${embeddings.dtype}; only int8 (I8) is read`);
  const [tokens, dimensions, ...more] = embeddings.shape;
  if (tokens === undefined || dimensions === undefined || more.length > 0 || tokens === 0 || dimensions === 0) {
    throw modelFault(
      file,
      `"embeddings" has the shape [${embeddings.shape.join(', ')}], expected [tokens, dimensions]`,
    );
  }
  const { buffer, byteOffset, byteLength } = embeddings.bytes;
  return {
    dimensions,
    rows: new Int8Array(buffer, byteOffset, byteLength),
    weights: readWeights(tensors.get('weights'), tokens, file),
  };
}

function readWeights(tensor: Tensor | undefined, tokens: number, file: string): Float32Array {
  if (tensor === undefined) return new Float32Array(tokens).fill(1);
  if (tensor.dtype !== 'F32') throw modelFault(file, `"weights" is ${tensor.dtype}; only F32 is read`);
  if (tensor.shape.length !== 1 || tensor.shape[0] !== tokens) {
    throw modelFault(file, `"weights" has the shape [${tensor.shape.join(', ')}], expected [${tokens}]`);
  }
  // Copied, as the file need not place it at a multiple of four bytes.
  const weights = new Float32Array(new Uint8Array(tensor.bytes).buffer);
  const bad = weights.findIndex((weight) => !Number.isFinite(weight));
  if (bad >= 0) throw modelFault(file, `"weights" holds ${weights[bad]} at row ${bad}`);
  return weights;
}

function checkConfig(config: Record<string, unknown>, dimensions: number, file: string): void {
  const expected = { embedding_dtype: 'int8', pooling: 'mean', hidden_dim: dimensions };
  for (const [key, value] of Object.entries(expected)) {
    const found = config[key];
    if (found !== undefined && found !== value) {
      throw modelFault(file, `"${key}" is ${JSON.stringify(found)}, expected ${JSON.stringify(value)}`);
    }
  }
}
