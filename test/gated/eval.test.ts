import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/contracts/report.ts';
import { openEmbedder } from '../../src/providers/registry.ts';
import { loadTransformers } from '../../src/providers/transformers/package.ts';
import { grk, writeFiles } from '../binary.ts';
import { dataset, gatedSuite, HANDBOOK, hasDatasets, modelFolder, sharedModelFile, whySkipped } from './gated-suite.ts';

/** Real embedders: what is asserted is known values and honesty, never that a stage wins. */
const { folder, evaluate, expectKnown, note } = gatedSuite('eval');
const idOf = (name: string, options = '') => `transformers:${modelFolder(name)}${options}`;
const NAMES = ['all-MiniLM-L6-v2', 'bge-small-en-v1.5'];
const rankingsOf = ({ stages }: Report) => stages.map(({ id, means, topics }) => ({ id, means, topics }));

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, value, i) => sum + value * (b[i] ?? Number.NaN), 0);
const cosine = (a: ArrayLike<number>, b: ArrayLike<number>) => dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));

describe.each(NAMES)('%s', { timeout: 600_000 }, (name) => {
  it('gives each text the vector that transformers.js gives it alone', async () => {
    const texts = ['A study of protein folding in yeast cells.', 'Grüße aus dem Süden', 'x '.repeat(40)];
    const embedder = await openEmbedder(idOf(name, '?passagePrefix='), '/');
    const { dimensions } = embedder.identity;
    const { vectors } = await embedder.embed(texts, 'passage');
    const others = await Promise.all(texts.map((text) => theirs(name, [text])));
    for (const [row, [expected]] of others.entries()) {
      const own = vectors.slice(row * dimensions, (row + 1) * dimensions);
      expect(cosine(own, expected ?? [])).toBeGreaterThan(0.99999);
    }
  });

  it.skipIf(!hasDatasets)(`gives the reference vectors${whySkipped}`, async () => {
    const reference: { texts: string[]; vectors: Record<string, number[][]> } = JSON.parse(
      sharedModelFile('transformer-reference.json'),
    );
    const embedder = await openEmbedder(idOf(name, '?passagePrefix='), '/');
    const { dimensions } = embedder.identity;
    const { vectors } = await embedder.embed(reference.texts, 'passage');
    const batched = await theirs(name, reference.texts);
    for (const [row, expected] of (reference.vectors[name] ?? []).entries()) {
      // Made in one batch, whose scale int8 activations share: batched alike they are equal, one by one about .994.
      expectKnown(`${name}, text ${row}, batched: cosine`, cosine(batched[row] ?? [], expected), TO_ONE);
      const own = vectors.slice(row * dimensions, (row + 1) * dimensions);
      expectKnown(`${name}, text ${row}, alone: cosine`, cosine(own, expected), { value: 1, tolerance: 0.007 });
    }
    expect(reference.vectors[name]).toHaveLength(reference.texts.length);
  });

  it('ranks the handbook the same in two runs from nothing, and says what it measured', async () => {
    const suite = {
      golden: HANDBOOK,
      split: 'dev',
      variants: [{ name: 'm', embedder: idOf(name), stages: [{ kind: 'bm25' }, { kind: 'dense' }] }],
    };
    const [first, second] = [await evaluate(`${name}-1`, suite), await evaluate(`${name}-2`, suite)];
    expect(rankingsOf(second.report)).toEqual(rankingsOf(first.report));
    expect(second.report.indexes).toEqual(first.report.indexes);
    expect(first.report.warnings.filter(({ code }) => code === 'model-use')).toEqual([]);
    note(`handbook, dev: bm25`, first.mean('m/bm25'));
    note(`handbook, dev: ${name}`, first.mean('m/dense'));
  });
});

const TO_ONE = { value: 1, tolerance: 0.001 };

/** Vectors of texts in one batch, by the library's own feature extraction. */
async function theirs(name: string, texts: string[]): Promise<number[][]> {
  const { env, pipeline } = await loadTransformers(name);
  const path = modelFolder(name);
  env.localModelPath = join(path, '..');
  const extract = await pipeline('feature-extraction', path.slice(env.localModelPath.length + 1), { dtype: 'q8' });
  const pooling = name.startsWith('bge') ? 'cls' : 'mean';
  return (await extract(texts, { pooling, normalize: true })).tolist();
}

it.skipIf(!hasDatasets)(
  `adi has its known values${whySkipped}`,
  async () => {
    const dense = [{ kind: 'dense' }];
    const { mean } = await evaluate('adi', {
      golden: dataset('adi'),
      excludeSelf: true,
      variants: [
        { name: 'minilm', embedder: idOf('all-MiniLM-L6-v2'), stages: [{ kind: 'bm25' }, ...dense] },
        { name: 'bge', embedder: idOf('bge-small-en-v1.5'), stages: dense },
      ],
    });
    expectKnown('adi: bm25', mean('minilm/bm25'), { value: 0.477, tolerance: 0.01 });
    expectKnown('adi: all-MiniLM-L6-v2', mean('minilm/dense'), { value: 0.477, tolerance: 0.01 });
    expectKnown('adi: bge-small-en-v1.5', mean('bge/dense'), { value: 0.474, tolerance: 0.01 });
  },
  600_000,
);

it('bge without its prefix is warned of, and is another embedder: an index of the one refuses the other', async () => {
  writeFiles(folder, { 'p/.grk/.keep': '', 'p/docs/a.md': '# Walrus\n\nA walrus sleeps on ice.\n' });
  const own = (args: string[]) => grk(join(folder, 'p'), args, { isProcess: true });
  const search = (options: string) =>
    own(['search', 'sleeping animal', '--mode', 'dense', '--embedder', idOf('bge-small-en-v1.5', options)]);
  expect((await own(['ingest', 'docs', '--embedder', idOf('bge-small-en-v1.5')])).code).toBe(0);
  const [right, wrong] = [await search(''), await search('?queryPrefix=')];
  expect([right.code, right.err]).toEqual([0, '']);
  expect([wrong.code, wrong.out]).toEqual([2, '']);
  expect(wrong.err).toContain('is used with queryPrefix ""; its makers give');
  expect(wrong.err).toContain('GRK_IDENTITY_MISMATCH');
  const other = await own(['search', 'x', '--mode', 'dense', '--embedder', idOf('all-MiniLM-L6-v2')]);
  expect([other.code, other.err]).toEqual([2, expect.stringContaining('GRK_IDENTITY_MISMATCH')]);
}, 120_000);
