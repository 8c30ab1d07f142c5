import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { logitsGraph, tinyTokenizer } from '../../../test/tiny-onnx.ts';
import type { RerankPassage } from '../../contracts/ports.ts';
import { SHIPPED_RERANKER_FOLDER } from '../rerankers/registry.ts';
import { rerankerContract } from '../rerankers/reranker.contract.ts';
import { openCrossEncoder } from './cross-encoder.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk cross ü '));
afterAll(() => rmSync(folder, { recursive: true }));

const WORDS = ['lease', 'expires', 'walrus', 'sleeps', 'a'];
/** Score per token id: [PAD] [UNK] [CLS] [SEP], then the words. */
const SCORES = [0, 0, 0, 0, 8, -16, 24, 40, 64];

function writeModel(name: string, over: { config?: object; table?: number[][] } = {}): string {
  const path = join(folder, name);
  mkdirSync(join(path, 'onnx'), { recursive: true });
  const write = (file: string, value: object) => writeFileSync(join(path, file), JSON.stringify(value));
  const head = { architectures: ['BertForSequenceClassification'], model_type: 'bert', id2label: { 0: 'LABEL_0' } };
  write('config.json', { ...head, max_position_embeddings: 64, ...over.config });
  write('tokenizer.json', tinyTokenizer(WORDS));
  write('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', model_max_length: 32 });
  writeFileSync(join(path, 'onnx', 'model.onnx'), logitsGraph(over.table ?? SCORES.map((score) => [score])));
  return path;
}
const open = (path: string, options: Record<string, string> = {}) =>
  openCrossEncoder(`cross-encoder:${path}`, path, { maxTokens: '32', ...options });
const passagesOf = (...texts: string[]): RerankPassage[] =>
  texts.map((text, i) => ({ id: `p${i}`, doc: 'd', text, inputScore: 0 }));
const score = async (path: string, query: string, texts: string[], options: Record<string, string> = {}) => {
  const { scores, truncated } = await (await open(path, options)).score({ topicId: 't', query }, passagesOf(...texts));
  return { scores: [...scores], cut: [...(truncated ?? [])] };
};

const tiny = writeModel('tiny');
rerankerContract('openCrossEncoder', () => open(tiny));

describe('a cross-encoder', () => {
  it('scores the pair by its raw logit, without an activation (rows 52, 53, 55: agentmemory#724, pi-knowledge#8, qmd#747)', async () => {
    // [CLS] lease [SEP] walrus [SEP]: (8 + 24) / 5; scores beyond 1 and below 0 stay as they are.
    expect((await score(tiny, 'lease', ['walrus', 'expires', 'sleeps'])).scores).toEqual([
      Math.fround(32 / 5),
      Math.fround(-8 / 5),
      Math.fround(48 / 5),
    ]);
  });
  it('reads topic and passage: the score of a pair is not that of the topic alone (row 60: transformers.js#497)', async () => {
    const [pair, alone] = (await score(tiny, 'lease', ['walrus', ''])).scores;
    expect(pair).not.toBe(alone);
  });
  it('shortens the passage, never the topic, keeps the closing token, and says so (rows 62, 63: qmd#291, sentence-transformers#3787)', async () => {
    // 16 places: 3 special, 2 of the topic, 11 of the passage.
    const limit = { maxTokens: '16' };
    const fits = await score(tiny, 'lease expires', ['walrus '.repeat(11)], limit);
    expect(fits).toEqual({ scores: [(8 - 16 + 11 * 24) / 16], cut: [0] });
    const long = await score(tiny, 'lease expires', [`${'walrus '.repeat(11)}sleeps`], limit);
    expect(long).toEqual({ scores: fits.scores, cut: [1] });
  });
  it('cuts a topic only where it takes more than half, and says so', async () => {
    const { scores, cut } = await score(tiny, 'lease '.repeat(9), ['walrus'], { maxTokens: '16' });
    expect([scores, cut]).toEqual([[Math.fround((8 * 8 + 24) / 12)], [1]]);
  });
  it.each<[string, () => string, Record<string, string>, RegExp]>([
    [
      'an embedder: its head would be made up (row 61: mem0#4033)',
      () => writeModel('bi', { config: { architectures: ['BertModel'] } }),
      {},
      /no cross-encoder: its architecture is BertModel/,
    ],
    [
      'a head of two labels (row 59: sentence-transformers#732)',
      () => writeModel('two', { config: { id2label: { 0: 'no', 1: 'yes' } }, table: SCORES.map((s) => [s, -s]) }),
      {},
      /its head has 2 labels/,
    ],
    [
      'a graph of two logits behind a head of one label',
      () => writeModel('lie', { table: SCORES.map((s) => [s, -s]) }),
      {},
      /logits of the shape \[1, 2\]/,
    ],
    [
      'a graph that does not read the passage',
      () => writeModel('deaf', { table: SCORES.map(() => [1]) }),
      {},
      /does not depend on the passage/,
    ],
    ['more tokens than it reads', () => tiny, { maxTokens: '33' }, /reads 32 tokens at most, not 33/],
    ['a mistyped option', () => tiny, { maxToken: '16' }, /did you mean "maxTokens"\?/],
  ])('refuses %s', async (_, path, options, message) => {
    await expect(open(path(), options)).rejects.toThrow(message);
  });
  it('refuses a score that is not finite, naming the passage', async () => {
    const nan = writeModel('nan', { table: SCORES.map((s, i) => [i === 7 ? Number.NaN : s]) });
    await expect(score(nan, 'lease', ['walrus', 'sleeps'])).rejects.toMatchObject({
      code: 'GRK_RERANKER_OUTPUT',
      message: 'the reranker nan gave NaN for passage p1',
    });
  });
  it('stops between two passages when the user does', async () => {
    const nan = writeModel('nan at the end', { table: SCORES.map((s, i) => [i === 7 ? Number.NaN : s]) });
    const reranker = await open(nan);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 0);
    const passages = passagesOf(...Array.from({ length: 300 }, () => 'walrus'), 'sleeps');
    // Whoever goes on to the last passage meets NaN.
    const scoring = reranker.score({ topicId: 't', query: 'lease' }, passages, controller.signal);
    await expect(scoring).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
  });
});

