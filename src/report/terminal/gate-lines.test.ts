import { describe, expect, it } from 'vitest';
import { FAILED_GATE, sampleGate, sampleGates } from '../../../test/sample-gates.ts';
import { BM25, sampleReport } from '../../../test/sample-report.ts';
import { acceptanceText, gateText, partialText } from './gate-lines.ts';
import { planText } from './plan-text.ts';

const style = { width: 80, color: false, unicode: true };
const ESCAPE = '\u001b[2J';

describe('gateText', () => {
  it('shows each gate with its sentence, the topics of a failed one, and how often the baseline was used', () => {
    const text = gateText(sampleGates([sampleGate(), FAILED_GATE]), style);
    expect(text).toContain('gates against evals/baselines/main.json');
    expect(text).toMatch(/^PASSED significant — default\/fusion: no evidence of regression/m);
    expect(text).toMatch(/^FAILED significant — default\/fusion: regression/m);
    expect(text).toContain('t1: nDCG@10 1.0000 to 0.5000 — restore a file');
    expect(text).toContain('comparison 14 with this baseline on this machine');
  });
  it('shows topics that two gates share once, and no count where there is none', () => {
    const text = gateText(sampleGates([FAILED_GATE, FAILED_GATE], { comparisonsOnThisMachine: null }), style);
    expect(text.match(/t1: nDCG@10/g)).toHaveLength(1);
    expect(text).not.toContain('on this machine');
  });
  it('is inert and as wide as the terminal', () => {
    const evil = sampleGate({ status: 'failed', gate: ESCAPE, sentence: `x ${ESCAPE} ${'y'.repeat(200)}` });
    const text = gateText(sampleGates([evil], { baseline: { ...sampleGates([]).baseline, file: ESCAPE } }), style);
    expect(text).not.toContain('\u001b');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe('partialText', () => {
  it('says which stage failed on topics, and nothing where none did', () => {
    expect(partialText(sampleReport([{ ...BM25, failed: 2 }]), style)).toBe(
      'PARTIAL default/bm25: 2 of 2 topics failed and count 0\n',
    );
    expect(partialText(sampleReport([BM25]), style)).toBe('');
  });
});

describe('acceptanceText', () => {
  const accepted = { file: 'b.json', incomparable: null, deltas: [], added: [], removed: [] };
  it.each([
    ['new', 'b.json is the baseline now; there was none'],
    ['replaced', 'b.json is replaced'],
    ['unchanged', 'b.json says the same already: left as it is'],
  ] as const)('says that it is %s', (change, text) => {
    expect(acceptanceText({ ...accepted, change }, style)).toBe(`${text}\n`);
  });
  it('says what came, what went, and why nothing can be compared', () => {
    const text = acceptanceText(
      { ...accepted, change: 'replaced', incomparable: 'other judgments', added: ['v/rerank'], removed: ['v/dense'] },
      style,
    );
    expect(text).toContain('not comparable with the old one: other judgments');
    expect(text).toContain('1 stage added: v/rerank');
    expect(text).toContain('1 stage removed: v/dense');
  });
});

describe('planText', () => {
  const plan = {
    golden: { name: 'lamp', version: '1', split: 'dev', topics: 5, answerable: 4 },
    stages: [
      { id: 'v/bm25', kind: 'bm25' },
      { id: 'v/dense', kind: 'dense' },
    ],
    baselineStage: 'v/bm25',
    primary: 'nDCG@10',
    secondary: ['RR@10'],
    measures: ['nDCG@10', 'RR@10', 'AP@100'],
    alpha: 0.05,
    familySize: 1,
    gates: [],
    gateFamilySize: 0,
    warnings: [],
  };
  it('says what would run, and guesses no spread', () => {
    const text = planText(plan, style);
    expect(text).toContain('v/bm25 (baseline), v/dense');
    expect(text).toContain('1 declared comparison, alpha 0.05');
    expect(text).toContain('not known: no baseline was given');
    expect(planText({ ...plan, detectable: [] }, style)).toContain('the baseline holds no comparison of these stages');
  });
  it('says what a baseline’s spread lets be detected', () => {
    const detectable = [{ stage: 'v/dense', against: 'v/bm25', minimumDetectableEffect: 0.0899, sd: 0.3 }];
    expect(planText({ ...plan, detectable }, style).replace(/\s+/g, ' ')).toContain(
      'v/dense against v/bm25: nDCG@10 0.0899',
    );
  });
});
