import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openStaticEmbedder } from './static-embedder.ts';

/** Expected vectors are those of the Python package model2vec 0.10.0 for the same folders, scaled to length 1. */
const root = mkdtempSync(join(tmpdir(), 'grk layouts ü '));
afterAll(() => rmSync(root, { recursive: true }));

const frame = (model: object, pre_tokenizer: object, normalizer: object | null = null) => ({
  added_tokens: [],
  normalizer,
  pre_tokenizer,
  post_processor: null,
  decoder: null,
  model,
});
const words = (...tokens: string[]) => Object.fromEntries(tokens.map((token, id) => [token, id]));
const WORD_PIECE = frame(
  {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: words('[UNK]', 'red', 'blue', '##s', 'green'),
  },
  { type: 'BertPreTokenizer' },
  { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
);
const WORD_LEVEL = frame(
  { type: 'WordLevel', unk_token: '[UNK]', vocab: words('[UNK]', 'red', 'blue', 'naïve', 'β', '.', '...') },
  { type: 'Whitespace' },
  { type: 'Lowercase' },
);
const BPE = frame(
  {
    type: 'BPE',
    unk_token: null,
    byte_fallback: false,
    vocab: words('r', 'e', 'd', 'Ġ', 'Ã', '©', 're', 'red', 'Ġr'),
    merges: [
      ['r', 'e'],
      ['re', 'd'],
    ],
  },
  { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
);
const PIECES = [
  ['<unk>', 0],
  ['▁', -4],
  ['▁red', -1],
  ['s', -2],
  ['▁b', -3],
  ['lue', -2.5],
  ['r', -6],
];
const METASPACE = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true };
const UNIGRAM = frame({ type: 'Unigram', unk_id: 0, vocab: PIECES }, METASPACE);

interface Layout {
  readonly tokenizer?: object;
  /** Names of numbers as safetensors has them. */
  readonly dtype?: string;
  readonly rowCount?: number;
  readonly weights?: string;
  readonly mapping?: { readonly dtype: string; readonly rows: readonly number[] };
  readonly config?: object;
  readonly name?: string;
  readonly configFile?: string;
  readonly subfolder?: string;
}

/** Small multiples of a quarter: exact in every number format; int8 holds them times four. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => [((i * 7) % 11) - 5, ((i * 5) % 9) - 4, ((i * 3) % 7) - 3]).flat();

function encode(values: readonly number[], dtype: string): Buffer {
  const singles = new Uint32Array(Float32Array.from(values).buffer);
  const forms: Record<string, () => NodeJS.ArrayBufferView> = {
    I8: () => Int8Array.from(values, (value) => value * 4),
    F32: () => singles,
    F64: () => Float64Array.from(values),
    BF16: () => Uint16Array.from(singles, (bits) => bits >>> 16),
    F16: () => Uint16Array.from(values, halfBits),
    I32: () => Int32Array.from(values),
    I64: () => BigInt64Array.from(values, BigInt),
  };
  const view = forms[dtype]?.() ?? new Uint8Array();
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength);
}

/** Of a number whose lower digits are zero. */
function halfBits(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | ((Math.abs(value) / 2 ** exponent - 1) * 1024);
}

let folders = 0;
function write(layout: Layout): string {
  const { tokenizer = WORD_PIECE, dtype = 'F32', rowCount = 5, weights, mapping, subfolder = '' } = layout;
  const folder = join(root, `m${folders++}`);
  const file = (name: string, content: Buffer | object) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content));
  };
  const tensors: [name: string, dtype: string, shape: number[], data: Buffer][] = [];
  const rows = rowsOf(rowCount).map((value) => value / 4);
  tensors.push([layout.name ?? 'embeddings', dtype, [rowCount, 3], encode(rows, dtype)]);
  if (mapping !== undefined)
    tensors.push(['mapping', mapping.dtype, [mapping.rows.length], encode(mapping.rows, mapping.dtype)]);
  if (weights !== undefined)
    tensors.push([
      'weights',
      weights,
      [5],
      encode(
        [1, 2, 3, 4, 5].map((each) => each / 4),
        weights,
      ),
    ]);
  let at = 0;
  const header = Object.fromEntries(
    tensors.map(([name, type, shape, { length }]) => {
      at += length;
      return [name, { dtype: type, shape, data_offsets: [at - length, at] }];
    }),
  );
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  file(`${subfolder}model.safetensors`, Buffer.concat([length, json, ...tensors.map(([, , , data]) => data)]));
  file(`${subfolder}tokenizer.json`, tokenizer);
  file(layout.configFile ?? 'config.json', layout.config ?? { normalize: true });
  return folder;
}

