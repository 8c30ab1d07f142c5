import { describe, expect, it } from 'vitest';
import { sampleGate } from '../../test/sample-gates.ts';
import { BM25, sampleReport } from '../../test/sample-report.ts';
import type { GateKind, GateStatus } from '../contracts/gate.ts';
import { type CheckStatus, OPENS } from '../contracts/models.ts';
import { exitCodeOfGated, exitCodeOfGates, exitCodeOfVerify, firstOf } from './exit.ts';

const of = (isStrict: boolean, ...gates: [GateStatus, GateKind?][]) =>
  exitCodeOfGates({ isStrict, results: gates.map(([status, kind = 'significant']) => sampleGate({ status, kind })) });

describe('the exit code of gates', () => {
  it.each([
    [false, ['passed'], 0],
    [true, ['passed'], 0],
    [false, ['undecidable'], 0],
    [true, ['undecidable'], 4],
    [false, ['unmeasured'], 4],
    [false, ['passed', 'failed'], 3],
    [true, ['unmeasured', 'undecidable', 'failed'], 3],
    [false, ['passed', 'unmeasured'], 4],
  ] as const)('strict %s, %j: %i', (isStrict, statuses, code) => {
    expect(of(isStrict, ...statuses.map((status): [GateStatus] => [status]))).toBe(code);
  });
  it('lets no non-inferior gate pass undecided, strict or not', () => {
    expect(of(false, ['undecidable', 'non-inferior'])).toBe(4);
    expect(of(false, ['undecidable', 'any-loss'])).toBe(0);
  });
  it.each([
    ['passed', 0, 0],
    ['passed', 1, 4],
    ['failed', 1, 3],
  ] as const)('of a report whose gate %s with %i failed topics: %i', (status, failed, code) => {
    const gates = { isStrict: false, results: [sampleGate({ status })] };
    expect(exitCodeOfGated(sampleReport([{ ...BM25, failed }]), gates)).toBe(code);
  });
  it('is the first of 130, 2, 1, 3, 4', () => {
    expect([firstOf(4, 3), firstOf(3, 1), firstOf(1, 2), firstOf(2, 130), firstOf(0, 4), firstOf(0)]).toEqual([
      3, 1, 2, 130, 4, 0,
    ]);
  });
});

describe('the exit code of a check of models', () => {
  it.each<[readonly (readonly CheckStatus[])[], number]>([
    [[['ok', 'not possible']], 0],
    [[['ok'], ['not possible']], 4],
    [[['not possible'], ['ok', 'failed']], 1],
    [[[]], 4],
  ])('%j: %i', (models, code) => {
    // That a model can be opened is no check of it.
    const checksOf = (statuses: readonly CheckStatus[]) => [
      { name: OPENS, status: 'ok' as const, detail: '' },
      ...statuses.map((status, i) => ({ name: `check ${i}`, status, detail: '' })),
    ];
    const verified = models.map(
      (statuses) => ({ id: 'm', kind: 'embedder', checks: checksOf(statuses), speed: null }) as const,
    );
    expect(exitCodeOfVerify({ models: verified })).toBe(code);
  });
});
