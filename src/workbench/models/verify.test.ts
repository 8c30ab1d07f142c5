import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ollamaDouble } from '../../../test/doubles/ollama.ts';
import { fetchIn, hubOf, project, sha256 } from '../../../test/fetch-project.ts';
import { writeTinyTransformer } from '../../../test/tiny-onnx.ts';
import type { ModelCheck } from '../../contracts/models.ts';
import type { Embedder, Reranker } from '../../contracts/ports.ts';
import { hashEmbedder } from '../../providers/hash-embedder.ts';
import { SHIPPED_RERANKER_FOLDER } from '../../providers/rerankers/registry.ts';
import * as transformers from '../../providers/transformers/package.ts';
import { createSession } from '../session/session.ts';
import { verifyModels } from './verify.ts';
import { verifyEmbedder } from './verify-embedder.ts';
import { verifyReranker } from './verify-reranker.ts';

const folder = mkdtempSync(join(tmpdir(), 'grk verify ü '));
afterAll(() => rmSync(folder, { recursive: true }));
let now = 0;
/** Each look at it is 100 ms later, so that nothing is timed for long. */
const clock = { now: () => (now += 100), today: () => '2026-01-01' };
const session = createSession({ cwd: folder, clock });

const statusOf = (checks: readonly ModelCheck[]) =>
  Object.fromEntries(checks.map(({ name, status }) => [name, status]));
async function verify(...ids: string[]) {
  const { models } = await verifyModels(session, ids);
  return models.map(({ checks }) => statusOf(checks));
}
const ALL_OK = {
  files: 'ok',
  opens: 'ok',
  reference: 'ok',
  'width and norm': 'ok',
  roles: 'ok',
  determinism: 'ok',
  speed: 'ok',
};

