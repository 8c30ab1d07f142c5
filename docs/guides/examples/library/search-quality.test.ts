// A search team's own test: npx vitest run --root docs/guides/examples/library
import { join } from 'node:path';
import { evaluate, type Report } from 'grk';
import { beforeAll, expect, test } from 'vitest';
import 'grk/vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const baseline = join(ROOT, 'evals/baselines/handbook.json');
let report: Report;

beforeAll(async () => {
  report = await evaluate({ suite: join(ROOT, 'evals/handbook.suite.json'), topK: 10, texts: false });
}, 60_000);

test('no supported regression of the last stage', () => {
  expect(report).not.toRegress(baseline, { gate: 'significant' });
});

test('bm25 loses on no measure of ours', () => {
  for (const measure of ['nDCG@10', 'RR@10']) {
    expect(report).not.toRegress(baseline, { gate: 'any-loss', stage: 'bm25', measure });
  }
});

test('a loss of more than .02 is ruled out', () => {
  expect(report).not.toRegress(baseline, { gate: 'non-inferior:0.02' });
});
