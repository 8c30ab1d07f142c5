import { describe, expect, it } from 'vitest';
import { report as deltaReport, stage } from '../../../test/delta-report.ts';
import { BM25, DENSE, FUSION, moved, sampleDelta, sampleReport } from '../../../test/sample-report.ts';
import type { Headline, LatencyRatio, StageDelta } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import { deriveDeltas } from '../../evals/delta/derive.ts';
import { familyEvidence } from '../../evals/stats/evidence.ts';
import { baselineIds } from '../view/stage-label.ts';
import { deltaTables } from './delta-table.ts';
import { evidenceLine } from './evidence-line.ts';
import { verdictLines } from './verdict-lines.ts';
import { verdictTable } from './verdict-table.ts';

const style = { width: 200, color: false, unicode: true };
const report = sampleReport([BM25, FUSION, { ...DENSE, name: 'rerank' }]);
const LATENCY: LatencyRatio = {
  ratio: 3.104,
  interval: { lower: 2.9, upper: 3.3, level: 0.95, method: 'bca' },
  margin: 0.2,
  repeats: 3,
};
const rerank = (changes: Partial<StageDelta> = {}, axis: StageDelta['axis'] = 'quality') =>
  sampleDelta(report, 'rerank', changes, axis);
const againstFusion = { baseline: 'default/fusion' };
const latency = (changes: Partial<StageDelta> = {}) =>
  rerank(
    {
      latency: LATENCY,
      direction: null,
      verdict: null,
      reason: 'not comparable: x',
      measures: { geometricMeanMs: moved(1, 3) },
      ...changes,
    },
    'latency',
  );

describe('the headline', () => {
  const lines = (headline: Headline, changes: Partial<StageDelta> = {}) =>
    verdictLines(report, [rerank({ headline, ...changes }), sampleDelta(report, 'fusion')], style);

  it('stands before the verdict on quality where guards make it another', () => {
    const [first, second] = lines({
      direction: 'MIXED',
      verdict: 'rerank: MIXED against bm25 — quality …; lost: latency',
    });
    expect(first).toBe('◆ rerank: MIXED against bm25 — quality …; lost: latency');
    expect(second).toMatch(/^▼ rerank: REGRESSION against bm25/);
  });
  it('is not said twice', () => {
    const { verdict, direction } = rerank();
    expect(lines({ direction, verdict })).toHaveLength(2);
    const reason = 'not comparable: two chunkers';
    const none = { direction: null, verdict: null, reason };
    expect(lines(none, none)[0]).toBe(`· rerank: no verdict, ${reason}`);
    expect(lines(none, none)).toHaveLength(2);
    expect(
      lines({ ...none, reason: 'structural: x' }, { isStructural: true, ...none, reason: 'structural: x' }),
    ).toHaveLength(2);
  });
  it('is not said of a structural stage, whatever was handed over', () => {
    const handedOver = { direction: 'MIXED', verdict: 'rerank: MIXED against bm25' } as const;
    expect(lines(handedOver, { isStructural: true, reason: 'structural: x' })[0]).toBe(
      '· rerank: no verdict, structural: x',
    );
  });
  it('that was not concluded says why', () => {
    const reason = 'not concluded: quality IMPROVEMENT, but cost is guarded and not measured';
    expect(lines({ direction: null, verdict: null, reason })[0]).toBe(`· rerank: no headline, ${reason}`);
  });
});

describe('notes', () => {
  const note = (message: string) => ({ code: 'x', message });
  it('stand under the verdict and its evidence, each once', () => {
    const [evidence] = familyEvidence([[0.1, 0.2, -0.1]], { alpha: 0.05 });
    const deltas = [
      rerank({ notes: [note('first\u001b'), note('shared')], ...(evidence === undefined ? {} : { evidence }) }),
      rerank({ ...againstFusion, notes: [note('shared'), note('own')] }),
      sampleDelta(report, 'fusion'),
    ];
    const [a = '', b = ''] = verdictLines(report, deltas, style);
    expect(a.split('\n').slice(1)).toEqual([
      expect.stringMatching(/^ {2}evidence: /),
      '  note: first\\x1b',
      '  note: shared',
    ]);
    expect(b.split('\n').slice(1)).toEqual(['  note: own']);
  });
});

