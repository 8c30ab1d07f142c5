import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ReportSchema } from '../src/contracts/report.ts';
import { grk, workFolder, writeFiles } from './binary.ts';
import { hasOracles, readOracle, SHARED, whySkipped } from './trec-input.ts';

const folder = workFolder('scifact');

it.skipIf(!hasOracles)(`gives the published means of third-party runs, and of their fusion${whySkipped}`, async () => {
  const stage = (name: string, run: string) => ({ kind: 'external', name, source: { run } });
  const stages = [
    stage('bm25', 'runs/bm25.run'),
    stage('dense', 'runs/dense.run.gz'),
    stage('sparse', 'runs/sparse.run'),
    { kind: 'fusion', legs: ['bm25', 'dense'] },
  ];
  const golden = join(SHARED, 'datasets', 'scifact');
  writeFiles(folder, {
    'rrf.suite.json': JSON.stringify({ golden, split: 'test', variants: [{ name: 'runs', stages }] }),
    'runs/bm25.run': readOracle('scifact_runs/grk-bm25-lucene-k0.9-b0.4.run'),
    'runs/dense.run.gz': gzipSync(readOracle('scifact_runs/knarfthekant-dense.run')),
    'runs/sparse.run': readOracle('scifact_runs/knarfthekant-sparse.run'),
  });
  const { code, err } = await grk(folder, ['eval', 'rrf.suite.json', '--out', 'r.json']);
  expect([code, err]).toEqual([0, '']);
  const report = ReportSchema.parse(JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')));
  const means = report.stages.map((each) => [
    each.name,
    each.means['nDCG@10']?.toFixed(4),
    each.means['R@100']?.toFixed(4),
  ]);
  expect(means).toEqual([
    ['bm25', '0.6769', '0.9287'],
    ['dense', '0.6451', '0.9250'],
    ['sparse', '0.5597', expect.any(String)],
    ['fusion', '0.7172', '0.9550'],
  ]);
  expect(report.warnings).toEqual([]);
});
