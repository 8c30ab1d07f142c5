import { describe, expect, it } from 'vitest';
import { sampleGate } from '../../test/sample-gates.ts';
import type { GateKind, GateStatus } from '../contracts/gate.ts';
import { exitCodeOfGates } from './exit.ts';

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
});
