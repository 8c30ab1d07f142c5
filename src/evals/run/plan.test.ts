import { describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../contracts/config.ts';
import { SuiteSchema } from '../../contracts/suite.ts';
import { defaultSuite } from './default-suite.ts';
import { planSuite } from './plan.ts';

const NONE = { reason: 'no reranker is installed', remedy: 'Run without it.' };
const NO_DENSE = { reason: 'LanceDB is not installed', remedy: 'npm install @lancedb/lancedb' };
const available = { dense: null, rerank: NONE };
const suite = defaultSuite(ConfigSchema.parse({}));
const never = () => false;

describe('planSuite', () => {
  it('refuses a stage that a suite or option names and that cannot run', () => {
    expect(() => planSuite(suite, { dense: NO_DENSE, rerank: NONE }, (kind) => kind === 'dense')).toThrow(
      'stage default/dense cannot run: LanceDB is not installed',
    );
  });
  it('refuses a baseline that cannot run', () => {
    const other = { ...suite, baseline: 'default/dense' };
    expect(() => planSuite(other, { dense: NO_DENSE, rerank: NONE }, never)).toThrow(
      'the baseline default/dense cannot run here',
    );
  });
  it.each([{ guards: [{ axis: 'latency' }] }, { minimumEffect: 0.01 }])(
    'refuses a suite with %j rather than leaving it unread',
    (extra) => {
      const declared = SuiteSchema.parse({ ...extra, variants: [{ name: 'v', stages: [{ kind: 'bm25' }] }] });
      expect(() => planSuite(declared, available, never)).toThrow(`the suite sets ${Object.keys(extra)[0]}`);
    },
  );

  it('leaves out what is not available, by name with reason and remedy', () => {
    const plan = planSuite(suite, available, never);
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
    const plan = planSuite(suite, { dense: NO_DENSE, rerank: NONE }, never);
    expect(plan.variants[0]?.stages.map((stage) => stage.name)).toEqual(['bm25']);
    expect(plan.warnings.map(({ message }) => message)).toEqual([
      'default/dense is left out: LanceDB is not installed',
      'default/fusion is left out: it reads "dense", which is left out',
      'default/rerank is left out: no reranker is installed',
    ]);
  });
});

describe('defaultSuite', () => {
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
