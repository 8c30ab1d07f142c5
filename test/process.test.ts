import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { grk, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('process');
smallGolden(join(folder, 'gold'));
writeFiles(folder, { 'docs/a.md': '# Walrus\n\nA walrus sleeps.\n', 'grk.config.json': '{}' });

beforeAll(async () => {
  expect((await grk(folder, ['ingest', 'docs'])).code).toBe(0);
});

/** Most whole-product tests run commands in their own process; this shows that the binary gives what they see. */
it.each<[number, string[]]>([
  [0, ['--help']],
  [0, ['ingest', 'docs', '--quiet']],
  [0, ['search', 'walrus', '--json']],
  [0, ['golden', 'check', '--golden', 'gold']],
  [1, ['search', 'zebra']],
  [2, ['evl']],
  [2, ['config', 'show', '--config', 'nowhere.json', '--json']],
  [4, ['eval', '--golden', 'gold', '--no-dense', '--topics', 'zzz*']],
])('the binary ends with %d and writes what the program writes in any process: %j', async (code, args) => {
  const [own, here] = [await grk(folder, args, { isProcess: true }), await grk(folder, args)];
  expect(own.code).toBe(code);
  expect(here).toEqual(own);
});
