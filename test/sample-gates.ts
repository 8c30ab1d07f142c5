import type { GateOutcome, GateResult } from '../src/contracts/gate.ts';

const SHA = 'a'.repeat(64);

export function sampleGate(changes: Partial<GateResult> = {}): GateResult {
  return {
    gate: 'significant',
    kind: 'significant',
    margin: 0,
    axis: 'quality',
    stage: 'default/fusion',
    measure: 'nDCG@10',
    status: 'passed',
    sentence: 'default/fusion: no evidence of regression — nDCG@10 identical on 96 topics',
    comparisons: [],
    losers: [],
    ...changes,
  };
}

export function sampleGates(results: readonly GateResult[], changes: Partial<GateOutcome> = {}): GateOutcome {
  return {
    baseline: { file: 'evals/baselines/main.json', runConfigSha256: SHA, corpusSha256: SHA },
    familySize: 1,
    isStrict: false,
    results,
    deltas: [],
    comparisonsOnThisMachine: 14,
    ...changes,
  };
}

export const FAILED_GATE: GateResult = sampleGate({
  status: 'failed',
  sentence: 'default/fusion: regression — nDCG@10 −0.0500 (0 wins, 90 ties, 6 losses), supported, p 0.0313',
  losers: [{ topicId: 't1', query: 'restore a file', measure: 'nDCG@10', baseline: 1, candidate: 0.5 }],
});
