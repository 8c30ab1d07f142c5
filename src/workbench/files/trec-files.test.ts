import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readRun } from './trec-files.ts';

const cwd = mkdtempSync(join(tmpdir(), 'grk runs ü '));
afterAll(() => rmSync(cwd, { recursive: true }));

it('shows how far a large run is read, and nothing for a small one', async () => {
  const row = `t Q0 ${'d'.repeat(1000)}`;
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `${row}${i} 1 ${count - i} tag\n`).join('');
  writeFileSync(join(cwd, 'large.run'), rows(17_000));
  writeFileSync(join(cwd, 'small.run'), rows(10));
  const told: string[] = [];
  let advanced = 0;
  const progress = {
    start: (label: string, total: number) => told.push(`${label} ${total}`),
    advance: () => advanced++,
    done: () => told.push('done'),
  };
  for (const name of ['small.run', 'large.run'])
    await readRun({ cwd, signal: undefined, notice: () => {}, progress }, name);
  expect(told).toEqual(['reading large.run, MiB 17', 'done']);
  expect(advanced).toBe(17);
});
