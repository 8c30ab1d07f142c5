import { type Config, NO_RERANKER } from '../../contracts/config.ts';
import { type Suite, SuiteFileSchema } from '../../contracts/suite.ts';
import { resolveSuite } from './resolve-suite.ts';

export const DEFAULT_VARIANT = 'default';

/**
 * What `grk eval` runs without a suite: bm25, dense, fusion, rerank over one index, by the configuration. Where that names
 * no reranker on purpose there is no rerank stage.
 */
export function defaultSuite(config: Config): Suite {
  const { reranker } = config;
  const rerank = reranker === NO_RERANKER ? [] : [{ kind: 'rerank', reranker }];
  const stages = [{ kind: 'bm25' }, { kind: 'dense' }, { kind: 'fusion' }, ...rerank];
  const file = SuiteFileSchema.parse({ variants: [{ name: DEFAULT_VARIANT, stages }] });
  return resolveSuite(file, config, 'the default suite');
}
