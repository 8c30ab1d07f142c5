import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Report, ReportSchema, type ReportStage } from '../src/contracts/report.ts';
import { grk, type Run, smallGolden, workFolder, writeFiles } from './binary.ts';

const folder = workFolder('external');
beforeAll(() => smallGolden(join(folder, 'gold')));

interface Evaluated extends Run {
  readonly report: Report;
  /** By name; fails where it is not there. */
  readonly stage: (name: string) => ReportStage;
}

let runs = 0;
/** Runs a suite of these stages over the small golden set; the suite lies in a folder of its own. */
async function evaluate(stages: readonly object[], over: object = {}, args: readonly string[] = []) {
  const out = `r${runs++}.json`;
  writeFiles(folder, {
    'suites/s.suite.json': JSON.stringify({ golden: '../gold', variants: [{ name: 'v', stages }], ...over }),
  });
  const run = await grk(folder, ['eval', 'suites/s.suite.json', '--out', out, ...args]);
  if (run.code !== 0) return run as Evaluated;
  const report = ReportSchema.parse(JSON.parse(readFileSync(join(folder, out), 'utf8')));
  const stage = (name: string) => report.stages.find((each) => each.name === name) as ReportStage;
  return { ...run, report, stage };
}

/** A stage whose module answers these hits by topic; `null` makes it fail. */
function moduleStage(answers: Record<string, readonly object[] | null>, over: object = {}) {
  const name = `m${runs}.mjs`;
  const code = `const answers = ${JSON.stringify(answers)};
export function search({ topicId }) {
  const hits = answers[topicId] ?? [];
  if (answers[topicId] === null) throw new Error('no index for ' + topicId);
  return hits;
}`;
  writeFiles(folder, { [`suites/lib ü/${name}`]: code });
  return { kind: 'external', name: 'mine', source: { module: `lib ü/${name}` }, ...over };
}
const docsOf = (stage: ReportStage) =>
  Object.fromEntries(stage.topics.map(({ topicId, ranking }) => [topicId, ranking.map(({ doc }) => doc)]));

const RIGHT = {
  t1: [{ doc: 'guides/restore.md', lines: [3, 3], score: 2 }],
  t2: [
    { doc: 'guides/keys.md', score: 1 },
    { doc: 'reference/errors.md', lines: [5, 5], score: 3 },
  ],
  t3: [{ doc: 'reference/flags.md', lines: [5, 5], score: 1 }],
  t4: [{ doc: 'guides/restore.md', lines: [7, 7], score: 1 }],
};

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

  it('counts a topic that fails 0, with its error, and keeps the others', async () => {
    const { code, out, report, stage } = await evaluate([{ kind: 'bm25' }, moduleStage({ ...RIGHT, t3: null })]);
    expect(code).toBe(0);
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

const servers: (() => void)[] = [];
afterAll(() => {
  for (const close of servers) close();
});
type Asked = { readonly topicId: string; readonly query: string; readonly k: number };

async function serve(handler: (asked: Asked, response: ServerResponse) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    handler(JSON.parse(Buffer.concat(chunks).toString()) as Asked, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`;
}
const httpStage = (http: string, over: object = {}, settings: object = {}) => ({
  ...{ kind: 'external', name: 'mine', source: { http, ...settings } },
  ...over,
});
const RIGHT_BY_TOPIC: Readonly<Record<string, readonly object[]>> = RIGHT;

describe('grk eval with an HTTP endpoint as a stage', () => {
  it('asks for several topics at a time, keeps their order, and says that latencies were measured so', async () => {
    let running = 0;
    let most = 0;
    const http = await serve(({ topicId }, response) => {
      most = Math.max(most, ++running);
      // Earlier topics answer later.
      setTimeout(
        () => {
          running--;
          response.end(JSON.stringify({ hits: RIGHT_BY_TOPIC[topicId] ?? [] }));
        },
        40 * (6 - Number(topicId.slice(1))),
      );
    });
    const one = await evaluate([httpStage(http)]);
    expect([most, one.report.warnings]).toEqual([1, []]);
    const four = await evaluate([httpStage(http, {}, { concurrency: 4 })]);
    expect(most).toBe(4);
    expect(four.stage('mine').topics).toEqual(one.stage('mine').topics);
    expect(four.report.warnings.map(({ message }) => message)).toEqual([
      'v: latencies are those of up to 4 topics at a time, in every stage of it',
    ]);
    // A module takes one topic at a time, and so does the variant.
    most = 0;
    await evaluate([httpStage(http, {}, { concurrency: 4 }), moduleStage(RIGHT, { name: 'other' })]);
    expect(most).toBe(1);
  });
  it('shows neither the query of an address nor what is in it, wherever it fails', async () => {
    const http = `${await serve(({ topicId }, response) => {
      if (topicId === 't1') response.writeHead(403).end();
      else response.end(JSON.stringify({ hits: RIGHT_BY_TOPIC[topicId] ?? [] }));
    })}?key=hidden`;
    const { code, out, err, report, stage } = await evaluate([httpStage(http, { version: 'a' })]);
    expect(code).toBe(0);
    expect(stage('mine').topics[0]?.error?.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/search answered 403$/);
    expect(`${out}${err}${JSON.stringify(report)}`).not.toContain('hidden');
  });
  it('says in one line that nothing answers', async () => {
    const { code, err } = await evaluate([httpStage('http://127.0.0.1:9/search', {}, { retries: 0 })]);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^error: http:\/\/127\.0\.0\.1:9\/search cannot be reached/),
    ]);
  });
  it('stops in the middle of a request on Ctrl-C', async () => {
    let isAsked = false;
    const http = await serve(() => {
      isAsked = true;
    });
    writeFiles(folder, {
      'suites/hang.json': JSON.stringify({ golden: '../gold', variants: [{ name: 'v', stages: [httpStage(http)] }] }),
    });
    const { code, err } = await grk(folder, ['eval', 'suites/hang.json'], { interruptWhen: () => isAsked });
    expect([code, err]).toEqual([130, expect.stringContaining('stopped')]);
  });
});

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

describe('grk eval of documents with external stages', () => {
  const jsonl = (rows: readonly object[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  beforeAll(() =>
    writeFiles(folder, {
      'beir/corpus.jsonl': jsonl(['d1', 'd2', 'd3', 'd4'].map((_id) => ({ _id, title: '', text: `words of ${_id}` }))),
      'beir/queries.jsonl': jsonl([{ _id: 'd1', text: 'words' }]),
      'beir/qrels/test.tsv': 'query-id\tcorpus-id\tscore\nd1\td4\t1\n',
    }),
  );
  it('leaves out the document with the topic’s id before it cuts, and asks for as much more', async () => {
    const asked: number[] = [];
    const http = await serve(({ k }, response) => {
      asked.push(k);
      response.end(JSON.stringify({ hits: ['d1', 'd2', 'd3', 'd4'].slice(0, k).map((doc) => ({ doc })) }));
    });
    const args = ['--top-k', '3'];
    const suite = { golden: '../beir', primary: 'RR@3', secondary: ['R@3'] };
    const kept = await evaluate([httpStage(http)], suite, args);
    expect(docsOf(kept.stage('mine'))).toEqual({ d1: ['d1', 'd2', 'd3'] });
    const excluded = await evaluate([httpStage(http)], { ...suite, excludeSelf: true }, args);
    expect(docsOf(excluded.stage('mine'))).toEqual({ d1: ['d2', 'd3', 'd4'] });
    expect(new Set(asked)).toEqual(new Set([3, 4]));
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
