import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { quickstartOutput, shownOutput, withoutLatency } from '../scripts/readme-output.ts';
import { ROOT } from './binary.ts';

it('the README shows what the quickstart prints (npm run docs): to the digit where that is equal on every machine', () => {
  const shown = withoutLatency(shownOutput(readFileSync(join(ROOT, 'README.md'), 'utf8'))).split('\n');
  const output = withoutLatency(quickstartOutput(ROOT, '--reranker', 'none'));
  // What follows depends on how many stages there are.
  const fixed = output.slice(0, output.indexOf('by category')).split('\n').slice(0, -1);
  expect(fixed.filter((line) => /\d\.\d{4}/.test(line)).length).toBeGreaterThan(12);
  expect(fixed.filter((line) => !shown.includes(line))).toEqual([]);
  for (const start of [
    'rerank  nDCG@10',
    'rerank over the top 50 of fusion',
    '· rerank against fusion: no verdict on abstention',
  ]) {
    expect(shown.filter((line) => line.startsWith(start))).not.toEqual([]);
  }
});
