import type { Config } from '../../contracts/config.ts';
import { type Suite, SuiteFileSchema } from '../../contracts/suite.ts';
import { resolveSuite } from './resolve-suite.ts';

export const DEFAULT_VARIANT = 'default';

/** What `grk eval` runs without a suite: bm25, dense, fusion, rerank over one index, by the configuration. */
export function defaultSuite(config: Config): Suite {
  const rerank = { kind: 'rerank', reranker: config.reranker };
  const stages = [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion' }, rerank];
  const file = SuiteFileSchema.parse({ variants: [{ name: DEFAULT_VARIANT, stages }] });
  return resolveSuite(file, config, 'the default suite');
}
