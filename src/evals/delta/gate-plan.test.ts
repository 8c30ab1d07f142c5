import { describe, expect, it } from 'vitest';
import { parseGate } from './gate-grammar.ts';
import { gateFamilySize, planGates } from './gate-plan.ts';

const SCOPE = {
  stages: ['a/bm25', 'a/fusion', 'b/bm25'],
  measures: ['nDCG@10', 'RR@10', 'P(rel=2)@5', 'NumRet'],
  primary: 'nDCG@10',
  topics: [
    { category: 'code', split: 'dev', slices: ['table'] },
    { category: 'table', split: 'dev', slices: ['a/b'] },
  ],
};
const plan = (...texts: string[]) => planGates(texts, SCOPE);
const fault = (text: string) => {
  try {
    plan(text);
  } catch (error) {
    return error as { code: string; message: string; remedy: string };
  }
  throw new Error(`${text} was taken`);
};

describe('the grammar of gates', () => {
  it.each([
    ['significant', { stage: undefined, kind: 'significant', margin: 0, axis: 'quality', measure: undefined }],
    ['any-loss@RR@10', { kind: 'any-loss', measure: 'RR@10' }],
    ['any-loss:0.01', { kind: 'any-loss', margin: 0.01 }],
    [
      'a/fusion=non-inferior:.02@P[rel=2]@5/code',
      { stage: 'a/fusion', margin: 0.02, measure: 'P(rel=2)@5', slice: 'code' },
    ],
    ['significant@P(rel=2)@5', { stage: undefined, measure: 'P(rel=2)@5', slice: undefined }],
    ['significant@ndcg_cut.10', { measure: 'nDCG@10' }],
    ['any-loss@abstention', { axis: 'abstention', measure: undefined }],
    ['non-inferior:1e-2@latency', { axis: 'latency', margin: 0.01 }],
    ['any-loss:0.05@failed/code', { axis: 'failed', margin: 0.05, slice: 'code' }],
    ['any-loss@nDCG@10/a/b', { slice: 'a/b' }],
    ['any-loss:5@NumRet', { margin: 5, measure: 'NumRet' }],
  ])('reads %s', (text, parts) => {
    expect(parseGate(text)).toMatchObject({ gate: text, ...parts });
  });
  it.each([
    ['', 'GRK_UNKNOWN_NAME', 'there is no kind of gate ""'],
    ['signifcant', 'GRK_UNKNOWN_NAME', 'Did you mean "significant"?'],
    ['nDCG@10', 'GRK_UNKNOWN_NAME', 'Did you mean "significant@nDCG@10"?'],
    ['nDGC@10', 'GRK_UNKNOWN_NAME', 'Did you mean "significant@nDCG@10"?'],
    ['significant@nDGC@10', 'GRK_UNKNOWN_NAME', 'Did you mean "nDCG@10"?'],
    ['significant@abstension', 'GRK_UNKNOWN_NAME', 'Did you mean "abstention"?'],
    ['significant@', 'GRK_USAGE', 'no measure stands after "@"'],
    ['significant@RR@10/', 'GRK_USAGE', 'no slice stands after "/"'],
    ['=significant', 'GRK_USAGE', 'no stage stands before "="'],
    ['a=b=significant', 'GRK_USAGE', 'it does not have the form of a gate'],
    ['significant:0.1', 'GRK_USAGE', 'significant takes no margin'],
    ['non-inferior', 'GRK_USAGE', 'non-inferior needs a margin'],
    ['non-inferior:', 'GRK_USAGE', 'the margin "" is not a number from 0'],
    ['non-inferior:0', 'GRK_USAGE', 'lies above 0'],
    ['non-inferior:-0.1', 'GRK_USAGE', 'the margin "-0.1" is not a number from 0'],
    ['non-inferior:2%', 'GRK_USAGE', 'the margin "2%" is not a number from 0'],
    ['non-inferior:2', 'GRK_USAGE', 'is never exceeded: it is a share, below 1'],
    ['any-loss:1@failed', 'GRK_USAGE', 'is never exceeded'],
    ['any-loss:1e999', 'GRK_USAGE', 'is not a number from 0'],
    ['bm52=any-loss', 'GRK_UNKNOWN_NAME', 'there is no stage "bm52".'],
    ['a/fusoin=any-loss', 'GRK_UNKNOWN_NAME', 'Did you mean "a/fusion"?'],
    ['bm25=any-loss', 'GRK_UNKNOWN_NAME', 'the gate "bm25=any-loss": several stages are named "bm25"'],
    ['any-loss@nDCG@11', 'GRK_UNKNOWN_NAME', 'nDCG@11 is not measured here. Did you mean "nDCG@10"?'],
    ['any-loss@RR@10/coed', 'GRK_UNKNOWN_NAME', 'Did you mean "code"?'],
    ['any-loss@RR@10/table', 'GRK_USAGE', '"table" is a category and a slice'],
  ])('refuses "%s"', (text, code, message) => {
    const { code: found, message: said } = fault(text);
    expect([found, said]).toEqual([code, expect.stringContaining(message)]);
  });
  it('names what is measured where a measure is not (§4f 104)', () => {
    expect(fault('any-loss@nDCG@11').remedy).toContain('Measured: nDCG@10, RR@10, P(rel=2)@5, NumRet.');
  });
  it('finds stages, the primary measure and slices', () => {
    expect(plan('significant')[0]).toMatchObject({ stage: 'b/bm25', isStageNamed: false, measure: 'nDCG@10' });
    expect(plan('fusion=any-loss')[0]).toMatchObject({ stage: 'a/fusion', isStageNamed: true });
    expect(plan('any-loss@RR@10/slice:table')[0]?.slice).toEqual({ by: 'slice', name: 'table' });
    expect(plan('any-loss@RR@10/a/b')[0]?.slice).toEqual({ by: 'slice', name: 'a/b' });
    expect(plan('any-loss@failed')[0]).not.toHaveProperty('measure');
  });
  it('takes a gate that is written twice once', () => {
    expect(plan('any-loss', 'any-loss')).toHaveLength(1);
  });
});

describe('gateFamilySize', () => {
  it.each([
    [['any-loss', 'non-inferior:0.1'], 0],
    [['significant'], 1],
    [['significant', 'b/bm25=significant', 'significant@nDCG@10'], 1],
    [['significant', 'fusion=significant', 'significant@RR@10', 'significant@RR@10/code'], 4],
    [['significant@abstention'], 2],
    [['significant@latency', 'significant@failed'], 1],
  ])('counts the comparisons of %j once each', (texts, size) => {
    expect(gateFamilySize(plan(...texts))).toBe(size);
  });
});
