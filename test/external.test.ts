import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Report, ReportSchema } from '../src/contracts/report.ts';
import { grk, writeFiles } from './binary.ts';
import { docsOf, externalProject } from './external-suite.ts';

const { folder, evaluate } = externalProject('external');

describe('grk eval with a run file as a stage', () => {
  const stage = { kind: 'external', name: 'stored', source: { run: 'runs/a.run' } };
  const evaluateRun = (lines: readonly string[]) => {
    writeFiles(folder, { 'suites/runs/a.run': `${lines.join('\n')}\n` });
    return evaluate([{ kind: 'bm25' }, stage, { kind: 'fusion', legs: ['bm25', 'stored'] }]);
  };
  it('names documents of one passage, counts topics on either side, and claims no latency', async () => {
    const { report, stage: of } = await evaluateRun([
      't3 Q0 reference/flags.md 1 1 x',
      't3 Q0 guides/keys.md 2 1 x',
      'other Q0 whatever 1 1 x',
    ]);
    // Equal scores: by id bytewise descending.
    expect(docsOf(of('stored'))).toMatchObject({ t3: ['reference/flags.md', 'guides/keys.md'], t1: [] });
    expect(of('stored').determinism).toBe('bitwise');
    expect(report.warnings.map(({ code, message }) => [code, message])).toEqual([
      [
        'run-topics-unknown',
        'v/stored: 1 of 2 topics of runs/a.run are not in the golden set and are left out (first: other)',
      ],
      ['run-topics-missing', 'v/stored: runs/a.run holds nothing for 4 of 5 topics (first: t1)'],
    ]);
    expect(report.timing.stages.map(({ n, p50Ms }) => [n, p50Ms === null])).toEqual([
      [5, false],
      [0, true],
      [0, true],
    ]);
  });
  it('is nothing measured where the run has none of the topics', async () => {
    const { code, err } = await evaluateRun(['101 Q0 guides/keys.md 1 1 x']);
    expect(code).toBe(4);
    expect(err).toContain(
      'runs/a.run holds none of the 5 topics of the selection (it holds "101", the selection "t1")',
    );
  });
  it('names a fault by file and line', async () => {
    const { code, err } = await evaluateRun(['t1 Q0 guides/keys.md 1 notanumber x']);
    expect([code, err]).toEqual([2, expect.stringContaining('runs/a.run:1: the score "notanumber"')]);
  });
});

describe('the examples of the guide', () => {
  const examples = join(import.meta.dirname, '..', 'docs', 'guides', 'examples', 'own-search');
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill();
  });
  const measure = async (suite: string) => {
    const out = join(folder, 'example.json');
    const { code, err } = await grk(folder, ['eval', suite, '--out', out]);
    expect([code, err]).toEqual([0, '']);
    const report = ReportSchema.parse(JSON.parse(readFileSync(out, 'utf8')));
    expect(report.stages.map(({ id }) => id)).toEqual(['own/bm25', 'own/mine', 'own/fusion']);
    expect(report.stages.flatMap(({ topics }) => topics.flatMap(({ error }) => error ?? []))).toEqual([]);
    return report;
  };
  it('measure the same search as a module, behind HTTP and from a run file', async () => {
    const module = await measure(join(examples, 'module.suite.json'));
    const server = spawn(process.execPath, [join(examples, 'server.mjs'), '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(server);
    const port = await new Promise<string>((resolve) => {
      server.stderr.setEncoding('utf8').on('data', (text: string) => resolve(/port (\d+)/.exec(text)?.[1] ?? ''));
    });
    const suite = readFileSync(join(examples, 'http.suite.json'), 'utf8').replace('8787', port);
    const { golden, ...rest } = JSON.parse(suite);
    writeFiles(folder, { 'http.suite.json': JSON.stringify({ ...rest, golden: join(examples, golden) }) });
    const http = await measure('http.suite.json');
    expect(http.stages.map(({ topics }) => topics)).toEqual(module.stages.map(({ topics }) => topics));
    const stored = await measure(join(examples, 'run.suite.json'));
    // Equal scores stand in another order in a run file: by id, bytewise descending.
    const top = ({ stages }: Report) =>
      stages[1]?.topics.map(({ ranking }) => ranking.slice(0, 5).sort((a, b) => (a.id < b.id ? -1 : 1)));
    expect(top(stored)).toEqual(top(module));
  });
});
