import { defineConfig } from 'vitest/config';

const TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'];
/** They change what all files of a process share: modules, environment variables, folders of a shared double. */
const ALONE = [
  'src/providers/rerankers/http/http-reranker.test.ts',
  'src/ingest/vanishing-files.test.ts',
  'src/index/dense/sync-files.test.ts',
  'src/workbench/models/*.test.ts',
  'test/truncation.test.ts',
];

/** Suites with real models: run where asked for, and then never skipped. */
const GATED = ['eval', 'rerank']
  .filter((suite) => process.env[`${suite.toUpperCase()}_GATED`] === '1')
  .map((suite) => `test/gated/${suite}.test.ts`);

export default defineConfig({
  test: {
    testTimeout: 30_000,
    pool: 'forks',
    // By default one core is left free; whole-product tests mostly wait for processes of their own.
    maxWorkers: '100%',
    // The build is loaded as it is.
    server: { deps: { external: [/\/dist\/(?!.*node_modules)/] } },
    projects: [
      // Loading the same modules for each file took most of the time.
      { extends: true, test: { name: 'tests', include: TESTS, exclude: [...ALONE, 'test/gated/**'], isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
      ...(GATED.length === 0 ? [] : [{ extends: true as const, test: { name: 'gated', include: GATED } }]),
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts', 'src/**/*.contract.ts', 'src/cli/main.ts', 'src/report/html/client/**'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
});