describe('cross-tiny, the shipped reranker', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  it('consists of files that its SOURCE.md lists, byte for byte', () => {
    const source = readFileSync(join(SHIPPED_RERANKER_FOLDER, 'SOURCE.md'), 'utf8');
    const listed = new Map(
      [...source.matchAll(/^\| (\S+) \| (\d+) \| ([0-9a-f]{64}) \|$/gm)].map(([, name = '', size, hash]) => [
        name,
        `${size} ${hash}`,
      ]),
    );
    const files = readdirSync(SHIPPED_RERANKER_FOLDER, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => !['onnx', 'SOURCE.md', 'NOTICE'].includes(name));
    expect(files).toHaveLength(5);
    for (const name of files) {
      const bytes = readFileSync(join(SHIPPED_RERANKER_FOLDER, name));
      expect([name, listed.get(name)]).toEqual([name, `${bytes.length} ${sha256(bytes)}`]);
    }
    expect(existsSync(join(SHIPPED_RERANKER_FOLDER, 'NOTICE'))).toBe(true);
  });
  it('row 60: puts the passage that answers above the one that does not', async () => {
    const reranker = await openCrossEncoder('cross-tiny', SHIPPED_RERANKER_FOLDER, {});
    const { scores } = await reranker.score(
      { topicId: 't', query: 'How many people live in Berlin?' },
      passagesOf(
        'Berlin had a population of 3,520,031 registered inhabitants in an area of 891.82 square kilometers.',
        'New York City is famous for the Metropolitan Museum of Art.',
      ),
    );
    expect(scores[0]).toBeGreaterThan((scores[1] ?? Number.NaN) + 2);
  });
  it('row 62: reads the first of a passage of 5,000 words, and says that it was cut', async () => {
    const reranker = await openCrossEncoder('cross-tiny', SHIPPED_RERANKER_FOLDER, {});
    const { scores, truncated } = await reranker.score(
      { topicId: 't', query: 'lease' },
      passagesOf('the lease ends '.repeat(1667), 'the lease ends '.repeat(100)),
    );
    // [CLS] lease [SEP], 252 tokens, [SEP]: both are cut to the same.
    expect([scores[0], truncated]).toEqual([scores[1], Uint8Array.of(1, 1)]);
  });
  it('gives the same bits on two threads, and whatever was scored before', async () => {
    const texts = ['A walrus sleeps on the ice.', 'Each lease expires after a day. '.repeat(40), 'lease'];
    const scores = async (threads: string, ...queries: string[]) => {
      const reranker = await openCrossEncoder('cross-tiny', SHIPPED_RERANKER_FOLDER, { threads });
      let found: number[] = [];
      for (const query of queries) {
        found = [...(await reranker.score({ topicId: 't', query }, passagesOf(...texts))).scores];
      }
      return found;
    };
    const one = await scores('1', 'when does a lease expire');
    expect(await scores('2', 'what does a walrus do', 'when does a lease expire')).toEqual(one);
    expect(new Set(one).size).toBe(3);
  });
  it('gives its reference logits, pair by pair', async () => {
    const reference: { query: string; passage: string; logit_int8: number }[] = JSON.parse(
      readFileSync(join(SHIPPED_RERANKER_FOLDER, 'reference.json'), 'utf8'),
    );
    const reranker = await openCrossEncoder('cross-tiny', SHIPPED_RERANKER_FOLDER, {});
    for (const { query, passage, logit_int8: expected } of reference) {
      const { scores } = await reranker.score({ topicId: 't', query }, passagesOf(passage));
      // int8 kernels differ by processor; between int8 and f32 it is up to .18 here.
      expect(Math.abs((scores[0] ?? Number.NaN) - expected)).toBeLessThan(0.2);
    }
  });
});
