import { flatten } from '../../config/layers.ts';
import { type LoadedConfig, variableOf } from '../../config/load.ts';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import type { Config } from '../../contracts/config.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { VariantInFile } from '../../contracts/pipeline.ts';
import type { SuiteFile } from '../../contracts/suite.ts';

/** A value that a suite gives itself, and the configuration's that it stands in for. */
interface Override {
  /** Where it is in the suite. */
  readonly path: string;
  /** Dotted key of the configuration. */
  readonly key: string;
  readonly own: unknown;
  readonly configured: unknown;
}

/**
 * Refuses an option or variable whose value the suite replaces by its own: it would be without effect.
 * @throws GrkError GRK_USAGE naming both
 */
export function refuseOverridden({ config, origins }: LoadedConfig, suite: SuiteFile, file: string): void {
  for (const { path, key, own, configured } of overridesOf(suite, config)) {
    if (own === undefined || canonicalJson(own) === canonicalJson(configured ?? null)) continue;
    const set = [...origins].find(
      ([name, origin]) => (name === key || name.startsWith(`${key}.`)) && (origin === 'flag' || origin === 'env'),
    );
    if (set === undefined) continue;
    const [name, origin] = set;
    const value = flatten(config).find(([each]) => each === name)?.[1];
    throw new GrkError(
      'GRK_USAGE',
      `${origin === 'env' ? variableOf(name) : `the option ${name}`} is ${JSON.stringify(value)}, but ${path} of the suite ${file} is ${JSON.stringify(own)}`,
      { remedy: `Leave the one or the other out: the suite’s own value would be used.` },
    );
  }
}

function overridesOf(suite: SuiteFile, config: Config): Override[] {
  const { primary, secondary, excludeSelf } = config;
  return [
    { path: 'primary', key: 'primary', own: suite.primary, configured: primary },
    { path: 'secondary', key: 'secondary', own: suite.secondary, configured: secondary },
    { path: 'excludeSelf', key: 'excludeSelf', own: suite.excludeSelf, configured: excludeSelf },
    ...suite.variants.flatMap((variant, i) => variantOverrides(variant, `variants[${i}]`, config)),
  ];
}

function variantOverrides(variant: VariantInFile, at: string, config: Config): Override[] {
  const { chunker, lexical, embedder, fusion } = config;
  return [
    { path: `${at}.chunker`, key: 'chunker', own: variant.chunker, configured: chunker },
    { path: `${at}.analyzer`, key: 'lexical.analyzer', own: variant.analyzer, configured: lexical.analyzer },
    { path: `${at}.engine`, key: 'lexical.engine', own: variant.engine, configured: lexical.engine },
    { path: `${at}.embedder`, key: 'embedder', own: variant.embedder, configured: embedder },
    ...variant.stages.flatMap((stage, i): Override[] => {
      const path = (key: string) => `${at}.stages[${i}].${key}`;
      if (stage.kind === 'bm25') {
        return (['k1', 'b'] as const).map((key) => ({
          path: path(key),
          key: `lexical.${key}`,
          own: stage[key],
          configured: lexical[key],
        }));
      }
      if (stage.kind === 'rerank') {
        return [{ path: path('reranker'), key: 'reranker', own: stage.reranker, configured: config.reranker }];
      }
      if (stage.kind !== 'fusion') return [];
      return (['method', 'k', 'weights', 'window'] as const).map((key) => ({
        path: path(key),
        key: `fusion.${key}`,
        own: stage[key],
        configured: fusion[key],
      }));
    }),
  ];
}
