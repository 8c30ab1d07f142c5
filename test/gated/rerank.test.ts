import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openReranker, SHIPPED_RERANKER_FOLDER } from '../../src/providers/rerankers/registry.ts';
import { dataset, type Evaluated, gatedSuite, HANDBOOK, hasDatasets, modelFolder, whySkipped } from './gated-suite.ts';

/** The shipped cross-encoder: what is asserted is known values and honesty, never that a stage wins. */
const { evaluate, expectKnown, note } = gatedSuite('rerank');
const DEPTH = 50;
const reranked = (golden: string, over: object = {}, reranker = 'combined(cross-tiny)') => ({
  golden,
  variants: [
    {
      name: 'v',
      stages: [{ kind: 'bm25' }, { kind: 'rerank', input: 'bm25', reranker, depth: DEPTH }],
    },
  ],
  ...over,
});

const rankingsOf = ({ report }: Evaluated) => report.stages.map(({ topics, controls }) => [topics, controls]);

/** Input, reorder and pool are the whole difference, on every measure, and the means are those of the report. */
function expectAttribution({ report, attribution }: Evaluated): void {
  expect(attribution).toHaveLength(1);
  const [input, output] = ['v/bm25', 'v/rerank'].map((id) => report.stages.find((stage) => stage.id === id)?.means);
  const [rerank] = attribution;
  expect(rerank).toMatchObject({ stage: 'v/rerank', input: 'v/bm25', depth: DEPTH, isStructural: false });
  const measures = Object.entries(rerank?.measures ?? {});
  expect(measures.length).toBeGreaterThan(3);
  for (const [name, { total, retrieval, reorder, pool, ceiling }] of measures) {
    expect((retrieval ?? Number.NaN) + reorder + pool).toBeCloseTo(total ?? Number.NaN, 12);
    expect(total).toBeCloseTo((output?.[name] ?? Number.NaN) - (input?.[name] ?? Number.NaN), 12);
    expect(ceiling ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual((output?.[name] ?? Number.NaN) - 1e-12);
  }
}

it('cross-tiny gives its reference logits, pair by pair, and the same again', async () => {
  const pairs: { query: string; passage: string; logit_int8: number }[] = JSON.parse(
    readFileSync(join(SHIPPED_RERANKER_FOLDER, 'reference.json'), 'utf8'),
  );
  expect(pairs).toHaveLength(5);
  const { score } = (await openReranker('cross-tiny', '/'))(() => 0);
  for (const { query, passage, logit_int8: value } of pairs) {
    const candidate = { id: 'p', doc: 'd', text: passage, inputScore: 0 };
    const of = async () => (await score({ topicId: 't', query }, [candidate])).scores[0] ?? Number.NaN;
    const logit = await of();
    // int8 kernels differ by processor.
    expectKnown(`logit of "${query}"`, logit, { value, tolerance: 0.2 });
    expect(await of()).toBe(logit);
  }
});

it('the handbook is ranked the same in two runs from nothing, and the parts of the effect add up', async () => {
  const suite = reranked(HANDBOOK, { split: 'dev' });
  const [first, second] = [await evaluate('handbook-1', suite), await evaluate('handbook-2', suite)];
  expect(rankingsOf(second)).toEqual(rankingsOf(first));
  expectAttribution(first);
  note('handbook, dev: bm25', first.mean('v/bm25'));
  note('handbook, dev: combined(cross-tiny)', first.mean('v/rerank'));
}, 600_000);

/** `OWNER/NAME@COMMIT` of a cross-encoder that was fetched for this run. */
const FETCHED = process.env.RERANK_GATED_MODELS ?? '';
it.runIf(FETCHED !== '')(
  `${FETCHED} ranks the handbook the same in two runs, and the parts of the effect add up`,
  async () => {
    const folder = modelFolder(FETCHED.split('/').at(-1)?.split('@')[0] ?? '');
    const suite = reranked(HANDBOOK, { split: 'dev' }, `combined(cross-encoder:${folder})`);
    const [first, second] = [await evaluate('fetched-1', suite), await evaluate('fetched-2', suite)];
    expect(rankingsOf(second)).toEqual(rankingsOf(first));
    expectAttribution(first);
    note(`handbook, dev: combined(${FETCHED})`, first.mean('v/rerank'));
  },
  900_000,
);

/** nDCG@10 of another BM25 at the same parameters, and of the sum of z-scores over its first 50. */
const KNOWN: [string, boolean, number, number, number][] = [
  ['scifact', false, 300, 0.6762, 0.6922],
  ['cranfield', true, 225, 0.3515, 0.3897],
  ['nfcorpus-stopped', false, 323, 0.3272, 0.3386],
];
describe('collections that cross-tiny never saw', { timeout: 600_000 }, () => {
  it.skipIf(!hasDatasets).each(KNOWN)(
    `%s has its known values${whySkipped}`,
    async (name, excludeSelf, topics, ...known) => {
      const evaluated = await evaluate(name, reranked(dataset(name), { split: 'test', excludeSelf }));
      const { report, mean } = evaluated;
      expect(report.golden.answerable).toBe(topics);
      const tolerance = 0.01;
      expectKnown(`${name}: bm25`, mean('v/bm25'), { value: known[0], tolerance });
      expectKnown(`${name}: combined(cross-tiny)`, mean('v/rerank'), { value: known[1], tolerance });
      expectAttribution(evaluated);
      expect(report.warnings.map(({ code }) => code)).toContain('texts-truncated');
    },
  );
});
