import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type EvaluateOptions, evaluate, type Report, readReport, type SearchFunction } from '../src/index.ts';
import { grk, ROOT, smallGolden, workFolder, writeFiles } from './binary.ts';
import { docsOf, RIGHT } from './external-suite.ts';

const folder = workFolder('library');
smallGolden(join(folder, 'gold'));
const EXAMPLES = join(ROOT, 'docs', 'guides', 'examples', 'library');
const mine = (({ topicId }) => RIGHT[topicId] ?? []) as SearchFunction;
const run = (options: EvaluateOptions) => evaluate({ cwd: folder, golden: 'gold', ...options });
const stageOf = (report: Report, name: string) => report.stages.find((stage) => stage.name === name);
const withoutTimes = ({ timing: _, environment: __, ...rest }: Report) => rest;
const BM25_AND_MINE: EvaluateOptions['suite'] = {
  variants: [
    {
      name: 'v',
      stages: [
        { kind: 'bm25' },
        { kind: 'external', name: 'own', source: { function: 'mine' }, version: '2' },
        { kind: 'fusion', legs: ['bm25', 'own'] },
      ],
    },
  ],
};

describe('evaluate', () => {
  it('measures a function beside bm25, and writes no report', async () => {
    const report = await run({ search: { mine } });
    expect(report.stages.map(({ id, kind, determinism }) => [id, kind, determinism])).toEqual([
      ['default/bm25', 'bm25', 'bitwise'],
      ['default/mine', 'external', 'none'],
    ]);
    const stage = stageOf(report, 'mine');
    expect(docsOf(stage ?? (report.stages[0] as Report['stages'][number]))).toMatchObject({
      t1: ['guides/restore.md'],
      t5: [],
    });
    expect(stage?.abstention).toBeNull();
    expect(report.runConfig.variants[0]?.stages[1]?.settings).toEqual({
      canAbstain: false,
      function: 'mine',
      timeoutMs: 10_000,
    });
    expect(existsSync(join(folder, '.grk', 'reports'))).toBe(false);
    expect(existsSync(join(folder, '.grk', 'catalog.sqlite'))).toBe(true);
  });
  it('takes what is known of a function, of which the version makes another configuration', async () => {
    const of = (version: string) =>
      run({ search: { mine: { search: mine, version, canAbstain: true, timeoutMs: 500 } } });
    const [first, second] = [await of('1'), await of('2')];
    expect(stageOf(first, 'mine')?.abstention).toMatchObject({ noAnswerTopics: 1, silentOnNoAnswer: 1 });
    expect(first.runConfig.variants[0]?.stages[1]?.settings).toMatchObject({ version: '1', timeoutMs: 500 });
    expect(first.runConfigSha256).not.toBe(second.runConfigSha256);
  });
  it('gives what the command line writes for the same suite', async () => {
    const suite = { golden: 'gold', variants: [{ name: 'v', stages: [{ kind: 'bm25' as const, k1: 1.2 }] }] };
    writeFiles(folder, { 's.json': JSON.stringify(suite) });
    expect((await grk(folder, ['eval', 's.json', '--out', 'cli.json'])).code).toBe(0);
    const written = withoutTimes(readReport(folder, 'cli.json'));
    expect(withoutTimes(await run({ suite: 's.json' }))).toEqual(written);
    expect(withoutTimes(await run({ suite }))).toEqual(written);
    const { lexical, ...config } = { lexical: { k1: 1.2 }, topK: 100 };
    const bare = { variants: [{ name: 'v', stages: [{ kind: 'bm25' as const }] }] };
    expect(withoutTimes(await run({ suite: bare, config: { lexical, ...config } }))).toEqual(written);
  });
  it('runs a function as a leg of a suite', async () => {
    const report = await run({
      suite: BM25_AND_MINE,
      search: { mine },
      topK: 10,
      measures: ['map_cut.10'],
      out: 'out/r.json',
    });
    expect(report.stages.map(({ name }) => name)).toEqual(['bm25', 'own', 'fusion']);
    expect(stageOf(report, 'fusion')?.means['AP@10']).toBeGreaterThan(0);
    expect(report.runConfig.topK).toBe(10);
    expect(readReport(folder, 'out/r.json')).toEqual(JSON.parse(JSON.stringify(report)));
  });
  it('keeps a failing topic as a counted zero with its error', async () => {
    const broken: SearchFunction = (topic, k, signal) => {
      if (topic.topicId === 't2') throw new Error('shard 3 is down');
      return mine(topic, k, signal);
    };
    const stage = stageOf(await run({ search: { broken } }), 'broken');
    expect(stage?.topics.find(({ topicId }) => topicId === 't2')?.error).toEqual({
      code: 'GRK_EXTERNAL_FAILED',
      message: 'the search "broken" failed: shard 3 is down',
    });
    expect(stage?.means['RR@10']).toBe(0.75);
  });
  it('stops when the signal fires', async () => {
    const stop = new AbortController();
    const slow: SearchFunction = () => {
      stop.abort();
      return new Promise(() => {});
    };
    await expect(run({ search: { slow }, signal: stop.signal })).rejects.toMatchObject({ code: 'GRK_INTERRUPTED' });
  });

  it.each<[string, object, string, string]>([
    ['an option that is none', { golen: 'gold' }, 'GRK_USAGE', 'evaluate: unknown key "golen"; did you mean "golden"?'],
    ['no function', { search: { mine: 'mine' } }, 'GRK_USAGE', 'search.mine: expected a function'],
    ['a misspelt setting of a function', { search: { mine: { search: mine, verson: '1' } } }, 'GRK_USAGE', '"version"'],
    [
      'a name that is none',
      { search: { 'My Search': mine } },
      'GRK_USAGE',
      'search.My Search: a stage name has lower-case',
    ],
    ['a name that is taken', { search: { bm25: mine } }, 'GRK_CONFIG_INVALID', 'two stages are named "bm25"'],
    ['a suite with a misspelt key', { suite: { varaints: [] } }, 'GRK_CONFIG_INVALID', 'did you mean "variants"?'],
    [
      'a suite that names another function',
      { suite: BM25_AND_MINE, search: { mime: mine } },
      'GRK_UNKNOWN_NAME',
      'no search "mine" was given. Did you mean "mime"?',
    ],
    [
      'a function that no stage names',
      { suite: BM25_AND_MINE, search: { mine, more: mine } },
      'GRK_USAGE',
      '"more" would be without effect',
    ],
    [
      'a version beside a suite',
      { suite: BM25_AND_MINE, search: { mine: { search: mine, version: '1' } } },
      'GRK_USAGE',
      'version of the search "mine" would be without effect',
    ],
    ['a misspelt configuration', { config: { lexicl: {} } }, 'GRK_CONFIG_INVALID', 'did you mean "lexical"?'],
    [
      'an option that the suite overrides',
      { suite: { variants: [{ name: 'v', stages: [{ kind: 'bm25', k1: 1 }] }] }, config: { lexical: { k1: 2 } } },
      'GRK_USAGE',
      'lexical.k1 is 2',
    ],
    ['a golden set that is not there', { golden: 'glod' }, 'GRK_FILE_MISSING', 'glod'],
    ['topics that match nothing', { topics: 'x*' }, 'GRK_NOTHING_MEASURED', 'x*'],
    [
      'documents of another index',
      { search: { mine: () => [{ doc: 'other.md' }] } },
      'GRK_LEG_BROKEN',
      'not one of its hits is in this index',
    ],
  ])('refuses %s', async (_, options, code, message) => {
    await expect(run(options)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });
  it('is needed for functions: the command line has none', async () => {
    writeFiles(folder, { 'f.json': JSON.stringify({ golden: 'gold', ...BM25_AND_MINE }) });
    const { code, err } = await grk(folder, ['eval', 'f.json']);
    expect([code, err]).toEqual([2, expect.stringContaining('no search "mine" was given')]);
    expect(err).toContain('The command line has none: name a module, an address or a run file.');
  });
});

/** A project that has installed grk and vitest. */
function userProject(files: Readonly<Record<string, string>>): string {
  const project = join(folder, `project ${readdirSync(folder).length}`);
  writeFiles(project, { 'package.json': '{ "name": "user", "type": "module" }', ...files });
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(ROOT, join(project, 'node_modules', 'grk'), 'junction');
  symlinkSync(join(ROOT, 'node_modules', 'vitest'), join(project, 'node_modules', 'vitest'), 'junction');
  return project;
}

function vitest(root: string) {
  const { VITEST: _, ...env } = process.env;
  const script = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, 'run'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  });
  return { status, text: stdout + stderr };
}

