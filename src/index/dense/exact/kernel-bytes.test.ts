import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { kernelSource } from '../../../../scripts/build-kernel.ts';

it('kernel-bytes.ts is what kernel.wat compiles to (if not: npx tsx scripts/build-kernel.ts)', async () => {
  expect(await readFile(new URL('kernel-bytes.ts', import.meta.url), 'utf8')).toBe(await kernelSource());
});
