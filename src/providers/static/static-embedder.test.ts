import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStaticEmbedder } from './static-embedder.ts';

let root = '';
let folders = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'grk static ü '));
});
afterAll(() => rm(root, { recursive: true }));

const TOKENIZER = {
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
const CONFIG = { model_type: 'model2vec', hidden_dim: 2, embedding_dtype: 'int8', pooling: 'mean' };
/** [UNK], red, blue, ##s, nothing. */
const ROWS = Buffer.from(Int8Array.of(100, 100, 3, 0, 0, 2, -3, 0, 0, 0).buffer);
const WEIGHTS = Buffer.from(Float32Array.of(1, 1, 2, 1, 1).buffer);
const EMBEDDINGS = { dtype: 'I8', shape: [5, 2], data_offsets: [20, 30] };
const HEADER = { weights: { dtype: 'F32', shape: [5], data_offsets: [0, 20] }, embeddings: EMBEDDINGS };

function safetensors(header: object, ...data: readonly Buffer[]): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, ...data]);
}

/** Writes a tiny model, with some files replaced (undefined: left out). */
async function model(files: Readonly<Record<string, string | Buffer | object | undefined>> = {}): Promise<string> {
  const folder = join(root, `model ${folders++}`);
  await mkdir(folder);
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

const embedOne = async (folder: string, text: string) =>
  (await openStaticEmbedder(folder)).embed([text], 'passage').then(({ vectors }) => [...vectors]);

describe('openStaticEmbedder refuses', () => {
  const tensors = (header: object, ...data: readonly Buffer[]) => ({
    'model.safetensors': safetensors(header, ...data),
  });
  it.each<[string, string, Parameters<typeof model>[0], string]>([
    ['no weights file', 'model.safetensors', { 'model.safetensors': undefined }, 'the file does not exist'],
    ['no tokenizer', 'tokenizer.json', { 'tokenizer.json': undefined }, 'the file does not exist'],
    ['no config', 'config.json', { 'config.json': undefined }, 'the file does not exist'],
    [
      'a damaged weights file',
      'model.safetensors',
      { 'model.safetensors': 'xx' },
      '2 bytes are too few for a safetensors file',
    ],
    ['a config that is not JSON', 'config.json', { 'config.json': '{' }, 'it is not JSON'],
    ['a config that is a list', 'config.json', { 'config.json': [] }, 'it is not a JSON object'],
    ['a tokenizer that is not JSON', 'tokenizer.json', { 'tokenizer.json': 'ÿ' }, 'it is not JSON'],
    [
      'another type of rows',
      'config.json',
      { 'config.json': { ...CONFIG, embedding_dtype: 'float32' } },
      '"embedding_dtype" is "float32", expected "int8"',
    ],
    ['another width', 'config.json', { 'config.json': { ...CONFIG, hidden_dim: 3 } }, '"hidden_dim" is 3, expected 2'],
    [
      'another pooling',
      'config.json',
      { 'config.json': { ...CONFIG, pooling: 'max' } },
      '"pooling" is "max", expected "mean"',
    ],
    [
      'no embeddings',
      'model.safetensors',
      tensors({ weights: HEADER.weights }, WEIGHTS),
      'there is no tensor "embeddings" (found: weights)',
    ],
    ['nothing at all', 'model.safetensors', tensors({}), 'there is no tensor "embeddings" (found: none)'],
    [
      'a layout with a mapping',
      'model.safetensors',
      tensors(
        {
          embeddings: { ...EMBEDDINGS, data_offsets: [0, 10] },
          mapping: { dtype: 'U8', shape: [1], data_offsets: [10, 11] },
        },
        ROWS,
        Buffer.alloc(1),
      ),
      'the tensor "mapping" belongs to a layout that is not read here',
    ],
    [
      'float rows',
      'model.safetensors',
      tensors({ embeddings: { dtype: 'F32', shape: [5, 1], data_offsets: [0, 20] } }, WEIGHTS),
      '"embeddings" is F32; only int8 (I8) is read',
    ],
    [
      'rows in one dimension',
      'model.safetensors',
      tensors({ embeddings: { dtype: 'I8', shape: [10], data_offsets: [0, 10] } }, ROWS),
      '"embeddings" has the shape [10], expected [tokens, dimensions]',
    ],
    [
      'no rows',
      'model.safetensors',
      tensors({ embeddings: { dtype: 'I8', shape: [0, 2], data_offsets: [0, 0] } }),
      '"embeddings" has the shape [0, 2], expected [tokens, dimensions]',
    ],
    [
      'weights of another type',
      'model.safetensors',
      tensors({ weights: { dtype: 'I32', shape: [5], data_offsets: [0, 20] }, embeddings: EMBEDDINGS }, WEIGHTS, ROWS),
      '"weights" is I32; only F32 is read',
    ],
    [
      'too few weights',
      'model.safetensors',
      tensors(
        {
          weights: { dtype: 'F32', shape: [4], data_offsets: [0, 16] },
          embeddings: { ...EMBEDDINGS, data_offsets: [16, 26] },
        },
        WEIGHTS.subarray(4),
        ROWS,
      ),
      '"weights" has the shape [4], expected [5]',
    ],
    [
      'a weight that is not a number',
      'model.safetensors',
      tensors(HEADER, Buffer.from(Float32Array.of(1, 1, Number.NaN, 1, 1).buffer), ROWS),
      '"weights" holds NaN at row 2',
    ],
    [
      'more tokens than rows',
      'tokenizer.json',
      {
        'tokenizer.json': {
          ...TOKENIZER,
          added_tokens: [{ id: 7, content: '[SEP]', special: true, normalized: false }],
        },
      },
      'it has token id 7, but the model has 5 rows',
    ],
    [
      'a tokenizer without tokens',
      'tokenizer.json',
      { 'tokenizer.json': {} },
      'it has no vocabulary of tokens with ids',
    ],
    [
      'a token id that is none',
      'tokenizer.json',
      { 'tokenizer.json': { ...TOKENIZER, model: { ...TOKENIZER.model, vocab: { a: -1 } } } },
      '-1 is no token id',
    ],
    [
      'a tokenizer that the library does not know',
      'tokenizer.json',
      { 'tokenizer.json': { ...TOKENIZER, pre_tokenizer: { type: 'Telepathy' } } },
      'the tokenizer cannot be made: Unknown PreTokenizer type: Telepathy',
    ],
  ])('%s, naming the file', async (_, file, files, fault) => {
    const folder = await model(files);
    await expect(openStaticEmbedder(folder)).rejects.toMatchObject({
      code: 'GRK_MODEL_INVALID',
      message: `${join(folder, file)}: ${fault}`,
      remedy: expect.stringContaining('model2vec folder'),
    });
  });

  it('a folder in place of a file', async () => {
    const folder = await model({ 'config.json': undefined });
    await mkdir(join(folder, 'config.json'));
    await expect(openStaticEmbedder(folder)).rejects.toMatchObject({
      code: 'GRK_MODEL_INVALID',
      message: `${join(folder, 'config.json')}: the file cannot be read (EISDIR)`,
    });
  });
});

describe('openStaticEmbedder', () => {
  // red = 1 × (3, 0), blue = 2 × (0, 2), ##s = 1 × (-3, 0), nothing = (0, 0)
  it.each([
    ['Red, blue.', [0.6, 0.8]],
    ['blue [UNK] unknown red', [0.6, 0.8]],
    ['RED red red red red red blue blue blue blue blue blue', [0.6, 0.8]],
    ['reds', [0, 0]],
    ['reds reds blues', [-0.6, 0.8]],
    ['bluesx', [0, 0]],
    ['nothing', [0, 0]],
    ['', [0, 0]],
  ])('embeds "%s" as computed by hand', async (text, expected) => {
    expect(await embedOne(await model(), text)).toEqual(expected.map(Math.fround));
  });

  it('takes weights of 1 where there are none', async () => {
    const header = { embeddings: { ...EMBEDDINGS, data_offsets: [0, 10] } };
    const folder = await model({ 'model.safetensors': safetensors(header, ROWS) });
    expect(await embedOne(folder, 'red red blue blue blue blue')).toEqual([0.6, 0.8].map(Math.fround));
  });

  it('reads weights that start at an odd byte', async () => {
    const header = {
      embeddings: { ...EMBEDDINGS, data_offsets: [0, 10] },
      weights: { ...HEADER.weights, data_offsets: [10, 30] },
    };
    for (const note of ['', 'x', 'xx', 'xxx']) {
      const file = safetensors({ ...header, __metadata__: { note } }, ROWS, WEIGHTS);
      expect(await embedOne(await model({ 'model.safetensors': file }), 'red blue')).toEqual(
        [0.6, 0.8].map(Math.fround),
      );
    }
  });

  it('leaves a tokenizer of another kind to the library', async () => {
    const tokenizer = { ...TOKENIZER, normalizer: { type: 'Lowercase' }, pre_tokenizer: { type: 'WhitespaceSplit' } };
    const folder = await model({ 'tokenizer.json': tokenizer });
    expect(await embedOne(folder, 'RED blue')).toEqual([0.6, 0.8].map(Math.fround));
    expect(await embedOne(folder, 'red,blue')).toEqual([0, 0]);
  });

  it('leaves added tokens that are looked for after lower-casing to the library', async () => {
    const added = [...TOKENIZER.added_tokens, { id: 2, content: 'a-b', special: false, normalized: true }];
    const folder = await model({ 'tokenizer.json': { ...TOKENIZER, added_tokens: added } });
    expect(await embedOne(folder, 'A-B')).toEqual([0, 1]);
  });

  it('is named by its folder and identified by the content of its three files', async () => {
    const folder = await model();
    const { identity } = await openStaticEmbedder(`${folder}/`);
    expect(identity).toMatchObject({ provider: 'static', dimensions: 2, determinism: 'bitwise', maxTokens: null });
    expect(identity.model).toMatch(/^model \d+$/);
    const hash = createHash('sha256');
    for (const name of ['model.safetensors', 'tokenizer.json', 'config.json']) {
      const bytes = await readFile(join(folder, name));
      hash.update(`${name} ${bytes.length}\n`).update(bytes);
    }
    expect(identity.weightsSha256).toBe(hash.digest('hex'));
    const sha256 = async (files: Parameters<typeof model>[0]) =>
      (await openStaticEmbedder(await model(files))).identity.weightsSha256;
    expect(await sha256({ 'tokenizer_config.json': '{}' })).toBe(identity.weightsSha256);
    const changed = [
      await sha256({ 'config.json': { ...CONFIG, seed: 1 } }),
      await sha256({ 'tokenizer.json': { ...TOKENIZER, version: '1.0' } }),
      await sha256({ 'model.safetensors': safetensors(HEADER, WEIGHTS, Buffer.from(ROWS).fill(1, 9)) }),
    ];
    expect(new Set([identity.weightsSha256, ...changed]).size).toBe(4);
  });
});
