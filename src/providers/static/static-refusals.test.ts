import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CONFIG,
  EMBEDDINGS,
  HEADER,
  model,
  ROWS,
  removeModels,
  safetensors,
  TOKENIZER,
  WEIGHTS,
} from '../../../test/tiny-static.ts';
import { openStaticEmbedder } from './static-embedder.ts';

removeModels();

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
    [
      'another width',
      'config.json',
      { 'config.json': { ...CONFIG, hidden_dim: 1 } },
      '"hidden_dim" is 1, expected at least 2',
    ],
    [
      'another number of rows',
      'config.json',
      { 'config.json': { ...CONFIG, vocabulary_quantization: 4 } },
      '"vocabulary_quantization" is 4, expected 5',
    ],
    [
      'a normalize that is none',
      'config.json',
      { 'config.json': { ...CONFIG, normalize: 'l2' } },
      '"normalize" is "l2", expected true or false',
    ],
    [
      'a max_length of nothing',
      'config.json',
      { 'config.json': { ...CONFIG, max_length: 0 } },
      '"max_length" is 0, expected a number of tokens or null',
    ],
    [
      'another pooling',
      'config.json',
      { 'config.json': { ...CONFIG, pooling: 'max' } },
      '"pooling" is "max", expected one of mean, last, first, pooler',
    ],
    [
      'no embeddings',
      'model.safetensors',
      tensors({ weights: HEADER.weights }, WEIGHTS),
      'there is no tensor "embeddings" (found: weights)',
    ],
    ['nothing at all', 'model.safetensors', tensors({}), 'there is no tensor "embeddings" (found: none)'],
    [
      'a tensor that it does not know',
      'model.safetensors',
      tensors(
        {
          embeddings: { ...EMBEDDINGS, data_offsets: [0, 10] },
          bias: { dtype: 'U8', shape: [1], data_offsets: [10, 11] },
        },
        ROWS,
        Buffer.alloc(1),
      ),
      'the tensor "bias" belongs to a layout that is not read here',
    ],
    [
      'rows twice',
      'model.safetensors',
      tensors(
        {
          embeddings: { ...EMBEDDINGS, data_offsets: [0, 10] },
          'embedding.weight': { ...EMBEDDINGS, data_offsets: [10, 20] },
        },
        ROWS,
        ROWS,
      ),
      'it has both "embeddings" and "embedding.weight"',
    ],
    [
      'rows of another type',
      'model.safetensors',
      tensors({ embeddings: { dtype: 'I32', shape: [5, 1], data_offsets: [0, 20] } }, WEIGHTS),
      '"embeddings" is I32; what is read: I8, F16, BF16, F32, F64',
    ],
    [
      'a row that holds NaN',
      'model.safetensors',
      tensors(
        { embeddings: { dtype: 'F32', shape: [5, 1], data_offsets: [0, 20] } },
        Buffer.from(Float32Array.of(1, 1, 1, Number.NaN, 1).buffer),
      ),
      '"embeddings" holds NaN at row 3',
    ],
    ...(
      [
        [
          'a mapping to a row that is not there',
          [0, 1, 5, 3, 4],
          '"mapping" sends token 2 to row 5, but the model has 5 rows',
        ],
        [
          'a mapping to a row below the first',
          [0, -1, 2, 3, 4],
          '"mapping" sends token 1 to row -1, but the model has 5 rows',
        ],
      ] as const
    ).map(([what, rows, fault]): [string, string, Parameters<typeof model>[0], string] => [
      what,
      'model.safetensors',
      tensors(
        {
          mapping: { dtype: 'I64', shape: [5], data_offsets: [0, 40] },
          embeddings: { ...EMBEDDINGS, data_offsets: [40, 50] },
        },
        Buffer.from(BigInt64Array.from(rows, BigInt).buffer),
        ROWS,
      ),
      fault,
    ]),
    [
      'a mapping of floats',
      'model.safetensors',
      tensors(
        {
          mapping: { dtype: 'F32', shape: [5], data_offsets: [0, 20] },
          embeddings: EMBEDDINGS,
        },
        WEIGHTS,
        ROWS,
      ),
      '"mapping" is F32; what is read: I64, I32',
    ],
    [
      'rows in one dimension',
      'model.safetensors',
      tensors({ embeddings: { dtype: 'I8', shape: [10], data_offsets: [0, 10] } }, ROWS),
      '"embeddings" has the shape [10], expected [rows, dimensions]',
    ],
    [
      'no rows',
      'model.safetensors',
      tensors({ embeddings: { dtype: 'I8', shape: [0, 2], data_offsets: [0, 0] } }),
      '"embeddings" has the shape [0, 2], expected [rows, dimensions]',
    ],
    [
      'weights of another type',
      'model.safetensors',
      tensors({ weights: { dtype: 'I32', shape: [5], data_offsets: [0, 20] }, embeddings: EMBEDDINGS }, WEIGHTS, ROWS),
      '"weights" is I32; what is read: F16, BF16, F32, F64',
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
      'its highest token id is 7, but the model has 5 rows',
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
