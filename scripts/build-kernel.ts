/** Compiles `kernel.wat` into `kernel-bytes.ts`. A test fails when the two differ. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import wabt from 'wabt';

const ROOM = new URL('../src/index/dense/exact/', import.meta.url);

/** @returns the text of `kernel-bytes.ts` for the committed `kernel.wat` */
export async function kernelSource(): Promise<string> {
  const wat = await readFile(new URL('kernel.wat', ROOM), 'utf8');
  const module = (await wabt()).parseWat('kernel.wat', wat, { simd: true });
  try {
    module.validate();
    const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64');
    const lines = base64.match(/.{1,100}/g) ?? [];
    return [
      '/** `kernel.wat` compiled; written by `scripts/build-kernel.ts`. */',
      'export const KERNEL_BASE64 =',
      `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
      '',
    ].join('\n');
  } finally {
    module.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(new URL('kernel-bytes.ts', ROOM), await kernelSource());
  console.log('wrote src/index/dense/exact/kernel-bytes.ts');
}
