import { describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../contracts/config.ts';
import { SuiteSchema } from '../../contracts/suite.ts';
import { defaultSuite } from './default-suite.ts';
import { checkKept, planSuite } from './plan.ts';

const NONE = { reason: 'no reranker is installed', remedy: 'Run without it.' };
const NO_DENSE = { reason: 'LanceDB is not installed', remedy: 'npm install @lancedb/lancedb' };
const available = { dense: null, rerank: NONE };
const suite = defaultSuite(ConfigSchema.parse({}));
const never = () => false;
const RULER = { measures: [], topK: 100 };

describe('planSuite', () => {
  it('refuses a stage that a suite or option names and that cannot run', () => {
    expect(() => planSuite(suite, { dense: NO_DENSE, rerank: NONE }, (kind) => kind === 'dense', RULER)).toThrow(
      'stage default/dense cannot run: LanceDB is not installed',
    );
  });
  it('refuses a baseline that cannot run', () => {
    const other = { ...suite, baseline: 'default/dense' };
    expect(() => planSuite(other, { dense: NO_DENSE, rerank: NONE }, never, RULER)).toThrow(
      'the baseline default/dense cannot run here',
    );
  });
  const suiteWith = (extra: object) =>
    SuiteSchema.parse({ ...extra, variants: [{ name: 'v', stages: [{ kind: 'bm25' }] }] });
  it.each([
    [[{ axis: 'latency' }], 'the suite guards latency without a margin'],
    [[{ axis: 'quality', margin: 0.1 }], 'the suite gives the guard on quality a margin, which nothing reads'],
    [[{ axis: 'cost', margin: 0 }], 'the suite gives the guard on cost a margin, which nothing reads'],
    [
      [{ axis: 'abstention' }, { axis: 'cost' }, { axis: 'abstention', margin: 0.1 }],
      'the suite guards abstention twice',
    ],
  ])('refuses the guards %j', (guards, message) => {
    expect(() => planSuite(suiteWith({ guards }), available, never, RULER)).toThrow(message);
  });
  it('takes guards that can be kept, and a minimum effect', () => {
    const guards = [{ axis: 'latency', margin: 0 }, { axis: 'abstention', margin: 0.1 }, { axis: 'quality' }];
    expect(planSuite(suiteWith({ guards, minimumEffect: 0.01 }), available, never, RULER).baseline).toBe('v/bm25');
  });

  it('leaves out what is not available, by name with reason and remedy', () => {
    const plan = planSuite(suite, available, never, RULER);
    expect(plan.variants[0]?.stages.map((stage) => stage.name)).toEqual(['bm25', 'dense', 'fusion']);
    expect(plan.warnings).toEqual([
      {
        code: 'stage-left-out',
        stage: 'default/rerank',
        message: 'default/rerank is left out: no reranker is installed',
        remedy: 'Run without it.',
      },
    ]);
    expect(plan.baseline).toBe('default/bm25');
  });
  it('leaves out a fusion whose leg is left out', () => {
    const plan = planSuite(suite, { dense: NO_DENSE, rerank: NONE }, never, RULER);
    expect(plan.variants[0]?.stages.map((stage) => stage.name)).toEqual(['bm25']);
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      'default/dense is left out: LanceDB is not installed',
      'default/fusion is left out: it reads "dense", which is left out',
      'default/rerank is left out: no reranker is installed',
    ]);
  });
});

describe('planSuite with a reranker', () => {
  const reranked = defaultSuite(ConfigSchema.parse({ reranker: 'noop' }));
  it('runs the rerank stage and plans the control runs of it and of the fusion', () => {
    const [variant] = planSuite(reranked, { dense: null, rerank: null }, never, {
      measures: [{ family: 'nDCG', cutoff: 10 }],
      topK: 100,
    }).variants;
    expect(variant?.stages.map((stage) => stage.name)).toEqual(['bm25', 'dense', 'fusion', 'rerank']);
    expect(variant?.controls.map(({ kind, of, depth }) => [kind, of, depth])).toEqual([
      ['without-leg', 'fusion', 10],
      ['without-leg', 'fusion', 10],
      ['rerank-depth', 'rerank', 10],
    ]);
  });
  it('leaves it out where its input is, and refuses that where an option names it', () => {
    const availability = { dense: NO_DENSE, rerank: null };
    const plan = planSuite(reranked, availability, never, RULER);
    expect(plan.warnings.at(-1)?.message).toBe('default/rerank is left out: it reads "fusion", which is left out');
    expect(() => planSuite(reranked, availability, (kind) => kind === 'rerank', RULER)).toThrow(
      'stage default/rerank cannot run: it reads "fusion", which is left out',
    );
  });
});

describe('checkKept', () => {
  it('refuses candidates that the report would not show', () => {
    const stages = defaultSuite(ConfigSchema.parse({ reranker: 'noop' })).variants.flatMap((variant) => variant.stages);
    expect(() => checkKept(stages, 49)).toThrow('depth 50 of stage "rerank" is above the 49 ranks that are kept');
    expect(() => checkKept(stages, 50)).not.toThrow();
  });
});

describe('defaultSuite', () => {
  const rerankOf = (config: object) => defaultSuite(ConfigSchema.parse(config)).variants[0]?.stages[3];
  it('reranks the top 50 of the fusion by the reranker that ships with grk', () => {
    const expected = { kind: 'rerank', input: 'fusion', reranker: 'combined(cross-tiny)', depth: 50 };
    expect(rerankOf({})).toMatchObject(expected);
  });
  it('has no rerank stage where the configuration says none', () => {
    expect(rerankOf({ reranker: 'none' })).toBeUndefined();
  });
  it('takes every setting of the configuration', () => {
    const config = ConfigSchema.parse({
      lexical: { k1: 1.5, b: 0.75, analyzer: 'plain', engine: 'minisearch' },
      fusion: { k: 10, weights: { dense: 2 }, window: 50 },
      primary: 'RR@10',
      secondary: ['R@10'],
      excludeSelf: true,
    });
    const [variant] = defaultSuite(config).variants;
    expect(variant).toMatchObject({ analyzer: 'plain', engine: 'minisearch' });
    expect(variant?.stages[0]).toMatchObject({ kind: 'bm25', k1: 1.5, b: 0.75 });
    expect(variant?.stages[2]).toMatchObject({ kind: 'fusion', k: 10, weights: { dense: 2 }, window: 50 });
    expect(defaultSuite(config)).toMatchObject({ primary: 'RR@10', secondary: ['R@10'], excludeSelf: true });
  });
});
