import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Report } from '../src/contracts/report.ts';
import { grk, ROOT, writeFiles } from './binary.ts';
import { docsOf, externalProject, RIGHT } from './external-suite.ts';

const { folder, evaluate, moduleStage } = externalProject('external module');

describe('grk eval with a module as a stage', () => {
  it('ranks, fuses and compares it like any other leg, by places of its own', async () => {
    const stages = [{ kind: 'bm25' }, moduleStage(RIGHT), { kind: 'fusion', legs: ['bm25', 'mine'] }];
    const { err, report, stage } = await evaluate(stages);
    expect(err).toBe('');
    expect(docsOf(stage('mine'))).toEqual({
      t1: ['guides/restore.md'],
      t2: ['reference/errors.md', 'guides/keys.md'],
      t3: ['reference/flags.md'],
      t4: ['guides/restore.md'],
      t5: [],
    });
    expect(stage('mine').means['RR@10']).toBe(1);
    expect(stage('mine')).toMatchObject({ kind: 'external', determinism: 'none', abstention: null });
    expect(stage('fusion')).toMatchObject({ determinism: 'none', input: ['v/bm25', 'v/mine'] });
    expect(report.timing.stages.map(({ n }) => n)).toEqual([5, 5, 5]);
  });
  it('measures its silence where the suite says that it has a rule for it', async () => {
    const { stage } = await evaluate([moduleStage(RIGHT, { canAbstain: true })]);
    expect(stage('mine').abstention).toMatchObject({ noAnswerTopics: 1, silentOnNoAnswer: 1, silentOnAnswerable: 0 });
  });
  it('runs alone, without vectors, from any working directory, with equal bytes and no absolute path', async () => {
    const first = await evaluate([moduleStage(RIGHT)]);
    const other = join(folder, 'elsewhere ö');
    mkdirSync(other, { recursive: true });
    expect((await grk(other, ['eval', '../suites/s.suite.json', '--out', 'o.json'])).code).toBe(0);
    const { timing, environment, ...fixed } = JSON.parse(readFileSync(join(other, 'o.json'), 'utf8')) as Report;
    expect(fixed).toEqual({ ...first.report, timing: undefined, environment: undefined });
    expect(timing.stages).toHaveLength(1);
    expect(environment.golden).not.toBe('');
    expect(fixed.indexes[0]?.vectorsSha256).toBeNull();
    expect(JSON.stringify(fixed)).not.toContain(folder);
    expect(fixed.runConfig.variants[0]?.stages[0]?.settings).toEqual({
      canAbstain: false,
      module: expect.stringMatching(/^lib ü\/m\d+\.mjs$/),
      timeoutMs: 10_000,
      sourceSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
  it('is another run configuration where the module is another', async () => {
    const stage = moduleStage(RIGHT);
    const before = await evaluate([stage]);
    const path = `suites/${stage.source.module}`;
    writeFiles(folder, { [path]: `${readFileSync(join(folder, path), 'utf8')}\n// changed\n` });
    const after = await evaluate([stage]);
    expect(after.report.runConfigSha256).not.toBe(before.report.runConfigSha256);
  });

  it.each([
    ['lib.mjs', 'export const search = '],
    ['lib.cjs', 'exports.search = '],
  ])('runs a module as it is now, in one process of the library too: %s', async (name, head) => {
    const suite = {
      golden: 'gold',
      variants: [{ name: 'v', stages: [{ kind: 'external', name: 'mine', source: { module: name } }] }],
    };
    writeFiles(folder, { 'lib.json': JSON.stringify(suite) });
    const code = `
import { writeFileSync } from 'node:fs';
import { evaluate } from ${JSON.stringify(pathToFileURL(join(ROOT, 'dist', 'index.js')).href)};
for (const doc of ['guides/keys.md', 'guides/backup.md']) {
  writeFileSync(${JSON.stringify(name)}, ${JSON.stringify(head)} + '() => [{ doc: "' + doc + '" }];');
  const report = await evaluate({ suite: 'lib.json' });
  console.log(report.stages[0].topics[0].ranking[0].doc);
}`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('guides/keys.md\nguides/backup.md\n');
  });

  it('counts a topic that fails 0, with its error, and keeps the others', async () => {
    const { code, out, report, stage } = await evaluate([{ kind: 'bm25' }, moduleStage({ ...RIGHT, t3: null })]);
    expect(code).toBe(4);
    expect(stage('mine').topics.find(({ topicId }) => topicId === 't3')).toMatchObject({
      ranking: [],
      error: { code: 'GRK_EXTERNAL_FAILED', message: expect.stringContaining('failed: no index for t3') },
    });
    expect(stage('mine').means['RR@10']).toBe(0.75);
    expect(report.warnings.map((warning) => warning.code)).toContain('topics-failed');
    expect(out).toContain('1 of 5 topics failed and count 0');
  });
  it('is an error where every topic fails, never a wall of zeros', async () => {
    const broken = moduleStage({ t1: null, t2: null, t3: null, t4: null, t5: null });
    const { code, err } = await evaluate([{ kind: 'bm25' }, broken]);
    expect([code, err]).toEqual([1, expect.stringContaining('failed: no index for t1')]);
  });
  it('fails a topic with an id that is nowhere in the index, naming it, and how many', async () => {
    const { stage } = await evaluate([
      moduleStage({ ...RIGHT, t1: [{ id: 'doc1-0' }, { id: 'doc1-1' }, { doc: 'guides/backup.md' }] }),
    ]);
    expect(stage('mine').topics[0]?.error?.message).toBe(
      '2 of 3 hits are nowhere in this index; first: there is no passage "doc1-0"',
    );
  });
  it('is loud where no id is known at all, also where some topics find nothing', async () => {
    const { code, err } = await evaluate([
      { kind: 'bm25' },
      moduleStage({ t1: [{ doc: 'doc1' }], t2: [{ doc: 'doc2' }] }),
    ]);
    expect(code).toBe(1);
    expect(err).toContain('v/mine: not one of its hits is in this index; first: there is no document "doc1"');
    expect(err).toContain('this index holds, for example, document "');
  });
  it('refuses a hit that would vote twice', async () => {
    const twice = [
      { doc: 'guides/keys.md', score: 2 },
      { doc: 'guides/keys.md', score: 1 },
    ];
    const { stage } = await evaluate([moduleStage({ ...RIGHT, t2: twice })]);
    expect(stage('mine').topics[1]?.error).toMatchObject({
      code: 'GRK_LEG_BROKEN',
      message: expect.stringContaining('document "guides/keys.md" twice'),
    });
  });

  it.each<[string, string, number, string]>([
    ['no export', 'export const find = () => [];', 2, 'exports no function "search"'],
    ['a fault in its text', 'export const = 1;', 2, 'cannot be loaded'],
  ])('refuses a module with %s before anything is indexed', async (_, code, exit, message) => {
    writeFiles(folder, { 'suites/bad.mjs': code });
    const run = await evaluate([{ kind: 'external', name: 'mine', source: { module: 'bad.mjs' } }]);
    expect([run.code, run.err]).toEqual([exit, expect.stringContaining(`bad.mjs`)]);
    expect(run.err).toContain(message);
  });
  it.each([
    ['ends the process as if all were well', 'export const search = () => process.exit(0);'],
    ['never finishes loading', 'await new Promise(() => {}); export const search = () => [];'],
  ])('does not pass where a module %s', async (_, code) => {
    const stages = [{ kind: 'external', name: 'mine', source: { module: 'end.mjs' } }];
    const suite = { golden: '../gold', variants: [{ name: 'v', stages }] };
    writeFiles(folder, { 'suites/end.mjs': code, 'suites/end.json': JSON.stringify(suite) });
    const run = await grk(folder, ['eval', 'suites/end.json'], { isProcess: true });
    expect([run.code, run.err]).toEqual([1, expect.stringContaining('the process ended before the command did')]);
  });
  it('refuses a module or run that is missing, and an address with a password, which it does not show', async () => {
    const of = (source: object) => evaluate([{ kind: 'external', name: 'mine', source }]);
    const module = await of({ module: 'nowhere.mjs' });
    expect([module.code, module.err]).toEqual([2, expect.stringContaining('the module nowhere.mjs does not exist')]);
    const run = await of({ run: 'nowhere.run' });
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('nowhere.run does not exist')]);
    const secret = await of({ http: 'http://me:hidden@127.0.0.1/x' });
    expect([secret.code, secret.err]).toEqual([2, expect.stringContaining('cannot hold a user name or password')]);
    expect(secret.err).not.toContain('hidden');
  });
});