describe('models verify', () => {
  it('finds the shipped models as they were made', async () => {
    const { models } = await verifyModels(session, []);
    expect(models.map(({ id, kind, checks }) => [id, kind, statusOf(checks)])).toEqual([
      ['static:shipped', 'embedder', ALL_OK],
      [
        'cross-tiny',
        'reranker',
        {
          files: 'ok',
          opens: 'ok',
          reference: 'ok',
          scores: 'ok',
          'reads both texts': 'ok',
          determinism: 'ok',
          speed: 'ok',
        },
      ],
    ]);
    // Four texts a round, and a clock that is 100 ms later at each look.
    expect(models[0]?.speed).toMatchObject({ count: 8, ms: 200, perSecond: 40, unit: 'texts' });
  });
  it('finds a component of the reference that is off, and a file that changed', async () => {
    const path = writeTinyTransformer(join(folder, 'mine'));
    const id = 'transformers:mine?pooling=mean';
    const write = (name: string, text: string) => writeFileSync(join(path, name), text);
    // The mean of [CLS] (1, 0), lease (2, 1) and [SEP] (0, 1), at length 1.
    const reference = (x: number, y: number) =>
      write('reference.json', JSON.stringify({ role: 'query', tolerance: 1e-6, texts: ['lease'], vectors: [[x, y]] }));
    const row = (name: string) => {
      const bytes = readFileSync(join(path, name));
      return `| ${name} | ${bytes.length} | ${sha256(bytes)} |\n`;
    };
    reference(3 / Math.sqrt(13), 2 / Math.sqrt(13));
    const all = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx'].map(row);
    write('SOURCE.md', `# Mine\n${all.join('')}`);
    expect(await verify(id)).toEqual([ALL_OK]);
    reference(3 / Math.sqrt(13), 2 / Math.sqrt(13) + 2e-6);
    expect(await verify(id)).toEqual([{ ...ALL_OK, reference: 'failed' }]);
    write('reference.json', '{}');
    write('SOURCE.md', `# Mine\n${all.slice(1).join('')}`);
    expect(await verify(id)).toEqual([{ ...ALL_OK, files: 'failed', reference: 'failed' }]);
    write('SOURCE.md', `# Mine\n${all.join('')}`);
    appendFileSync(join(path, 'config.json'), ' ');
    write('tokenizer.json', 'no tokenizer');
    expect(await verify(id)).toEqual([{ files: 'failed', opens: 'failed' }]);
  });
  it('finds logits that are off', async () => {
    const copy = join(folder, 'cross');
    cpSync(SHIPPED_RERANKER_FOLDER, copy, { recursive: true });
    const pairs = JSON.parse(readFileSync(join(copy, 'reference.json'), 'utf8'));
    pairs[4].logit_int8 += 0.5;
    writeFileSync(join(copy, 'reference.json'), JSON.stringify(pairs));
    expect(await verify('combined(cross-encoder:cross, 0.5)')).toMatchObject([
      { files: 'failed', reference: 'failed' },
    ]);
  });
  it('holds a fetched model against the lock file', async () => {
    const cwd = project();
    const outcome = await fetchIn(cwd, await hubOf());
    const own = createSession({ cwd, clock });
    const checksNow = async () => statusOf((await verifyModels(own, [outcome.id])).models[0]?.checks ?? []);
    expect(await checksNow()).toEqual({ ...ALL_OK, reference: 'not possible' });
    const readme = join(outcome.folder, 'README.md');
    writeFileSync(readme, readFileSync(readme, 'utf8').replace('apache', 'apacha'));
    expect(await checksNow()).toMatchObject({ files: 'failed' });
    rmSync(join(cwd, 'grk.models.lock.json'));
    expect(await checksNow()).toMatchObject({ files: 'not possible' });
  });
  it('finds a file beside a fetched model that changes it and was never locked', async () => {
    const cwd = project();
    const outcome = await fetchIn(cwd, await hubOf());
    cpSync(join(outcome.folder, 'onnx/model_quantized.onnx'), join(outcome.folder, 'onnx/model.onnx'));
    const { models } = await verifyModels(createSession({ cwd, clock }), [`${outcome.id}?dtype=fp32`]);
    expect(models[0]?.checks[0]).toMatchObject({ name: 'files', status: 'failed' });
  });
  it('says what cannot be checked without the package of a model', async () => {
    const missing = new Error('no such package');
    const { GrkError } = await import('../../contracts/errors.ts');
    const spy = vi
      .spyOn(transformers, 'loadTransformers')
      .mockRejectedValue(
        new GrkError('GRK_DEPENDENCY_MISSING', 'it needs a package', { remedy: 'Install it.', cause: missing }),
      );
    writeTinyTransformer(join(folder, 'all-MiniLM-L6-v2'));
    const [model] = (await verifyModels(session, ['transformers:all-MiniLM-L6-v2'])).models;
    spy.mockRestore();
    expect(model?.checks).toMatchObject([
      { name: 'files', status: 'not possible' },
      { name: 'opens', status: 'not possible', remedy: 'Install it.' },
    ]);
  });
  it('checks nothing of a stand-in', async () => {
    expect(await verify('noop', 'oracle')).toEqual([
      { opens: 'ok', scores: 'not possible' },
      { opens: 'ok', scores: 'not possible' },
    ]);
  });
  it('asks a service what can be asked, and fails nothing where none answers', async () => {
    const double = await ollamaDouble();
    const id = `ollama:nomic-embed-text?url=${double.url}`;
    expect(await verify(id)).toEqual([
      {
        opens: 'ok',
        reference: 'not possible',
        'width and norm': 'ok',
        roles: 'ok',
        determinism: 'not possible',
        speed: 'ok',
      },
    ]);
    double.close();
    expect(await verify(id)).toEqual([{ opens: 'not possible' }]);
  });
  it('refuses what names no model, and a folder that is not there', async () => {
    await expect(verify('statik:shipped')).rejects.toMatchObject({ code: 'GRK_UNKNOWN_NAME' });
    await expect(verify('static:none')).rejects.toMatchObject({ code: 'GRK_FILE_MISSING' });
  });
});

