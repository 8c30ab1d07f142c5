import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { hashModelFiles, parseJsonObject, readModelFile } from '../model-files.ts';

/** File endings of transformers.js by the name of their number format. */
const SUFFIX_BY_DTYPE = {
  fp32: '',
  fp16: '_fp16',
  q8: '_quantized',
  int8: '_int8',
  uint8: '_uint8',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
} as const;
export type Dtype = keyof typeof SUFFIX_BY_DTYPE;
export const DTYPES = Object.keys(SUFFIX_BY_DTYPE) as [Dtype, ...Dtype[]];

/** Where the graph of a number format lies in a model folder, with a slash. */
export function weightsFileOf(dtype: Dtype): string {
  return `onnx/model${SUFFIX_BY_DTYPE[dtype]}.onnx`;
}

/** The files beside the weights that decide what a model answers; only the tokenizer's settings may be missing. */
const CONFIG = 'config.json';
const TOKENIZER = 'tokenizer.json';
const TOKENIZER_CONFIG = 'tokenizer_config.json';

/** A model folder in the layout of transformers.js, as it lies on disk. */
export interface ModelFolder {
  readonly folder: string;
  readonly name: string;
  readonly dtype: Dtype;
  /** Over name, length and bytes of all files that decide an answer. */
  readonly weightsSha256: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Longest input by the configuration, special tokens included; undefined where none is given. */
  readonly maxTokens: number | undefined;
}

/**
 * Reads and hashes the files of a model. Where several number formats are there, one must be named.
 * @throws GrkError GRK_MODEL_INVALID naming the file, or the formats that are there
 */
export async function readModelFolder(path: string, wanted: Dtype | undefined): Promise<ModelFolder> {
  const folder = resolve(path);
  const dtype = chooseDtype(folder, await formatsIn(folder), wanted);
  const names = [CONFIG, TOKENIZER, TOKENIZER_CONFIG, ...(await weightFiles(folder, dtype))];
  const contents = new Map<string, Buffer>();
  for (const name of names) contents.set(name, await contentOf(folder, name));
  const objectIn = (name: string) => parseJsonObject(contents.get(name), join(folder, name), modelFolderFault);
  const config = objectIn(CONFIG);
  const settings = objectIn(TOKENIZER_CONFIG);
  objectIn(TOKENIZER);
  const limits = [settings.model_max_length, config.max_position_embeddings].filter(
    (limit): limit is number => typeof limit === 'number' && limit > 0 && limit < 1e6,
  );
  return {
    folder,
    name: basename(folder),
    dtype,
    weightsSha256: hashModelFiles(contents),
    config,
    maxTokens: limits.length === 0 ? undefined : Math.min(...limits),
  };
}

/** The error for a model that cannot be used: names the file and what is wrong with it. */
export function modelFolderFault(file: string, fault: string, cause?: unknown): GrkError {
  return new GrkError('GRK_MODEL_INVALID', `${file}: ${fault}`, {
    remedy:
      'A transformer is a folder with config.json, tokenizer.json, tokenizer_config.json and onnx/model….onnx, as transformers.js reads it; copy it again from where it came from, or choose another.',
    ...(cause === undefined ? {} : { cause }),
  });
}

async function formatsIn(folder: string): Promise<Dtype[]> {
  const files = await readdir(join(folder, 'onnx')).catch((cause) => {
    throw modelFolderFault(join(folder, 'onnx'), 'there is no such folder with weights', cause);
  });
  return DTYPES.filter((dtype) => files.includes(`model${SUFFIX_BY_DTYPE[dtype]}.onnx`));
}

function chooseDtype(folder: string, there: readonly Dtype[], wanted: Dtype | undefined): Dtype {
  const [only, ...more] = there;
  if (wanted !== undefined && there.includes(wanted)) return wanted;
  if (wanted === undefined && only !== undefined && more.length === 0) return only;
  const found = there.length === 0 ? 'none' : there.join(', ');
  throw modelFolderFault(
    join(folder, 'onnx'),
    wanted === undefined && there.length > 1
      ? `several number formats are there (${found}): name one, as in ?dtype=${only}`
      : `there are no weights in the format ${wanted ?? 'of any known name'} (found: ${found})`,
  );
}

/** The graph, and the files of its weights where they lie beside it. */
async function weightFiles(folder: string, dtype: Dtype): Promise<string[]> {
  const graph = `model${SUFFIX_BY_DTYPE[dtype]}.onnx`;
  const files = await readdir(join(folder, 'onnx'));
  return files
    .filter((file) => file === graph || file.startsWith(`${graph}_data`))
    .map((file) => `onnx/${file}`)
    .sort();
}

/** A tokenizer without settings of its own has those of nobody. */
async function contentOf(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name);
  return name === TOKENIZER_CONFIG && !existsSync(path) ? Buffer.from('{}') : readModelFile(path, modelFolderFault);
}

/** @throws GrkError GRK_CONFIG_INVALID for more tokens than the model reads */
export function requireReadable({ folder, maxTokens }: ModelFolder, wanted: number): void {
  if (maxTokens === undefined || wanted <= maxTokens) return;
  throw new GrkError('GRK_CONFIG_INVALID', `${folder}: it reads ${maxTokens} tokens at most, not ${wanted}`, {
    remedy: `Add ?maxTokens=${maxTokens}, or fewer.`,
  });
}