const TEXT = 'Reds, blue? zz green green';
const PLAIN = [0.696526, -0.3980149, 0.5970223];
const WEIGHTED = [0.6655357, -0.4516135, 0.5942283];
const MAPPED = [-0.5715094, -0.7369463, 0.3609533];
const clusters = [0, 2, 1, 0, 2];

describe('a folder as model2vec writes it has its vectors', () => {
  it.each<[string, Layout, string, readonly number[]]>([
    ['rows in float32', {}, 'float32', PLAIN],
    ['rows in float16', { dtype: 'F16' }, 'float16', PLAIN],
    ['rows in bfloat16', { dtype: 'BF16' }, 'bfloat16', PLAIN],
    ['rows in float64', { dtype: 'F64' }, 'float64', PLAIN],
    ['rows in int8', { dtype: 'I8', config: { embedding_dtype: 'int8' } }, 'int8', PLAIN],
    ['weights in float64', { weights: 'F64' }, 'float32', WEIGHTED],
    ['weights in float32', { weights: 'F32' }, 'float32', WEIGHTED],
    ['weights in float16, of int8 rows', { dtype: 'I8', weights: 'F16' }, 'int8', WEIGHTED],
    [
      'a quantised vocabulary: fewer rows than tokens, weights by token',
      {
        rowCount: 3,
        mapping: { dtype: 'I64', rows: clusters },
        weights: 'F64',
        config: { vocabulary_quantization: 3, normalize: true },
      },
      'float32',
      MAPPED,
    ],
    [
      'its mapping in int32',
      { rowCount: 3, mapping: { dtype: 'I32', rows: clusters }, weights: 'F32' },
      'float32',
      MAPPED,
    ],
    ['no normalisation: the direction is the same', { config: { normalize: false } }, 'float32', PLAIN],
    [
      'all that it writes into a configuration, with the width of before a reduction',
      {
        config: {
          model_type: 'model2vec',
          architectures: ['StaticModel'],
          tokenizer_name: 'x',
          apply_pca: null,
          sif_coefficient: 1e-4,
          hidden_dim: 256,
          seq_length: 1000000,
          pooling: 'last',
          max_length: null,
          embedding_dtype: 'float32',
          normalize: true,
        },
      },
      'float32',
      PLAIN,
    ],
    [
      'the names of sentence-transformers',
      { name: 'embedding.weight', configFile: 'config_sentence_transformers.json', config: {} },
      'float32',
      PLAIN,
    ],
    [
      'their folder of its own',
      {
        name: 'embedding.weight',
        configFile: 'config_sentence_transformers.json',
        config: { similarity_fn_name: 'cosine' },
        subfolder: '0_StaticEmbedding/',
      },
      'float32',
      PLAIN,
    ],
  ])('%s', async (_, layout, dtype, expected) => {
    const { identity, embed } = await openStaticEmbedder(write(layout));
    const { vectors } = await embed([TEXT], 'passage');
    expect([identity.dtype, identity.maxTokens, identity.normalised]).toEqual([dtype, null, true]);
    expectNear(vectors, expected);
  });

  // Characters are cut first: a text of 26, where tokens have 4 in the middle.
  it.each<[number, number, readonly number[]]>([
    [2, 1, [0.9113224, 0.3905667, -0.1301889]],
    [3, 1, [0.9113224, 0.3905667, -0.1301889]],
    [4, 1, [0.9284767, 0, 0.3713907]],
    [8, 0, PLAIN],
  ])('a longest input of %i tokens, and says what is cut', async (maxTokens, isCut, expected) => {
    const { identity, embed } = await openStaticEmbedder(write({ config: { max_length: maxTokens } }));
    const { vectors, truncated } = await embed([TEXT, 'red'], 'query');
    expect([identity.maxTokens, truncated]).toEqual([maxTokens, Uint8Array.of(isCut, 0)]);
    expectNear(vectors.subarray(0, 3), expected);
  });

  it.each<[string, object, number, string, readonly number[]]>([
    ['WordLevel', WORD_LEVEL, 7, 'Red naïve β... unknown . blue,red', [0.9434563, 0.1048285, 0.3144855]],
    ['BPE that drops what it does not know', BPE, 9, 'red ré dx redé', [0.2998127, 0.6745785, -0.6745785]],
    ['Unigram', UNIGRAM, 7, 'red blues xx r', [0.9434563, 0.1048285, 0.3144855]],
  ])('a tokenizer of the kind %s', async (_, tokenizer, rowCount, text, expected) => {
    const { embed } = await openStaticEmbedder(write({ tokenizer, rowCount }));
    expectNear((await embed([text], 'passage')).vectors, expected);
    // Whatever the tokenizer makes of blanks.
    expectNear((await embed(['  \n'], 'passage')).vectors, [0, 0, 0]);
  });
});

