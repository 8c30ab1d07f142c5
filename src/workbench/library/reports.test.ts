import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, workFolder } from '../../../test/binary.ts';
import { sealed, storedReport } from '../../../test/stored-report.ts';
import type { Report } from '../../contracts/report.ts';
import { evalCompare } from '../compare/reports.ts';
import { writeReport } from '../files/report-file.ts';
import { compare } from './compare.ts';
import { gate } from './gate.ts';
import { verdict } from './verdict.ts';

const folder = workFolder('library reports');
const LOW = Array.from({ length: 12 }, (_, i) => (i % 4) / 10);
const HIGH = LOW.map((value) => value + 0.2);
const before = storedReport({ bm25: LOW, fusion: HIGH });
const after = storedReport({ bm25: LOW, fusion: LOW });
const session = { cwd: folder, signal: undefined, notice: () => {} };

function stored(name: string, report: Report): string {
  const file = join(folder, name);
  writeReport(report, file);
  return file;
}

describe('compare', () => {
  it('gives for reports in memory what the command gives for their files, names apart', async () => {
    const files = [stored('a.json', before), stored('b.json', after)];
    const fromFiles = await evalCompare(session, { reports: files });
    const fromMemory = await compare(before, after);
    const renamed = JSON.parse(
      JSON.stringify(fromFiles, (key, value) => (key === 'file' ? null : value))
        .replaceAll('(a)', '(baseline)')
        .replaceAll('(b)', '(candidate)')
        .replaceAll('"a"', '"baseline"')
        .replaceAll('"b"', '"candidate"'),
    );
    expect(fromMemory).toEqual(renamed);
    expect(fromMemory.comparisons[1]?.deltas[0]).toMatchObject({
      stage: 'default/fusion',
      direction: 'REGRESSION',
      evidence: { status: 'supported', familySize: 2 },
      verdict: expect.stringContaining('fusion (candidate): REGRESSION against fusion (baseline)'),
    });
    expect(await compare(files[0] ?? '', files[1] ?? '')).toEqual(fromFiles);
  });
  it('takes several candidates as one family', async () => {
    const { sources, family } = await compare(before, [after, before]);
    expect(sources.map(({ name, file }) => [name, file])).toEqual([
      ['baseline', null],
      ['candidate 1', null],
      ['candidate 2', null],
    ]);
    expect(family.size).toBe(4);
  });
  it('compares two stages of one report as exploratory', async () => {
    const { family, comparisons } = await compare(before, [], { stage: 'fusion', against: 'bm25' });
    expect(family.exploratory).toContain('two stages of one report');
    expect(comparisons[0]?.deltas[0]?.verdict).toContain('fusion: IMPROVEMENT against bm25');
    await expect(compare(before, [])).rejects.toMatchObject({ code: 'GRK_USAGE' });
  });
  it('leaves the reports as they are', async () => {
    const copy = structuredClone(before);
    await compare(before, after);
    expect(before).toEqual(copy);
  });
  it('refuses other topics, an option that is none, and a report that was edited', async () => {
    const fewer = storedReport({ bm25: LOW.slice(1), fusion: LOW.slice(1) });
    await expect(compare(before, fewer)).rejects.toMatchObject({ code: 'GRK_NOT_COMPARABLE' });
    const misspelt = { alowDrift: true } as object;
    await expect(compare(before, fewer, misspelt)).rejects.toThrow('Did you mean "allowDrift"?');
    const edited = structuredClone(after);
    edited.runConfig.topK = 7;
    await expect(compare(before, edited)).rejects.toMatchObject({
      code: 'GRK_REPORT_INVALID',
      message: expect.stringContaining('candidate was changed after it was written: runConfigSha256'),
    });
    const noReport = { stages: [] } as unknown as Report;
    await expect(compare(before, noReport)).rejects.toMatchObject({ code: 'GRK_REPORT_INVALID' });
    await expect(compare(before, join(folder, 'none.json'))).rejects.toMatchObject({ code: 'GRK_FILE_MISSING' });
  });
});

describe('gate', () => {
  it('is what grk eval gate finds, and leaves no trace', () => {
    const { results, baseline, comparisonsOnThisMachine } = gate(after, before, {
      gates: ['significant', 'bm25=any-loss'],
    });
    expect(results.map(({ status, sentence }) => [status, sentence])).toEqual([
      ['failed', expect.stringMatching(/^default\/fusion: regression — nDCG@10 −0.2000 \(0 wins, 0 ties, 12 losses\)/)],
      ['passed', 'default/bm25: no loss on these topics — nDCG@10 identical on 12 topics'],
    ]);
    expect([baseline.file, comparisonsOnThisMachine]).toEqual([null, null]);
  });
  it('holds what the report declares where no gate is named, else `significant`', () => {
    const declared = sealed({ ...structuredClone(after), declared: { ...after.declared, gates: ['any-loss:0.3'] } });
    expect(gate(declared, before).results.map((each) => [each.gate, each.status])).toEqual([
      ['any-loss:0.3', 'passed'],
    ]);
    expect(gate(after, before).results.map((each) => each.gate)).toEqual(['significant']);
  });
  it('refuses a gate that names nothing here', () => {
    expect(() => gate(after, before, { gates: ['fusoin=any-loss'] })).toThrow('Did you mean "fusion"?');
  });
});

describe('verdict', () => {
  it('says what came out for the last stage against the declared baseline', () => {
    expect(verdict(before)).toMatchObject({
      stage: 'default/fusion',
      baseline: 'default/bm25',
      direction: 'IMPROVEMENT',
      sentence: 'fusion: IMPROVEMENT against bm25 — nDCG@10 +0.2000 (12 wins, 0 ties, 0 losses over 12 topics)',
      primary: 'nDCG@10',
      delta: { direction: 'up', topics: { wins: 12, ties: 0, losses: 0 } },
      evidence: { status: 'supported', familySize: 1 },
      axes: { quality: { direction: 'IMPROVEMENT' } },
    });
  });
  it('gives no evidence against a baseline that the run did not declare', () => {
    const { direction, evidence, sentence } = verdict(before, { stage: 'bm25', baseline: 'fusion' });
    expect([direction, evidence]).toEqual(['REGRESSION', null]);
    expect(sentence).toContain('bm25: REGRESSION against fusion');
  });
  it('concludes nothing from a structural stage, and shows no number of it', () => {
    const structural = storedReport({ bm25: LOW, fusion: HIGH }, ({ stages }) => {
      for (const stage of stages.slice(1)) stage.isStructural = true;
    });
    expect(verdict(structural)).toMatchObject({
      direction: null,
      primary: null,
      delta: null,
      evidence: null,
      sentence: expect.stringContaining('structural'),
    });
  });
  it('names the nearest stage, and refuses a stage against itself', () => {
    expect(() => verdict(before, { stage: 'fusoin' })).toThrow('Did you mean "fusion"?');
    expect(() => verdict(before, { stage: 'bm25' })).toThrow('cannot be compared with itself');
  });
  it('reads a file', () => {
    const { direction, baseline } = verdict(join(ROOT, 'evals/baselines/handbook.json'), { stage: 'dense' });
    expect([direction, baseline]).toEqual(['REGRESSION', 'handbook/bm25']);
  });
});