describe('an embedder that does not keep its promise', () => {
  const honest = hashEmbedder();
  const broken = (change: Partial<Embedder['identity']>, embed: Embedder['embed'] = honest.embed): Embedder => ({
    ...honest,
    identity: { ...honest.identity, ...change },
    embed,
  });
  /** Its vectors, changed one by one. */
  const changed =
    (change: (vectors: Float32Array, texts: readonly string[], role: string) => void): Embedder['embed'] =>
    async (texts, role, signal) => {
      const { vectors, truncated } = await honest.embed(texts, role, signal);
      change(vectors, texts, role);
      return { vectors, truncated };
    };
  let calls = 0;
  it.each<[string, Embedder, string]>([
    ['another width', broken({ dimensions: honest.identity.dimensions + 1 }), 'width and norm'],
    [
      'another length',
      broken(
        {},
        changed((vectors) =>
          vectors.forEach((v, i) => {
            vectors[i] = v * 1.001;
          }),
        ),
      ),
      'width and norm',
    ],
    [
      'numbers that are none',
      broken(
        {},
        changed((vectors) => vectors.fill(Number.NaN, 0, 1)),
      ),
      'width and norm',
    ],
    [
      'blank texts with a vector',
      broken(
        {},
        changed((vectors) => vectors.fill(0.1, -3)),
      ),
      'width and norm',
    ],
    ['prefixes that change nothing', broken({ queryPrefix: 'query: ' }), 'roles'],
    [
      'roles without a prefix',
      broken(
        {},
        changed((vectors, _, role) => role === 'query' && vectors.fill(0.5)),
      ),
      'roles',
    ],
    [
      'vectors that move',
      broken(
        {},
        changed((vectors) => vectors.fill(calls++, 0, 1)),
      ),
      'determinism',
    ],
    [
      'vectors that depend on their neighbours',
      broken(
        {},
        changed((vectors, texts) => vectors.fill(texts.length, 0, 1)),
      ),
      'determinism',
    ],
  ])('%s', async (_, embedder, name) => {
    const { checks } = await verifyEmbedder(session, embedder, null);
    expect(statusOf(checks)).toMatchObject({ [name]: 'failed' });
  });
  it('promises no determinism', async () => {
    const { checks } = await verifyEmbedder(session, broken({ determinism: 'none' }), null);
    expect(statusOf(checks)).toMatchObject({ determinism: 'not possible', roles: 'ok' });
  });
});

describe('a reranker that does not keep its promise', () => {
  const scoring = (scoreOf: (query: string, text: string, texts: readonly string[]) => number): Reranker => ({
    identity: {
      provider: 'fake',
      model: 'fake',
      algorithm: 'fake/1',
      weightsSha256: '',
      settings: {},
      determinism: 'machine',
    },
    isStructural: false,
    score: async ({ query }, passages) => {
      const texts = passages.map(({ text }) => text);
      return { scores: Float64Array.from(texts, (text) => scoreOf(query, text, texts)), truncated: null };
    },
  });
  let calls = 0;
  it.each<[string, Reranker, string]>([
    ['reads the topic alone', scoring((query) => query.length), 'reads both texts'],
    ['reads the passage alone', scoring((_, text) => text.length), 'reads both texts'],
    ['gives all one score', scoring(() => 1), 'scores'],
    ['gives what is no number', scoring((_, text) => (text === '' ? 0 : Number.NaN)), 'scores'],
    ['scores by neighbours', scoring((query, text, texts) => query.length + text.length + texts.length), 'determinism'],
    ['changes its mind', scoring((query, text) => query.length + text.length + calls++), 'determinism'],
  ])('%s', async (_, reranker, name) => {
    const { checks } = await verifyReranker(session, reranker, null);
    expect(statusOf(checks)).toMatchObject({ [name]: 'failed' });
  });
  it('keeps it', async () => {
    const { checks } = await verifyReranker(
      session,
      scoring((query, text) => query.length * text.length),
      null,
    );
    expect(statusOf(checks)).toEqual({
      reference: 'not possible',
      scores: 'ok',
      'reads both texts': 'ok',
      determinism: 'ok',
      speed: 'ok',
    });
  });
});
