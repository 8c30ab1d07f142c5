import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Report, ReportSchema } from '../src/contracts/report.ts';
import { BINARY, grk, ROOT, smallGolden, workFolder } from './binary.ts';

const folder = workFolder('gates');
const IS_POSIX = process.platform !== 'win32';
const HANDBOOK = join(ROOT, 'golden', 'handbook');
/** The same on a set of five topics, where nothing is measured. */
const SMALL = ['eval', '--golden', 'gold', '--no-dense', '--out', 'never.json'];
const BASELINE = 'évals/base line.json';
const RUN = ['eval', '--golden', HANDBOOK, '--no-dense', '--no-text'];
/** bm25 that every topic with a long passage suffers from. */
const PLANTED = ['--set', 'lexical.k1=3', '--set', 'lexical.b=1'];
const GATED = ['--baseline', BASELINE, '--gate'];

const readReport = (file: string): Report => ReportSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));

/** Failures and errors by test case, read by another XML parser. */
function readJunit(file: string): { failures: string[]; errors: string[]; cases: number } {
  const script = `
import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
names = lambda kind: [case.get('name') for case in root.iter('testcase') if case.find(kind) is not None]
print(json.dumps({'failures': names('failure'), 'errors': names('error'), 'cases': len(list(root.iter('testcase')))}))`;
  const { stdout, stderr } = spawnSync(IS_POSIX ? 'python3' : 'python', ['-c', script, join(folder, file)], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

beforeAll(async () => {
  smallGolden(join(folder, 'gold'));
  const run = await grk(folder, [...RUN, '--out', 'good.json']);
  const accepted = await grk(folder, ['eval', 'accept', 'good.json', '--baseline', BASELINE]);
  const planted = await grk(folder, [...RUN, ...PLANTED, '--out', 'worse.json']);
  expect([run.code, accepted.code, planted.code]).toEqual([0, 0, 0]);
}, 120_000);

describe('grk eval --gate', () => {
  it.runIf(IS_POSIX)('exits 0 on identical results, as the shell sees it (§4f 95)', () => {
    const command = `"${process.execPath}" "${BINARY}" eval --golden "${HANDBOOK}" --no-dense --no-text --out same.json --baseline "${BASELINE}" --gate; echo "code $?"`;
    const { stdout } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toContain('PASSED significant — default/bm25: no evidence of regression — nDCG@10 identical');
    expect(stdout).toMatch(/code 0\n$/);
  });

  it.runIf(IS_POSIX)('exits 3 on a planted regression, as the shell sees it, with the verdict in JSON (§4f 95)', () => {
    const planted = PLANTED.join(' ');
    const command = `"${process.execPath}" "${BINARY}" eval --golden "${HANDBOOK}" --no-dense --no-text --out p.json ${planted} --baseline "${BASELINE}" --gate --json > p.out; echo "code $?"`;
    const { stdout } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('code 3\n');
    const summary = JSON.parse(readFileSync(join(folder, 'p.out'), 'utf8'));
    expect(summary.exitCode).toBe(3);
    expect(summary.gates).toHaveLength(1);
    expect(summary.gates[0]).toMatchObject({
      gate: 'significant',
      status: 'failed',
      stage: 'default/bm25',
      axis: 'quality',
    });
    // What §4f 101 asks to be in JSON: p, seed, n and effect.
    const { evidence, delta } = summary.gates[0].comparisons[0];
    expect(evidence).toMatchObject({ status: 'supported', seed: 42 });
    expect(evidence.topics.wins + evidence.topics.ties + evidence.topics.losses).toBe(104);
    expect([evidence.adjustedP < 0.05, delta.delta < 0, evidence.effectSize < 0]).toEqual([true, true, true]);
    expect(summary.gates[0].losers).toHaveLength(5);
  });

  it('has the same gate in every command that claims it (§4f 97)', async () => {
    const gate = await grk(folder, ['eval', 'gate', 'worse.json', ...GATED, '--json']);
    const junit = await grk(folder, ['report', 'junit', 'worse.json', ...GATED, '--out', 'out/gates.xml']);
    const page = await grk(folder, ['report', 'markdown', 'worse.json', ...GATED]);
    expect([gate.code, junit.code, page.code]).toEqual([3, 3, 3]);
    const { gates } = JSON.parse(gate.out);
    expect(gates[0].status).toBe('failed');
    expect(readJunit('out/gates.xml')).toEqual({ failures: ['significant'], errors: [], cases: 1 });
    expect(page.out).toContain('❌ failed');
    expect(page.out).toContain('### Topics that lost most');
    const passed = await Promise.all(
      [
        ['eval', 'gate'],
        ['report', 'junit'],
        ['report', 'markdown'],
      ].map((command) => grk(folder, [...command, 'good.json', ...GATED])),
    );
    expect(passed.map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  it('exits 4 where nothing is left to measure, and 2 where other topics are (§4f 96)', async () => {
    const nothing = await grk(folder, [...RUN, '--topics', 'zzz*', ...GATED]);
    expect([nothing.code, nothing.err]).toEqual([4, expect.stringContaining('GRK_NOTHING_MEASURED')]);
    const fewer = await grk(folder, [...RUN, '--topics', 'kw-*', '--out', 'few.json', ...GATED]);
    expect([fewer.code, fewer.err]).toEqual([2, expect.stringContaining('rest on different topics')]);
    // Known before anything ran, and answered with what can be done about a baseline.
    expect(existsSync(join(folder, 'few.json'))).toBe(false);
    expect(fewer.err).toContain('grk eval accept REPORT');
    expect((await grk(folder, ['eval', 'plan', '--golden', HANDBOOK, '--topics', 'kw-*', ...GATED])).code).toBe(2);
  });

  it('exits 4 where a gate is not measured: a structural stage, silence without a rule, times (§4f 96)', async () => {
    const run = ['eval', '--golden', 'gold', '--embedder', 'hash', '--out', 'h.json'];
    expect((await grk(folder, run)).code).toBe(0);
    const refused = await grk(folder, ['eval', 'accept', 'h.json', '--baseline', 'h-base.json']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--allow structural')]);
    expect(existsSync(join(folder, 'h-base.json'))).toBe(false);
    expect(
      (await grk(folder, ['eval', 'accept', 'h.json', '--baseline', 'h-base.json', '--allow', 'structural'])).code,
    ).toBe(0);
    const gates = [
      '--gate',
      '--gate',
      'bm25=any-loss',
      '--gate',
      'bm25=any-loss@latency',
      '--gate',
      'dense=any-loss@abstention',
    ];
    const { code, out } = await grk(folder, [...run, '--baseline', 'h-base.json', ...gates, '--json']);
    expect(code).toBe(4);
    expect(JSON.parse(out).gates.map(({ status }: { status: string }) => status)).toEqual([
      'unmeasured',
      'passed',
      'unmeasured',
      'unmeasured',
    ]);
    const junit = ['report', 'junit', 'h.json', '--baseline', 'h-base.json', ...gates, '--out', 'h.xml'];
    expect((await grk(folder, junit)).code).toBe(4);
    expect(readJunit('h.xml').errors).toHaveLength(3);
  });

  it('exits 4 under --strict where nothing could have been decided, else 0; non-inferior never passes so', async () => {
    const few = [...RUN, '--topics', 'kw-11*'];
    await grk(folder, [...few, '--out', 'few-a.json']);
    await grk(folder, ['eval', 'accept', 'few-a.json', '--baseline', 'few-base.json']);
    const gated = [...few, ...PLANTED, '--out', 'few-b.json', '--baseline', 'few-base.json'];
    const lenient = await grk(folder, [...gated, '--gate']);
    expect([lenient.code, lenient.out]).toEqual([0, expect.stringContaining('UNDECIDABLE significant')]);
    expect((await grk(folder, [...gated, '--gate', '--strict'])).code).toBe(4);
    expect((await grk(folder, [...gated, '--gate', 'non-inferior:0.01'])).code).toBe(4);
    expect((await grk(folder, [...gated, '--gate', 'any-loss', '--strict'])).code).toBe(3);
  });

  it.each([
    ['nDGC@10', 'Did you mean "significant@nDCG@10"?'],
    ['any-loss@nDGC@10', 'Did you mean "nDCG@10"?'],
    ['any-loss@nDCG@11', 'Did you mean "nDCG@10"?'],
    ['any-los', 'Did you mean "any-loss"?'],
    ['bm52=any-loss', 'Did you mean "bm25"?'],
    ['any-loss@R@10/keywrd', 'Did you mean "keyword"?'],
  ])('refuses %s before anything runs, exit 2, naming the nearest (§4f 104)', async (gate, hint) => {
    const { code, err } = await grk(folder, [...SMALL, '--baseline', BASELINE, '--gate', gate]);
    expect([code, err]).toEqual([2, expect.stringContaining(hint)]);
    expect(existsSync(join(folder, 'never.json'))).toBe(false);
  });

  it('refuses what would be without effect, and a baseline that is none', async () => {
    writeFileSync(join(folder, 'broken.json'), '{"schemaVersion":1}');
    writeFileSync(join(folder, 'newer.json'), '{"schemaVersion":99}');
    const cases: [string[], string][] = [
      [['--gate'], 'grk eval accept'],
      [['--baseline', BASELINE], '--baseline would be without effect'],
      [['--strict'], '--strict would be without effect'],
      [['--no-gate', '--strict'], '--strict would be without effect'],
      [['--no-gate', '--gate', 'any-loss'], 'contradict each other'],
      [['--baseline', 'nowhere.json', '--gate'], 'GRK_BASELINE_INVALID'],
      [['--baseline', 'broken.json', '--gate'], 'GRK_BASELINE_INVALID'],
      [['--baseline', 'newer.json', '--gate'], 'GRK_SCHEMA_NEWER'],
    ];
    for (const [args, message] of cases) {
      const { code, err } = await grk(folder, [...SMALL, ...args]);
      expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    }
    expect(existsSync(join(folder, 'never.json'))).toBe(false);
  });

  it('refuses a baseline and a report that were edited, in every command, exit 2', async () => {
    const good = readReport('good.json');
    const edited = {
      'without-a-topic.json': {
        ...good,
        topics: good.topics.slice(1),
        stages: good.stages.map((stage) => ({ ...stage, topics: stage.topics.slice(1) })),
      },
      'other-judgments.json': { ...good, golden: { ...good.golden, judgmentsSha256: '0'.repeat(64) } },
    };
    for (const [file, report] of Object.entries(edited)) {
      writeFileSync(join(folder, file), JSON.stringify(report));
      const against = ['--baseline', file, '--gate'];
      const runs = await Promise.all([
        grk(folder, [...RUN, '--out', 'never.json', ...against]),
        grk(folder, ['eval', 'gate', 'good.json', ...against]),
        grk(folder, ['eval', 'gate', file, ...GATED]),
        grk(folder, ['eval', 'accept', file, '--baseline', 'never.json']),
      ]);
      const found = runs.map(({ code, err }) => [code, /\((GRK_\w+)\)/.exec(err)?.[1]]);
      const invalid = (kind: string) => [2, `GRK_${kind}_INVALID`];
      expect(found).toEqual([invalid('BASELINE'), invalid('BASELINE'), invalid('REPORT'), invalid('REPORT')]);
      expect(existsSync(join(folder, 'never.json'))).toBe(false);
    }
  });

  it('exits 4 for a stored report with failed topics, in every command, and says so', async () => {
    const report = readReport('good.json');
    const [stage] = report.stages;
    const silent = report.topics.findIndex(({ answerable }) => answerable === false);
    const topics = stage?.topics.map((topic, i) =>
      i === silent ? { ...topic, ranking: [], error: { code: 'GRK_LEG_BROKEN', message: 'x' } } : topic,
    );
    writeFileSync(join(folder, 'partial.json'), JSON.stringify({ ...report, stages: [{ ...stage, topics }] }));
    const [gated, json, junit, markdown] = await Promise.all(
      [
        ['eval', 'gate', 'partial.json'],
        ['eval', 'gate', 'partial.json', '--json'],
        ['report', 'junit', 'partial.json', '--out', 'partial.xml'],
        ['report', 'markdown', 'partial.json'],
      ].map((command) => grk(folder, [...command, ...GATED])),
    );
    expect([gated?.code, json?.code, junit?.code, markdown?.code]).toEqual([4, 4, 4, 4]);
    expect(gated?.out).toMatch(/^PASSED significant[\s\S]*^PARTIAL default\/bm25: 1 of 132 topics failed/m);
    expect(JSON.parse(json?.out ?? '').exitCode).toBe(4);
    expect(readJunit('partial.xml')).toEqual({ failures: [], errors: ['every topic is answered'], cases: 2 });
    expect(markdown?.out).toMatch(/^## grk gates: ⚠️ partial, 1 ✅ passed/);
  });

  it('evaluates the gates of a suite, refuses them without a baseline, and runs with --no-gate (§4f 98)', async () => {
    const suite = {
      golden: 'gold',
      gates: ['any-loss', 'bm25=any-loss@abstention'],
      variants: [{ name: 'flat', stages: [{ kind: 'bm25' }] }],
    };
    writeFileSync(join(folder, 's.json'), JSON.stringify(suite));
    const without = await grk(folder, ['eval', 's.json', '--out', 's-a.json']);
    expect([without.code, without.err]).toEqual([2, expect.stringContaining('--no-gate runs without gates')]);
    expect((await grk(folder, ['eval', 's.json', '--out', 's-a.json', '--no-gate'])).code).toBe(0);
    expect((await grk(folder, ['eval', 'accept', 's-a.json', '--baseline', 's-base.json'])).code).toBe(0);
    const gated = await grk(folder, ['eval', 's.json', '--baseline', 's-base.json', '--gate', '--json']);
    expect(gated.code).toBe(0);
    expect(JSON.parse(gated.out).gates.map(({ gate }: { gate: string }) => gate)).toEqual([
      'any-loss',
      'bm25=any-loss@abstention',
      'significant',
    ]);
    // A stored report keeps what it declared.
    const stored = await grk(folder, [
      'eval',
      'gate',
      JSON.parse(gated.out).report,
      '--baseline',
      's-base.json',
      '--json',
    ]);
    expect(JSON.parse(stored.out).gates).toHaveLength(3);
    const page = await grk(folder, ['report', 'markdown', 's-a.json']);
    expect([page.code, page.out]).toEqual([0, expect.stringContaining('declared and not evaluated')]);
  });

  it('measures anew what changed by its configuration alone (§4f 99)', async () => {
    const [good, worse] = [readReport('good.json'), readReport('worse.json')];
    expect(worse.timing.indexReused).toBe(true);
    expect(worse.runConfigSha256).not.toBe(good.runConfigSha256);
    expect(worse.stages[0]?.means['nDCG@10']).not.toBe(good.stages[0]?.means['nDCG@10']);
    const run = ['eval', '--golden', 'gold', '--no-dense', '--set'];
    expect((await grk(folder, [...run, 'lexical.analyzer=plain', '--out', 'plain.json'])).code).toBe(0);
    expect((await grk(folder, [...run, 'lexical.analyzer=english', '--out', 'english.json'])).code).toBe(0);
    expect(readReport('plain.json').indexes[0]?.id).not.toBe(readReport('english.json').indexes[0]?.id);
  });

  it('stores and compares values unrounded (§4f 102)', () => {
    const values = readReport('good.json').stages[0]?.topics.flatMap(({ scores }) => scores['RR@10'] ?? []) ?? [];
    expect(values).toContain(1 / 3);
  });
});

describe('in a job of GitHub Actions', () => {
  const args = ['eval', 'gate', 'worse.json', ...GATED];
  it('annotates and writes the step summary, and only there', async () => {
    const summary = join(folder, 'summary.md');
    writeFileSync(summary, 'before\n');
    const run = await grk(folder, args, { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } });
    expect(run.code).toBe(3);
    expect(run.err).toContain('::error title=grk gate failed%3A significant::default/bm25: regression');
    expect(readFileSync(summary, 'utf8')).toMatch(/^before\n## grk gates: 1 ❌ failed/);
    const elsewhere = await grk(folder, args, { env: { GITHUB_STEP_SUMMARY: summary } });
    expect(elsewhere.err).not.toContain('::error');
    expect(readFileSync(summary, 'utf8').match(/## grk gates/g)).toHaveLength(1);
  });
  it('keeps its exit code where the summary cannot be written', async () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'no', 'where.md') };
    const { code, err } = await grk(folder, args, { env });
    expect([code, err]).toEqual([3, expect.stringContaining('the step summary could not be written')]);
  });
});

describe('grk eval accept', () => {
  it('leaves equal bytes alone, says what changes, and names no place of this machine', async () => {
    const file = join(folder, 'accepted', 'a.json');
    const accept = (report: string) => grk(folder, ['eval', 'accept', report, '--baseline', 'accepted/a.json']);
    expect((await accept('good.json')).out).toContain('there was none');
    const bytes = readFileSync(file, 'utf8');
    expect(bytes).not.toContain(`"golden":"${ROOT}`);
    await grk(folder, [...RUN, '--out', 'again.json']);
    expect((await accept('again.json')).out).toContain('left as it is');
    expect(readFileSync(file, 'utf8')).toBe(bytes);
    const replaced = await accept('worse.json');
    expect(replaced.out.replace(/\s+/g, ' ')).toMatch(
      /is replaced default\/bm25: the accepted report: REGRESSION against the old baseline/,
    );
    const other = await grk(folder, ['eval', '--golden', 'gold', '--no-dense', '--out', 'other.json']);
    expect(other.code).toBe(0);
    expect((await accept('other.json')).out).toContain('not comparable with the old one');
  });
  it('mends a baseline that cannot be read, and refuses what is no report', async () => {
    writeFileSync(join(folder, 'bad-base.json'), '{');
    const mended = await grk(folder, ['eval', 'accept', 'good.json', '--baseline', 'bad-base.json']);
    expect([mended.code, mended.out.replace(/\s+/g, ' ')]).toEqual([0, expect.stringContaining('is not JSON')]);
    expect((await grk(folder, ['eval', 'gate', 'good.json', '--baseline', 'bad-base.json'])).code).toBe(0);
    const refused = await grk(folder, ['eval', 'accept', 's.json', '--baseline', 'bad-base.json']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('GRK_REPORT_INVALID')]);
    expect((await grk(folder, ['eval', 'accept', 'good.json'])).code).toBe(2);
  });
  it('refuses a report with failed topics until it is told to bear them', async () => {
    const report = readReport('good.json');
    const [stage] = report.stages;
    const topics = stage?.topics.map((topic, i) =>
      i === 0 ? { ...topic, error: { code: 'X', message: 'x' } } : topic,
    );
    writeFileSync(join(folder, 'failed.json'), JSON.stringify({ ...report, stages: [{ ...stage, topics }] }));
    const args = ['eval', 'accept', 'failed.json', '--baseline', 'failed-base.json'];
    const refused = await grk(folder, args);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--allow failed-topics')]);
    expect((await grk(folder, [...args, '--allow', 'failed-topics'])).code).toBe(0);
  });
  it('leaves one whole report of two processes that accept at once', async () => {
    mkdirSync(join(folder, 'both'), { recursive: true });
    const runs = await Promise.all(
      ['good.json', 'worse.json'].map((report) =>
        grk(folder, ['eval', 'accept', report, '--baseline', 'both/b.json'], { isProcess: true }),
      ),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(readdirSync(join(folder, 'both'))).toEqual(['b.json']);
    const shas = ['good.json', 'worse.json'].map((file) => readReport(file).runConfigSha256);
    expect(shas).toContain(readReport('both/b.json').runConfigSha256);
  });
});

describe('counts on this machine', () => {
  const args = ['eval', 'gate', 'good.json', '--baseline', 'counted.json', '--json'];
  const countOf = (out: string) => JSON.parse(out).onThisMachine?.comparisonsWithBaseline;
  it('count comparisons with a baseline by its bytes, of processes at once too', async () => {
    await grk(folder, ['eval', 'accept', 'worse.json', '--baseline', 'counted.json']);
    expect(countOf((await grk(folder, args)).out)).toBeGreaterThan(0);
    const before = countOf((await grk(folder, args)).out);
    const both = await Promise.all([1, 2].map(() => grk(folder, args, { isProcess: true })));
    expect(both.map(({ out }) => countOf(out)).sort((a, b) => a - b)).toEqual([before + 1, before + 2]);
  });
  it('kill no run where they are damaged, and say so', async () => {
    const file = join(folder, '.grk', 'counters.sqlite');
    writeFileSync(file, 'damaged '.repeat(1000));
    const { code, out, err } = await grk(folder, args);
    expect([code, countOf(out)]).toEqual([0, undefined]);
    expect(err).toContain('this look is not counted');
    rmSync(file);
  });
  it('count looks at a test split, and none at another', async () => {
    const look = async (split: string) =>
      JSON.parse((await grk(folder, [...RUN, '--split', split, '--json'])).out).onThisMachine;
    expect([await look('dev'), await look('test'), await look('test')]).toEqual([
      undefined,
      { looksAtTest: 1 },
      { looksAtTest: 2 },
    ]);
  });
});

describe('grk eval plan', () => {
  it('runs nothing, leaves nothing, and says what would be compared', async () => {
    const empty = join(folder, 'plain folder');
    mkdirSync(empty, { recursive: true });
    writeFileSync(join(empty, 'grk.config.json'), '{}');
    const { code, out } = await grk(empty, ['eval', 'plan', '--golden', '../gold', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      stages: ['bm25', 'dense', 'fusion', 'rerank'].map((name) => ({ id: `default/${name}` })),
      familySize: 4,
      gates: [],
      golden: { topics: 5, answerable: 4 },
    });
    expect(JSON.parse(out)).not.toHaveProperty('detectable');
    expect(existsSync(join(empty, '.grk'))).toBe(false);
    const structural = await grk(empty, ['eval', 'plan', '--golden', '../gold', '--embedder', 'hash', '--json']);
    expect(JSON.parse(structural.out).familySize).toBe(0);
    const cut = (name: string, chunker: object) => ({ name, chunker, stages: [{ kind: 'bm25' }] });
    const variants = [cut('a', { name: 'whole' }), cut('b', { name: 'whole' }), cut('c', { name: 'recursive' })];
    writeFileSync(join(empty, 'cut.json'), JSON.stringify({ golden: '../gold', variants }));
    expect(JSON.parse((await grk(empty, ['eval', 'plan', 'cut.json', '--json'])).out).familySize).toBe(1);
    expect((await grk(folder, ['eval', 'plan', 's.json'])).code).toBe(2);
    const gated = await grk(folder, ['eval', 'plan', 's.json', '--baseline', 's-base.json', '--gate']);
    expect([gated.code, gated.out]).toEqual([0, expect.stringContaining('any-loss on flat/bm25')]);
  });
  it('says what the planned topics could detect, not those of the baseline, and nothing by another measure', async () => {
    const run = ['--golden', HANDBOOK];
    expect((await grk(folder, ['eval', ...run, '--no-text', '--out', 'spread.json'])).code).toBe(0);
    const plan = async (...args: string[]) =>
      JSON.parse((await grk(folder, ['eval', 'plan', ...args, '--baseline', 'spread.json', '--json'])).out);
    const { detectable } = await plan(...run, '--topics', 'kw-*');
    expect(detectable).toHaveLength(2);
    // scipy: (t.ppf(1 - .05/2/2, 17) + t.ppf(.8, 17)) / sqrt(18)
    for (const { sd, minimumDetectableEffect } of detectable)
      expect(minimumDetectableEffect / sd).toBeCloseTo(0.7828449267181502, 9);
    const variants = [{ name: 'default', stages: [{ kind: 'bm25' }, { kind: 'dense' }] }];
    writeFileSync(join(folder, 'ap.json'), JSON.stringify({ golden: HANDBOOK, primary: 'AP@100', variants }));
    expect((await plan('ap.json')).detectable).toEqual([]);
  });
});

describe('the code table of docs/guides/05-gates.md (§4f 98)', () => {
  it.skipIf(!existsSync(join(ROOT, 'docs', 'guides', '05-gates.md')))('names every exit code', () => {
    const page = readFileSync(join(ROOT, 'docs', 'guides', '05-gates.md'), 'utf8');
    for (const code of [0, 1, 2, 3, 4, 130]) expect(page).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
    expect(statSync(join(ROOT, '.github', 'actions', 'eval', 'action.yml')).isFile()).toBe(true);
  });
});

describe('the action for GitHub', () => {
  const action = readFileSync(join(ROOT, '.github', 'actions', 'eval', 'action.yml'), 'utf8');
  const script = action.slice(action.indexOf('run: |\n') + 'run: |\n'.length).replace(/^ {8}/gm, '');
  /** What the runner does: inputs come as variables, `${{ … }}` never in the script. */
  const act = (inputs: Record<string, string>) => {
    const output = join(folder, 'action.out');
    writeFileSync(output, '');
    // On the PATH, as an installed one: the words of a command are told apart by blanks, which this path may hold.
    mkdirSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'bin', 'grk'), `#!/bin/sh\nexec "${process.execPath}" "${BINARY}" "$@"\n`, {
      mode: 0o755,
    });
    const none = { SUITE: '', GOLDEN: '', BASELINE: '', GATES: '', STRICT: 'false', JUNIT: '', REPORT: 'action.json' };
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      GITHUB_OUTPUT: output,
      GRK: 'grk',
      ...none,
      ...inputs,
    };
    const { status, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    return { status, stderr, output: readFileSync(output, 'utf8') };
  };

  it('has no expression in its script', () => {
    expect(script).not.toContain('${{');
    expect(action).not.toContain('npx grk');
  });
  it.runIf(IS_POSIX)('ends with the code of grk, and writes JUnit where gates were evaluated', () => {
    const variants = [{ name: 'default', stages: [{ kind: 'bm25' }] }];
    writeFileSync(join(folder, 'my act.json'), JSON.stringify({ golden: HANDBOOK, variants }));
    const inputs = { SUITE: 'my act.json', BASELINE, JUNIT: 'act xml.xml', GATES: 'any-loss\n\nsignificant@RR@10\n' };
    const passed = act(inputs);
    expect([passed.status, passed.output]).toEqual([0, 'exit-code=0\nreport=action.json\n']);
    expect(readJunit('act xml.xml')).toEqual({ failures: [], errors: [], cases: 2 });
    const failed = act({ ...inputs, GRK_LEXICAL_K1: '3', GRK_LEXICAL_B: '1' });
    expect([failed.status, failed.output]).toEqual([3, 'exit-code=3\nreport=action.json\n']);
    expect(readJunit('act xml.xml').failures).toContain('any-loss');
    rmSync(join(folder, 'act xml.xml'));
    const wrong = act({ ...inputs, GATES: 'any-los' });
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('Did you mean "any-loss"?')]);
    expect(existsSync(join(folder, 'act xml.xml'))).toBe(false);
    const none = act({ GOLDEN: 'gold', BASELINE: 'nowhere.json' });
    expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('GRK_BASELINE_INVALID')]);
  });
  it.runIf(IS_POSIX)('never passes off what an earlier step left as its own', () => {
    writeFileSync(join(folder, 'stale.json'), readFileSync(join(folder, 'good.json')));
    writeFileSync(join(folder, 'stale.xml'), '<testsuites/>');
    const row = { topicId: 'n', query: 'q', category: 'c', split: 'dev', slices: [], answerable: false, gold: [] };
    smallGolden(join(folder, 'no-answers'), { 'judgments.jsonl': `${JSON.stringify(row)}\n` });
    const inputs = { GOLDEN: HANDBOOK, BASELINE, REPORT: 'stale.json', JUNIT: 'stale.xml' };
    const nothing = act({ ...inputs, GOLDEN: 'no-answers' });
    expect([nothing.status, nothing.stderr]).toEqual([4, expect.stringContaining('GRK_NOTHING_MEASURED')]);
    expect([existsSync(join(folder, 'stale.json')), existsSync(join(folder, 'stale.xml'))]).toEqual([false, false]);
  });
  it('is what this repository gates itself with', async () => {
    const evals = join(ROOT, 'evals');
    const args = ['eval', join(evals, 'handbook.suite.json'), '--baseline', join(evals, 'baselines', 'handbook.json')];
    const { code, out } = await grk(folder, [...args, '--out', 'own.json']);
    expect([code, out]).toEqual([0, expect.stringContaining('PASSED fusion=any-loss@failed')]);
    expect(readFileSync(join(ROOT, '.github', 'workflows', 'ci.yml'), 'utf8')).toContain(
      'uses: ./.github/actions/eval',
    );
  });
});