describe('a stage with two references', () => {
  it('says which where there is no verdict', () => {
    const deltas = [rerank(), latency(), rerank(againstFusion), latency(againstFusion), sampleDelta(report, 'fusion')];
    const lines = verdictLines(report, deltas, style);
    expect(lines.slice(-2)).toEqual([
      '· rerank against bm25: no verdict on latency, not comparable: x',
      '· rerank against fusion: no verdict on latency, not comparable: x',
    ]);
    expect(verdictLines(report, [rerank(), latency(), sampleDelta(report, 'fusion')], style).at(-1)).toBe(
      '· rerank: no verdict on latency, not comparable: x',
    );
  });
  it('has a table for each, and its input is no baseline', () => {
    const deltas = [sampleDelta(report, 'fusion'), rerank(), rerank(againstFusion)];
    const titles = deltaTables(report, deltas, style).map((text) => text.split('\n')[0]);
    expect(titles).toEqual(['against bm25, 96 answerable topics', 'against fusion, 96 answerable topics']);
    expect(baselineIds(report, deltas)).toEqual(['default/bm25']);
    expect(baselineIds(report, [])).toEqual(['default/bm25']);
  });
});

describe('latency', () => {
  it('has its table also without a direction, and none without numbers or for structural stages', () => {
    const title = (delta: StageDelta) => deltaTables(report, [delta], style).map((text) => text.split('\n')[0]);
    expect(title(latency({ topics: 12 }))).toEqual(['latency against bm25, 12 topics']);
    expect(deltaTables(report, [latency()], style)[0]).toMatch(/^rerank +geometric mean ms +▲ \+2\.0000 +41 +35 +20$/m);
    const { latency: _, ...bare } = latency();
    expect(title(bare)).toEqual([]);
    expect(title(latency({ isStructural: true }))).toEqual([]);
  });
});

describe('the table of verdicts', () => {
  const rows = (deltas: readonly StageDelta[], width = 200) =>
    verdictTable(report, deltas, { ...style, width })
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));

  it('has a row per comparison: headline, primary measure, evidence, other axes', () => {
    const [evidence] = familyEvidence([[0, 0]], { alpha: 0.05 });
    const deltas = [
      sampleDelta(report, 'fusion', { headline: { direction: null, verdict: null, reason: 'x' } }),
      rerank({ headline: { direction: 'MIXED', verdict: 'x' }, ...(evidence === undefined ? {} : { evidence }) }),
      latency({ direction: 'REGRESSION', verdict: 'x' }),
      rerank(againstFusion),
      latency({ ...againstFusion, latency: { ...LATENCY, ratio: 1234.5 } }),
      rerank({ direction: 'NO CHANGE' }, 'abstention'),
    ];
    expect(rows(deltas).filter((_, i) => i !== 1)).toEqual([
      ['stage', 'against', 'verdict', 'nDCG@10', 'evidence', 'latency', 'abstention'],
      ['fusion', 'bm25', '–', '▼ −0.0399', '–', '–', '–'],
      ['rerank', 'bm25', '◆ MIXED', '▼ −0.1539', 'identical', '▼ ×3.10', '= NO CHANGE'],
      ['rerank', 'fusion', '▼ REGRESSION', '▼ −0.1539', '–', '×1235', '–'],
    ]);
  });
  it('has no columns that nothing fills, and no numbers of structural stages', () => {
    expect(rows([rerank()])[0]).toEqual(['stage', 'against', 'verdict', 'nDCG@10']);
    const structural = [rerank({ isStructural: true }), latency({ isStructural: true })];
    expect(rows(structural).filter((_, i) => i !== 1)).toEqual([
      ['stage', 'against', 'verdict', 'nDCG@10'],
      ['rerank', 'bm25', '–', '–'],
    ]);
  });
  it('names what does not fit', () => {
    const text = rows([rerank(), latency({ direction: 'REGRESSION', verdict: 'x' })], 44);
    expect(text.at(-1)).toEqual(['left out at 44 columns: latency']);
  });
});

describe('two chunkers', () => {
  it('have rows of the span measures that stand in', () => {
    const spans = { 'nDCG@10': [0], SpanRR: [0], 'SpanR@10': [0] };
    const measures = ['RR@10', 'SpanRR', 'SpanR@10', 'nDCG@10'];
    const raised = { ...spans, SpanRR: [1] };
    const input = deltaReport([stage('bm25', spans), stage('bm25', raised, { variant: 'small' })], [], { measures });
    const whole: Report = { ...report, ...input };
    const deltas = deriveDeltas(whole);
    expect(deltaTables(whole, deltas, style)[0]).toMatch(/small\/bm25 +SpanRR +▲ \+1\.0000.*\n +SpanR@10 +=/);
    expect(verdictTable(whole, deltas, style)).toContain('SpanRR ▲ +1.0000');
    expect(verdictLines(whole, deltas, style).join('\n')).toContain('evidence: SpanRR ');
  });
});

it('the evidence line says which minimum effect was declared', () => {
  const [evidence] = familyEvidence([[0.1, 0.2, -0.05, 0.15]], { alpha: 0.05, minimumEffect: 0.02 });
  expect(evidence === undefined ? '' : evidenceLine('nDCG@10', evidence, style)).toMatch(
    /; detectable here: 0\.\d{4}; minimum effect declared: 0\.02$/,
  );
});
