/** A static model of five tokens, for tests. */
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];

export const TOKENIZER = {
  added_tokens: [{ id: 0, content: '[UNK]', special: true, normalized: false }],
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: null,
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: { '[UNK]': 0, red: 1, blue: 2, '##s': 3, nothing: 4 },
  },
};
export const CONFIG = { model_type: 'model2vec', hidden_dim: 2, embedding_dtype: 'int8', pooling: 'mean' };
/** [UNK], red, blue, ##s, nothing. */
export const ROWS = Buffer.from(Int8Array.of(100, 100, 3, 0, 0, 2, -3, 0, 0, 0).buffer);
export const WEIGHTS = Buffer.from(Float32Array.of(1, 1, 2, 1, 1).buffer);
export const EMBEDDINGS = { dtype: 'I8', shape: [5, 2], data_offsets: [20, 30] };
export const HEADER = { weights: { dtype: 'F32', shape: [5], data_offsets: [0, 20] }, embeddings: EMBEDDINGS };

export function safetensors(header: object, ...data: readonly Buffer[]): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, ...data]);
}

/** Takes away what `model` wrote; each test file calls it, as several share this module. */
export function removeModels(): void {
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
}

/** Writes a tiny model, with some files replaced (undefined: left out). */
export async function model(
  files: Readonly<Record<string, string | Buffer | object | undefined>> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'grk static ü '));
  folders.push(folder);
  const all = {
    'model.safetensors': safetensors(HEADER, WEIGHTS, ROWS),
    'tokenizer.json': TOKENIZER,
    'config.json': CONFIG,
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    if (content === undefined) continue;
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(join(folder, name), isRaw ? content : JSON.stringify(content));
  }
  return folder;
}
