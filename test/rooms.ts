/** One row per room, in data-flow order: what it may import besides itself. The longest matching path wins. */
export interface Room {
  readonly path: string;
  readonly imports: readonly string[];
  readonly packages: readonly string[];
  /** A pure room touches no clock, disk, network or randomness, and no `node:` module. */
  readonly isPure: boolean;
}

const pure = (path: string, imports: string[], packages: string[] = []): Room => ({
  path,
  imports,
  packages,
  isPure: true,
});
const edge = (path: string, imports: string[], packages: string[] = []): Room => ({
  path,
  imports,
  packages,
  isPure: false,
});

export const ROOMS: readonly Room[] = [
  pure('contracts', [], ['zod', 'fastest-levenshtein']),
  pure('ingest/chunk', ['contracts']),
  pure('ingest/profile', ['contracts'], ['franc-min']),
  edge('ingest/extract', ['contracts'], ['parse5', 'mammoth', 'unpdf']),
  edge('ingest', ['contracts', 'ingest/chunk', 'ingest/extract'], ['fdir', 'ignore', 'picomatch', 'yaml']),
  edge('index', ['contracts']),
  pure('index/lexical', ['contracts'], ['stopword', 'stemmer', 'minisearch']),
  pure('index/dense/exact', ['contracts']),
  edge('index/dense', ['contracts', 'index/dense/exact'], ['@lancedb/lancedb', 'apache-arrow']),
  pure('retrieval/fusion', ['contracts']),
  pure('retrieval', ['contracts', 'retrieval/fusion']),
  edge('providers', ['contracts'], ['@huggingface/tokenizers', '@huggingface/transformers', 'ollama', 'zod']),
  edge('store', ['contracts'], ['better-sqlite3']),
  edge('evals/golden', ['contracts'], ['picomatch', 'zod']),
  pure('evals/metrics', ['contracts']),
  pure('evals/trec', ['contracts', 'evals/metrics']),
  pure('evals/stats', ['contracts'], ['pure-rand', 'cephes']),
  pure('evals/delta', ['contracts', 'evals/metrics', 'evals/stats']),
  edge('evals/run', ['contracts', 'retrieval', 'retrieval/fusion', 'evals/metrics']),
  pure('report/view', ['contracts']),
  pure('report/charts', ['contracts', 'report/view']),
  pure('report/html', ['contracts', 'report/view']),
  edge('report/html/client', ['report/view', 'report/html'], ['minisearch']),
  edge('report/image', ['contracts'], ['vega', 'vega-lite', '@resvg/resvg-js']),
  edge(
    'report',
    ['contracts', 'report/view'],
    ['cli-table3', 'picocolors', 'cli-progress', 'string-width', 'junit-report-builder'],
  ),
  edge('config', ['contracts']),
  edge('workbench/session', ['contracts', 'config', 'store']),
  edge('workbench/files', [
    'contracts',
    'config',
    'store',
    'evals/golden',
    'evals/metrics',
    'evals/trec',
    'evals/run',
    'workbench/session',
  ]),
  edge('workbench/collections', [
    'contracts',
    'config',
    'ingest',
    'ingest/chunk',
    'ingest/profile',
    'index',
    'index/lexical',
    'index/dense',
    'retrieval',
    'providers',
    'store',
    'evals/golden',
    'evals/run',
    'workbench/session',
  ]),
  edge('workbench/golden', [
    'contracts',
    'ingest',
    'index/lexical',
    'store',
    'evals/golden',
    'evals/trec',
    'evals/stats',
    'evals/delta',
    'workbench/session',
    'workbench/files',
    'workbench/collections',
  ]),
  edge('workbench/eval', [
    'contracts',
    'config',
    'ingest',
    'index/dense',
    'index/dense/exact',
    'retrieval',
    'providers',
    'evals/golden',
    'evals/metrics',
    'evals/trec',
    'evals/stats',
    'evals/delta',
    'evals/run',
    'workbench/session',
    'workbench/files',
    'workbench/collections',
    'workbench/golden',
  ]),
  edge('workbench/compare', [
    'contracts',
    'ingest',
    'ingest/chunk',
    'evals/golden',
    'evals/metrics',
    'evals/trec',
    'evals/delta',
    'evals/run',
    'workbench/files',
    'workbench/collections',
    'workbench/eval',
  ]),
  edge('workbench/library', [
    'contracts',
    'config',
    'evals/metrics',
    'evals/trec',
    'evals/delta',
    'evals/run',
    'workbench/session',
    'workbench/files',
    'workbench/collections',
    'workbench/golden',
    'workbench/eval',
    'workbench/compare',
  ]),
  edge('workbench', [
    'contracts',
    'config',
    'index/dense',
    'providers',
    'store',
    'evals/trec',
    'evals/delta',
    'workbench/session',
    'workbench/files',
  ]),
  edge(
    'cli',
    [
      'contracts',
      'config',
      'workbench/session',
      'workbench/files',
      'workbench/collections',
      'workbench/golden',
      'workbench/eval',
      'workbench/compare',
      'workbench',
      'report/view',
      'report/charts',
      'report/html',
      'report/image',
      'report',
    ],
    ['yargs'],
  ),
];

/** The library: files that name what of the rooms is public. */
export const LIBRARY: readonly Room[] = [
  edge('index.ts', [
    'contracts',
    'workbench/session',
    'workbench/files',
    'workbench/collections',
    'workbench/golden',
    'workbench/eval',
    'workbench/compare',
    'workbench/library',
    'workbench',
  ]),
  edge('vitest.ts', ['report', 'workbench/library'], ['vitest']),
];

/** The one file that imports what no literal names: the module that a suite names. */
export const LOADS_USER_MODULE = 'providers/external/load-module.ts';

/** Words that name no concern. */
export const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|misc|shared|lib)(\/|\.ts$)/;
export const MAX_LINES = 300;
