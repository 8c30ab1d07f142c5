import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { embeddingGraph, tinyTokenizer } from '../../../test/tiny-onnx.ts';
import { SHARED } from '../../../test/trec-input.ts';
import { embedderContract } from '../embedder.contract.ts';
import { openTeacher, openTransformerEmbedder } from './transformer-embedder.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk onnx ü '));
afterAll(() => rmSync(folder, { recursive: true }));

const WORDS = ['a', 'b', 'lease', 'expires', 'query', ':'];
/** One row per token id: [PAD] [UNK] [CLS] [SEP], then the words. */
const TABLE = [
  [0, 0, 0],
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
  [3, 0, 0],
  [0, 5, 0],
  [2, 1, 0],
  [0, 0, 7],
  [0, 3, 4],
  [1, 1, 1],
];

function writeModel(name: string, over: { config?: object; tokenizer?: object; files?: string[] } = {}): string {
  const path = join(folder, name);
  mkdirSync(join(path, 'onnx'), { recursive: true });
  const write = (file: string, value: object) => writeFileSync(join(path, file), JSON.stringify(value));
  write('config.json', {
    architectures: ['BertModel'],
    model_type: 'bert',
    max_position_embeddings: 64,
    ...over.config,
  });
  write('tokenizer.json', tinyTokenizer(WORDS));
  write('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', model_max_length: 32, ...over.tokenizer });
  for (const file of over.files ?? ['model_quantized.onnx']) {
    writeFileSync(join(path, 'onnx', file), embeddingGraph(TABLE));
  }
  return path;
}
const open = (path: string, options: Record<string, string> = {}) =>
  openTransformerEmbedder(`transformers:${path}`, path, options);
const unit = (...vector: number[]) => vector.map((value) => Math.fround(value / Math.hypot(...vector)));
const one = async (
  path: string,
  options: Record<string, string>,
  text: string,
  role: 'query' | 'passage' = 'passage',
) => {
  const { vectors, truncated } = await (await open(path, options)).embed([text], role);
  return { vector: [...vectors], isCut: truncated?.[0] === 1 };
};

const tiny = writeModel('all-MiniLM-L6-v2');
embedderContract('openTransformerEmbedder', () => open(tiny));

describe('a transformer', () => {
  it.each([
    ['mean', unit(1 + 2 + 0, 1 + 1, 7)],
    ['cls', unit(1, 0, 0)],
    ['last', unit(0, 1, 0)],
  ])('pools by %s, special tokens included', async (pooling, expected) => {
    expect((await one(tiny, { pooling }, 'lease expires')).vector).toEqual(expected);
  });
  it('reads prefixes per role, blank texts as nothing (row 66: knowledge-rag#148)', async () => {
    const options = { queryPrefix: 'query: ', pooling: 'mean' };
    expect((await one(tiny, options, 'a', 'query')).vector).toEqual((await one(tiny, {}, 'query: a')).vector);
    expect((await one(tiny, options, 'a')).vector).toEqual((await one(tiny, {}, 'a')).vector);
    expect((await one(tiny, options, ' \n', 'query')).vector).toEqual([0, 0, 0]);
  });
  it('cuts a text that is too long, and keeps the closing token (rows 70, 71, 77: mteb#3217, transformers.js#421)', async () => {
    const options = { maxTokens: '8', pooling: 'last' };
    const long = await one(tiny, options, 'b '.repeat(30));
    expect(long).toEqual({ vector: unit(0, 1, 0), isCut: true });
    const mean = { maxTokens: '8', pooling: 'mean' };
    const cut = await one(tiny, mean, 'b '.repeat(6));
    expect(cut.isCut).toBe(false);
    expect(await one(tiny, mean, `${'b '.repeat(6)} expires`)).toEqual({ vector: cut.vector, isCut: true });
  });
  it('has an identity of all that can change a vector (rows 68, 76: dtype, prefixes, longest input)', async () => {
    const { identity } = await open(tiny);
    expect(identity).toMatchObject({
      dtype: 'q8',
      pooling: 'mean',
      maxTokens: 32,
      dimensions: 3,
      determinism: 'machine',
    });
    expect((await open(tiny, { maxTokens: '16' })).identity.maxTokens).toBe(16);
    const other = writeModel('all-MiniLM-L6-v2 again', { config: { max_position_embeddings: 63 } });
    expect((await open(other, { pooling: 'mean' })).identity.weightsSha256).not.toBe(identity.weightsSha256);
  });
  it('tells of a known model without the prefixes that its makers give (rows 64, 65: rtk-ai/icm#266)', async () => {
    const bge = writeModel('bge-small-en-v1.5');
    const [right, wrong] = [await open(bge), await open(bge, { queryPrefix: '' })];
    expect([right.identity.queryPrefix, right.notices]).toEqual([
      'Represent this sentence for searching relevant passages: ',
      [],
    ]);
    expect(wrong.notices).toEqual([expect.stringContaining('bge-small-en-v1.5 is used with queryPrefix ""')]);
  });
  it.each<[string, () => string, Record<string, string>, RegExp]>([
    [
      'several number formats',
      () => writeModel('two', { files: ['model.onnx', 'model_fp16.onnx'] }),
      {},
      /several number formats are there \(fp32, fp16\): name one/,
    ],
    ['a number format that is not there', () => tiny, { dtype: 'fp32' }, /no weights in the format fp32 \(found: q8\)/],
    ['no weights', () => writeModel('none', { files: [] }), {}, /no weights/],
    ['a pooling that nobody knows', () => writeModel('mine'), {}, /how "mine" pools its token vectors is not known/],
    ['more tokens than it reads', () => tiny, { maxTokens: '33' }, /reads 32 tokens at most, not 33/],
    ['a mistyped option', () => tiny, { poling: 'mean' }, /did you mean "pooling"\?/],
    ['an unknown pooling', () => tiny, { pooling: 'max' }, /"max" is not one of/],
  ])('refuses %s', async (_, path, options, message) => {
    await expect(open(path(), options)).rejects.toThrow(message);
  });
  it('refuses weights that are no graph, naming the folder', async () => {
    const broken = writeModel('broken');
    writeFileSync(join(broken, 'onnx', 'model_quantized.onnx'), 'not a graph');
    await expect(open(broken, { pooling: 'mean' })).rejects.toMatchObject({ code: 'GRK_MODEL_INVALID' });
  });
  it('refuses a graph that gives NaN, naming the text (row 73: ollama#9639)', async () => {
    const path = writeModel('nan');
    writeFileSync(
      join(path, 'onnx', 'model_quantized.onnx'),
      embeddingGraph(TABLE.map((row, i) => (i === 7 ? [Number.NaN, 0, 0] : row))),
    );
    const embedder = await open(path, { pooling: 'mean' });
    await expect(embedder.embed(['a', 'lease expires'], 'passage')).rejects.toMatchObject({
      code: 'GRK_EMBEDDER_OUTPUT',
      message: expect.stringContaining('"lease expires"'),
    });
    // Whoever goes on to the last text when the user stops meets it.
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 0);
    const long = embedder.embed(
      [...Array.from({ length: 300 }, () => 'a'), 'lease expires'],
      'passage',
      controller.signal,
    );
    await expect(long).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
  });
});

