import { describe, expect, it } from 'vitest';
import { FAILED_GATE, sampleGate, sampleGates } from '../../../test/sample-gates.ts';
import { BM25, FUSION, sampleReport } from '../../../test/sample-report.ts';
import type { GateResult } from '../../contracts/gate.ts';
import { githubAnnotations } from './github.ts';
import { gateJunit } from './junit.ts';

const UNMEASURED = sampleGate({
  gate: 'bm25=any-loss@latency',
  kind: 'any-loss',
  stage: 'default/bm25',
  status: 'unmeasured',
  sentence: 'not measured, no pairs',
});
const UNDECIDED = sampleGate({ gate: 'significant@RR@10', status: 'undecidable', sentence: 'undecidable' });
const gated = (results: GateResult[], failed = 0) => ({
  report: sampleReport([BM25, { ...FUSION, failed }]),
  gates: sampleGates(results),
});
const blocks = ({ status }: { status: string }) => status === 'failed' || status === 'unmeasured';

describe('JUnit', () => {
  const xml = gateJunit(gated([sampleGate(), FAILED_GATE, UNMEASURED, UNDECIDED]), blocks);
  it('has a suite per stage, a case per gate, a failure and an error where they belong', () => {
    expect(xml).toContain('<testsuites name="grk gates" tests="4" failures="1" errors="1"');
    expect(xml).toContain('<testsuite name="default/fusion" tests="3" failures="1" errors="0"');
    expect(xml).toContain('<failure message="default/fusion: regression — nDCG@10 −0.0500');
    expect(xml).toContain('<error message="not measured, no pairs" type="unmeasured"/>');
  });
  it('makes an error of an undecided gate that blocks', () => {
    expect(gateJunit(gated([UNDECIDED]), () => true)).toContain('<error message="undecidable" type="undecidable"/>');
    expect(gateJunit(gated([UNDECIDED]), () => false)).not.toContain('<error ');
  });
  it('makes an error of a stage with failed topics, whatever its gates say', () => {
    const text = gateJunit(gated([sampleGate()], 2), blocks);
    expect(text).toContain('<testsuite name="default/fusion" tests="2" failures="0" errors="1"');
    expect(text).toContain('<error message="default/fusion: 2 of 2 topics failed and count 0" type="partial"/>');
  });
  it('keeps the cases of two reports apart', () => {
    expect(gateJunit(gated([sampleGate()]), blocks)).toContain('tests="1"');
  });
  it('holds no character that XML cannot hold', () => {
    const gate = sampleGate({ status: 'failed', gate: 'a\u0000\u001b"<&\ud800\uffff', sentence: ']]>\u0007<x>' });
    const text = gateJunit(gated([gate]), blocks);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\uffff]|\p{Cs}/u);
    expect(text).toContain('message="]]>\\x07&lt;x>"');
  });
});

describe('annotations of GitHub', () => {
  it('say what did not pass, an error where it blocks', () => {
    expect(githubAnnotations(gated([sampleGate(), FAILED_GATE, UNDECIDED]), blocks).split('\n')).toEqual([
      expect.stringMatching(/^::error title=grk gate failed%3A significant::default\/fusion: regression/),
      '::warning title=grk gate undecidable%3A significant@RR@10::undecidable',
      '',
    ]);
  });
  it('say that a run is partial, though its gates passed', () => {
    expect(githubAnnotations(gated([sampleGate()], 2), blocks)).toBe(
      '::error title=grk partial run::default/fusion: 2 of 2 topics failed and count 0\n',
    );
  });
  it('cannot be broken out of', () => {
    const gate = sampleGate({ status: 'failed', gate: 'a,b::c', sentence: '100 %\n::set-output name=x::y' });
    expect(githubAnnotations(gated([gate]), blocks)).toBe(
      '::error title=grk gate failed%3A a%2Cb%3A%3Ac::100 %25 ::set-output name=x::y\n',
    );
  });
});
