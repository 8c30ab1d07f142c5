import type { Config } from '../../contracts/config.ts';
import { parseWith } from '../../contracts/parse.ts';
import { type Suite, SuiteSchema } from '../../contracts/suite.ts';

export const DEFAULT_VARIANT = 'default';

/** What `grk eval` runs without a suite: bm25, dense, fusion, rerank over one index, by the configuration. */
export function defaultSuite(config: Config): Suite {
  const { k1, b, analyzer, engine } = config.lexical;
  return parseWith(
    SuiteSchema,
    {
      excludeSelf: config.excludeSelf,
      primary: config.primary,
      secondary: config.secondary,
      variants: [
        {
          name: DEFAULT_VARIANT,
          analyzer,
          engine,
          stages: [
            { kind: 'bm25', k1, b },
            { kind: 'dense' },
            { kind: 'fusion', ...config.fusion },
            { kind: 'rerank', reranker: 'default' },
          ],
        },
      ],
    },
    { what: 'the default suite', code: 'GRK_CONFIG_INVALID' },
  );
}