describe('a teacher', () => {
  it('shows what it makes of single tokens in the frame of a text', async () => {
    const { tokens } = await openTeacher('teacher', tiny, {});
    const { vectors } = await tokens.embed(['6', '7'], 'passage');
    expect([...vectors]).toEqual([1, 0, 0, 2, 1, 0, 1, 0, 0, 0, 0, 7]);
    expect(tokens.identity).toMatchObject({ dimensions: 6, pooling: 'first, token', normalised: false });
  });

  it('is the embedder of that id, but for a longest input that the id does not say', async () => {
    const { embedder, passageTokens } = await openTeacher('teacher', tiny, { passagePrefix: 'query: ' }, 16);
    expect([embedder.identity.maxTokens, passageTokens]).toEqual([16, 12]);
    expect((await openTeacher('teacher', tiny, { maxTokens: '24' }, 16)).embedder.identity.maxTokens).toBe(24);
    expect((await openTeacher('teacher', tiny, {})).embedder.identity).toEqual((await open(tiny)).identity);
  });

  it('refuses a token whose output is not finite, naming it', async () => {
    const path = writeModel('nan token');
    const rows = TABLE.map((row, i) => (i === 7 ? [0, Number.NaN, 0] : row));
    writeFileSync(join(path, 'onnx', 'model_quantized.onnx'), embeddingGraph(rows));
    const { tokens } = await openTeacher('teacher', path, { pooling: 'mean' });
    await expect(tokens.embed(['6', '7'], 'passage')).rejects.toMatchObject({
      code: 'GRK_EMBEDDER_OUTPUT',
      message: 'the embedder gave NaN or an infinite number for token 7',
    });
  });
});

const MODELS = join(SHARED, 'models');
const hasModels = existsSync(join(MODELS, 'transformer-reference.json'));
describe.skipIf(!hasModels)(`real transformers${hasModels ? '' : ' (skipped: shared data not present)'}`, () => {
  it.each(['all-MiniLM-L6-v2', 'bge-small-en-v1.5'])(
    '%s gives the reference vectors',
    async (name) => {
      const reference = JSON.parse(readFileSync(join(MODELS, 'transformer-reference.json'), 'utf8'));
      const embedder = await open(join(MODELS, name), { passagePrefix: '' });
      const { vectors } = await embedder.embed(reference.texts, 'passage');
      const { dimensions } = embedder.identity;
      reference.vectors[name].forEach((expected: number[], row: number) => {
        const cosine = expected.reduce((sum, value, i) => sum + value * (vectors[row * dimensions + i] ?? 0), 0);
        expect(cosine / Math.hypot(...expected)).toBeGreaterThan(0.993);
      });
    },
    60_000,
  );
});