describe('grk/vitest in a project of its own', { timeout: 60_000 }, () => {
  const test = `
import { existsSync } from 'node:fs';
import { evaluate, writeReport } from 'grk';
import { expect, test } from 'vitest';
import 'grk/vitest';
import { search } from './search.js';

test('search does not regress', { timeout: 60_000 }, async () => {
  const report = await evaluate({ search: { mine: search } });
  if (!existsSync('baseline.json')) writeReport(report, 'baseline.json');
  expect(report).not.toRegress('baseline.json');
});`;
  const own = pathToFileURL(join(EXAMPLES, '..', 'own-search', 'search.mjs')).href;
  const planted = `import { search as whole } from ${JSON.stringify(own)};
export const search = (topic, k) => (/[02468]$/.test(topic.topicId) ? [] : whole(topic, k));`;

  it('passes, and fails with what was lost once a regression is planted', () => {
    const project = userProject({
      'search.test.js': test,
      'search.js': `export { search } from ${JSON.stringify(own)};`,
      'grk.config.json': JSON.stringify({ golden: join(ROOT, 'golden', 'handbook') }),
    });
    expect(vitest(project)).toMatchObject({ status: 0, text: expect.stringContaining('1 passed') });
    writeFiles(project, { 'search.js': planted });
    const { status, text } = vitest(project);
    expect(status).toBe(1);
    expect(text).toContain('expected the report not to regress');
    expect(text).toContain('gates against baseline.json');
    expect(text).toMatch(
      /FAILED significant — default\/mine: regression — nDCG@10 −0\.\d{4} \(0 wins, \d+ ties, \d+ losses\)/,
    );
    expect(text).toMatch(/losses\), supported, p\s+0\.00\d\d/);
    expect(text).toMatch(/[02468]: nDCG@10 1\.0000 to 0\.0000 — /);
  });
});

