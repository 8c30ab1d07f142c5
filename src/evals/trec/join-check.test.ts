import { describe, expect, it } from 'vitest';
import { hasOracles, qrelsFrom, readOracle, runFrom, whySkipped } from '../../../test/trec-input.ts';
import { joinSuspicion } from './join-check.ts';

const runOf = (...docs: string[]) => runFrom(docs.map((doc, i) => `q Q0 ${doc} 0 ${docs.length - i} t\n`).join(''));
const qrelsOf = (...docs: string[]) => qrelsFrom(docs.map((doc) => `q 0 ${doc} 1\n`).join(''));

describe('joinSuspicion', () => {
  it.each<[string, string, string]>([
    ['doc1-0', 'doc1', 'without their last part'],
    ['doc1#p3', 'doc1', 'without their last part'],
    ['docs/a.md', 'docs/a', 'without their last part'],
    ['msmarco:doc1', 'doc1', 'without their first part'],
    ['corpus/en/a.md', 'a.md', 'without the path before their last part'],
    ['DOC1', 'doc1', 'in lower case'],
    ['doc1', 'DOC1', 'in upper case'],
    ['007', '7', 'without leading zeros'],
  ])('finds that %s is %s %s', (retrieved, judged, rule) => {
    expect(joinSuspicion(qrelsOf(judged, 'z'), runOf('z', retrieved, 'unjudged'))).toEqual({
      rule,
      mended: 1,
      unknown: 2,
      example: { retrieved, judged },
    });
  });

  it('finds nothing where documents were not judged, or all were', () => {
    expect(joinSuspicion(qrelsOf('FT911-1', '7'), runOf('FT911-2', 'FT912-1', '8', '7'))).toBeUndefined();
    expect(joinSuspicion(qrelsOf('a-1', 'a'), runOf('a-1', 'a'))).toBeUndefined();
  });

  it('takes one id in more than a hundred for a coincidence', () => {
    const others = Array.from({ length: 99 }, (_, i) => `x${i}`);
    expect(joinSuspicion(qrelsOf('d1'), runOf('d1-0', ...others))).toMatchObject({ mended: 1, unknown: 100 });
    expect(joinSuspicion(qrelsOf('d1'), runOf('d1-0', 'x99', ...others))).toBeUndefined();
  });

  it.runIf(hasOracles).each([
    ['nist/qrels.test', 'nist/results.test'],
    ['scifact_runs/scifact.test.qrels', 'scifact_runs/knarfthekant-dense.run'],
    ['scifact_runs/scifact.test.qrels', 'scifact_runs/knarfthekant-sparse.run'],
    ['scifact_runs/scifact.test.qrels', 'scifact_runs/grk-bm25-lucene-k0.9-b0.4.run'],
    ['anserini/cacm.qrels', 'anserini/cacm-bm25.run'],
    ['torture/torture.qrels', 'torture/torture.run'],
  ])(`is silent on pooled runs: %s${whySkipped}`, (qrels, run) => {
    expect(joinSuspicion(qrelsFrom(readOracle(qrels)), runFrom(readOracle(run)))).toBeUndefined();
  });
});
