import type { Config } from '../../contracts/config.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { VariantInFile } from '../../contracts/pipeline.ts';
import { type Suite, type SuiteFile, SuiteSchema } from '../../contracts/suite.ts';

/**
 * Gives every parameter that a suite leaves out the value of the configuration.
 * @param what the suite, as messages should name it
 * @throws GrkError GRK_CONFIG_INVALID where the two do not fit together
 */
export function resolveSuite(suite: SuiteFile, config: Config, what: string): Suite {
  const { excludeSelf, primary, secondary } = config;
  const { analyzer, engine } = config.lexical;
  const variants = suite.variants.map((variant) => ({
    analyzer,
    engine,
    ...variant,
    stages: variant.stages.map((stage) => resolveStage(stage, config)),
  }));
  return parseWith(
    SuiteSchema,
    { excludeSelf, primary, secondary, ...suite, variants },
    {
      what,
      code: 'GRK_CONFIG_INVALID',
      remedy: 'What a suite leaves out comes from the configuration: write it into the suite, or change it there.',
    },
  );
}

function resolveStage(stage: VariantInFile['stages'][number], { lexical, fusion }: Config): object {
  if (stage.kind === 'bm25') return { k1: lexical.k1, b: lexical.b, ...stage };
  return stage.kind === 'fusion' ? { ...fusion, ...stage } : stage;
}