describe('the examples of the guide', { timeout: 60_000 }, () => {
  const example = (name: string) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(EXAMPLES, name)], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    return stdout.trimEnd().split('\n');
  };
  it('evaluate.mjs', () => {
    expect(example('evaluate.mjs')).toEqual([
      'mine: REGRESSION against bm25 — nDCG@10 −0.1124 (20 wins, 34 ties, 50 losses over 104 topics)',
      expect.stringMatching(/^evidence: supported, p 0\.000\d over 1 comparison$/),
    ]);
  });
  it('compare.mjs', () => {
    expect(example('compare.mjs')).toEqual([
      'explains: bm25.b 0.4 → 0',
      expect.stringMatching(/^bm25 \(candidate\): IMPROVEMENT against bm25 \(baseline\) — nDCG@10 \+0\.0145 /),
      expect.stringMatching(/^supported; most changed: \S+ 0\.\d{4}$/),
      'significant: passed',
      'non-inferior:0.02: passed',
    ]);
  });
  it('measures.mjs', () => {
    expect(example('measures.mjs').slice(-3)).toEqual([
      'q1 0.9639',
      'q2 0.0000',
      '1 of 2 judged topics were answered; the others count 0',
    ]);
  });
  it('search-quality.test.ts, run by vitest', () => {
    expect(vitest(EXAMPLES)).toMatchObject({ status: 0, text: expect.stringContaining('3 passed') });
  });
  it('search-quality.test.ts, by its types, which know the matcher', () => {
    const kinds = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
    const program = ts.createProgram([join(EXAMPLES, 'search-quality.test.ts')], {
      ...kinds,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    });
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
  });
  it('are named by the guide, all of them', () => {
    const guide = readFileSync(join(ROOT, 'docs', 'guides', '09-library.md'), 'utf8');
    for (const name of readdirSync(EXAMPLES).filter((each) => /\.(mjs|test\.ts)$/.test(each)))
      expect(guide).toContain(name);
  });
});