describe('a tokenizer that would be read wrongly is refused', () => {
  it.each<[string, object, number, string]>([
    [
      'Unigram that falls back to bytes',
      frame({ type: 'Unigram', unk_id: 0, byte_fallback: true, vocab: PIECES }, METASPACE),
      7,
      '"model.byte_fallback" of Unigram is not read here',
    ],
    [
      'Unigram without an unknown token',
      frame({ type: 'Unigram', unk_id: null, vocab: PIECES }, METASPACE),
      7,
      '"model.unk_id" is null, expected the id of unknown tokens',
    ],
    [
      'words without their unknown one',
      { ...WORD_LEVEL, model: { ...WORD_LEVEL.model, unk_token: '<unk>' } },
      7,
      '"model.unk_token" is "<unk>", which is no token of its vocabulary',
    ],
    [
      'punctuation one by one',
      {
        ...WORD_LEVEL,
        pre_tokenizer: { type: 'Sequence', pretokenizers: [{ type: 'Punctuation', behavior: 'Isolated' }] },
      },
      7,
      'the pre-tokenizer Punctuation with the behavior "Isolated" is not read here',
    ],
    ['one of another model, with fewer tokens', WORD_LEVEL, 9, 'its highest token id is 6, but the model has 9 rows'],
  ])('%s', async (_, tokenizer, rowCount, fault) => {
    const folder = write({ tokenizer, rowCount });
    await expect(openStaticEmbedder(folder)).rejects.toMatchObject({
      code: 'GRK_MODEL_INVALID',
      message: `${join(folder, 'tokenizer.json')}: ${fault}`,
    });
  });

  it('one that does not fit the mapping', async () => {
    const folder = write({ rowCount: 3, mapping: { dtype: 'I64', rows: [0, 1, 2, 0] } });
    await expect(openStaticEmbedder(folder)).rejects.toThrow('its highest token id is 4, but the model maps 4 tokens');
  });
});

function expectNear(vector: Float32Array, expected: readonly number[]): void {
  expect(vector).toHaveLength(expected.length);
  for (const [i, value] of expected.entries()) expect(vector[i]).toBeCloseTo(value, 6);
}
