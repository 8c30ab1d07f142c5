import { describe, expect, it } from 'vitest';
import { BM25, FUSION, sampleDelta, sampleReport } from '../../test/sample-report.ts';
import type { Report } from '../contracts/report.ts';
import { terminalStyle } from '../report/style.ts';
import { exitCodeOfRun } from './exit.ts';
import type { Io } from './io.ts';
import type { Arguments } from './program.ts';
import { showReport } from './show-report.ts';

function shown(report: Report, args: object): { code: number; text: string } {
  let text = '';
  const style = () => terminalStyle({ isTTY: false, columns: 100, env: {}, wantsColor: false });
  const io = {
    out: (more: string) => {
      text += more;
    },
    outStyle: style,
  } as unknown as Io;
  const deltas = [sampleDelta(report, 'fusion')];
  return {
    code: showReport(io, args as Arguments, { report, deltas, file: 'r.json', exitCode: exitCodeOfRun(report) }),
    text,
  };
}

describe('a run in which topics failed', () => {
  const partial = sampleReport([BM25, { ...FUSION, failed: 2 }]);
  it('is partial and ends with 4, shown in full (deepeval PR#3234, ragas#634)', () => {
    const { code, text } = shown(partial, {});
    expect(code).toBe(4);
    expect(text).toContain('fusion: MIXED against bm25');
  });
  it('says the same under --json', () => {
    const { code, text } = shown(partial, { json: true });
    const summary = JSON.parse(text);
    expect([code, summary.exitCode, summary.stages.length, summary.deltas.length]).toEqual([4, 4, 2, 1]);
  });
});

it('a whole run ends with 0', () => {
  const { code, text } = shown(sampleReport([BM25, FUSION]), { json: true });
  expect([code, JSON.parse(text).exitCode]).toEqual([0, 0]);
});
