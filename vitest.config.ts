import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    testTimeout: 30_000,
    pool: 'forks',
    // By default one core is left free; whole-product tests mostly wait for processes of their own.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.ts', 'src/**/*.contract.ts', 'src/cli/main.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
  },
});
