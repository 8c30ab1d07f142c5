import { join } from 'node:path';
import { hashModelFiles, parseJsonObject, readModelFile } from '../model-files.ts';
import { modelFault } from './model-fault.ts';
import { parseSafetensors } from './safetensors.ts';
import { readConfig } from './static-config.ts';
import { findLayout } from './static-layout.ts';
import { readMatrix, type StaticMatrix } from './static-matrix.ts';

/** A model2vec folder, as read from disk. */
export interface StaticModel extends StaticMatrix {
  /** Longest input; null: no limit. */
  readonly maxTokens: number | null;
  /** `tokenizer.json`, parsed. */
  readonly tokenizer: Record<string, unknown>;
  readonly tokenizerFile: string;
  readonly weightsSha256: string;
}

/** @throws GrkError GRK_MODEL_INVALID naming the file and what is wrong with it */
export async function readStaticModel(folder: string): Promise<StaticModel> {
  const layout = findLayout(folder);
  const read = async (name: string) => ({ name, path: join(folder, name), bytes: await bytesOf(join(folder, name)) });
  const [weights, tokenizer, config] = await Promise.all([
    read(layout.weights),
    read(layout.tokenizer),
    read(layout.config),
  ]);
  const matrix = readMatrix(parseSafetensors(weights.bytes, weights.path), weights.path);
  return {
    ...matrix,
    ...readConfig(parseJsonObject(config.bytes, config.path, modelFault), matrix, config.path),
    tokenizer: parseJsonObject(tokenizer.bytes, tokenizer.path, modelFault),
    tokenizerFile: tokenizer.path,
    weightsSha256: hashModelFiles([weights, tokenizer, config].map(({ name, bytes }) => [name, bytes])),
  };
}

function bytesOf(path: string): Promise<Buffer> {
  return readModelFile(path, modelFault);
}
