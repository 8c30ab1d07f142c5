import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { staleFiles } from '../scripts/sample-files.ts';
import { workFolder, writeFiles } from './binary.ts';

const folder = workFolder('samples');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000006e40000031c', 'hex');
const report = (stages: object[], totalMs = 1) =>
  JSON.stringify({ golden: { topics: 2 }, topics: ['t1'], stages, timing: { totalMs } });
const BM25 = { id: 'default/bm25', means: { 'nDCG@10': 0.5 } };
const RERANK = { id: 'default/rerank', means: { 'nDCG@10': 0.6 } };
const KEPT = {
  'show.txt': 'a',
  'delta.png': PNG,
  'charts/delta.svg': '<svg/>',
  'default.json': report([BM25, RERANK]),
};

let count = 0;
describe('samples that are not fresh', () => {
  const stale = (change: Readonly<Record<string, string | Buffer>>, kept: Readonly<Record<string, string>> = {}) => {
    const name = String(count++);
    writeFiles(join(folder, name, 'kept'), { ...KEPT, ...kept });
    writeFiles(join(folder, name, 'fresh'), { ...KEPT, ...change });
    return staleFiles(join(folder, name, 'kept'), join(folder, name, 'fresh'));
  };
  it('are other bytes, other sizes of images, other scores, files too few and too many', () => {
    expect(stale({ 'show.txt': 'b' })).toEqual(['show.txt']);
    expect(stale({ 'delta.png': Buffer.concat([PNG.subarray(0, 23), Buffer.from([1])]) })).toEqual(['delta.png']);
    expect(stale({ 'default.json': report([{ ...BM25, means: { 'nDCG@10': 0.4 } }]) })).toEqual(['default.json']);
    expect(stale({ 'charts/new.svg': '<svg/>' })).toEqual(['charts/new.svg']);
    expect(stale({}, { 'charts/old.svg': '<svg/>' })).toEqual(['charts/old.svg']);
  });
  it('are not other times, other pixels, stages that a check leaves out, or files beside the samples', () => {
    expect(stale({ 'default.json': report([BM25], 9) })).toEqual([]);
    expect(stale({ 'delta.png': Buffer.concat([PNG, Buffer.from([1])]) })).toEqual([]);
    expect(stale({}, { 'page-phone.png': 'x' })).toEqual([]);
  });
});
