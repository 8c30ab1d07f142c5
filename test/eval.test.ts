import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Report, ReportSchema } from '../src/contracts/report.ts';
import { parseMeasure, scoreAll } from '../src/evals/metrics/index.ts';
import { BINARY, grk, smallGolden, workFolder } from './binary.ts';

const folder = workFolder('eval');
// Beside the documents: a file that no glob includes, and one that is skipped for what it holds.
const BESIDE = { 'corpus/logo.svg': '<svg/>', 'corpus/notes/binary.md': Buffer.from('a\0b') };
beforeAll(() => {
  smallGolden(join(folder, 'gold'), BESIDE);
  writeFileSync(join(folder, 'default.json'), '{}');
});

const readReport = (file: string): Report => ReportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
/** All that must be equal for equal inputs. */
function fixedPart(file: string): string {
  const { timing: _timing, environment: _environment, ...fixed } = JSON.parse(readFileSync(file, 'utf8'));
  return JSON.stringify(fixed);
}

describe('grk eval', () => {
  it('prints stages, deltas, verdicts and where the report is, and exits 0', async () => {
    const { code, out, err } = await grk(folder, ['eval', '--config', 'default.json', '--golden', 'gold']);
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out).toContain('(baseline)');
    expect(out).toMatch(/dense: (IMPROVEMENT|REGRESSION|MIXED|NO CHANGE) against bm25/);
    expect(out).toMatch(/fusion: (IMPROVEMENT|REGRESSION|MIXED|NO CHANGE) against bm25/);
    expect(out).toMatch(/rerank: (IMPROVEMENT|REGRESSION|MIXED|NO CHANGE) against fusion/);
    expect(out).toMatch(/rerank over the top \d+ of fusion/);
    const file = /^report: (.*)$/m.exec(out)?.[1] ?? '';
    const report = readReport(join(folder, file));
    expect(report.golden).toMatchObject({ name: 'lamp', documents: 6, topics: 5, answerable: 4, unknown: 0 });
    const names = ['bm25', 'dense', 'fusion', 'rerank'];
    expect(report.stages.map(({ id }) => id)).toEqual(names.map((name) => `default/${name}`));
    expect(report.warnings.map((warning) => warning.code)).not.toContain('stage-left-out');
    expect(report.runConfig.variants[0]?.stages[3]).toMatchObject({
      settings: { input: 'fusion', depth: 50, inputScore: 'leg-scores/1' },
      reranker: { provider: 'combined', model: 'cross-tiny', settings: { maxTokens: 256, weight: 1 } },
    });
    expect(JSON.stringify(report)).not.toContain('"delta"');
  });

  it('takes measures by any of their names, and reports them by one', async () => {
    const args = [
      '--set',
      'primary=map_cut.10',
      '--measures',
      'ndcg_cut.5,P(rel=2,judged_only=True)@5',
      '--out',
      'n.json',
    ];
    const { code, out } = await grk(folder, ['eval', '--golden', 'gold', '--no-dense', ...args]);
    expect(code).toBe(0);
    expect(out).toContain('AP');
    const report = readReport(join(folder, 'n.json'));
    expect(report.declared.primary).toBe('AP@10');
    const means = Object.keys(report.stages[0]?.means ?? {});
    expect(means).toEqual(expect.arrayContaining(['AP@10', 'nDCG@5', 'P(rel=2,judged_only=True)@5']));
  });

  it('writes equal bytes outside timing and environment, whatever the time zone, locale and working directory', async () => {
    const other = join(folder, 'elsewhere', 'deep');
    mkdirSync(other, { recursive: true });
    const first = await grk(folder, ['eval', '--golden', 'gold', '--out', 'a.json']);
    const second = await grk(other, ['eval', '--golden', '../../gold', '--out', '../../b.json'], {
      env: { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    });
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(fixedPart(join(folder, 'b.json'))).toBe(fixedPart(join(folder, 'a.json')));
    const report = readReport(join(folder, 'b.json'));
    expect(report.timing.indexReused).toBe(true);
    expect(report.warnings.find(({ code }) => code === 'files-skipped')?.message).toBe(
      'files of the corpus skipped: 1 × binary (holds a NUL byte)',
    );
  });

  it('builds the same numbers from nothing as from a warm state folder', async () => {
    const fresh = join(folder, 'fresh');
    mkdirSync(fresh);
    writeFileSync(join(fresh, 'grk.config.json'), '{ "reranker": "none" }');
    await grk(fresh, ['eval', '--golden', '../gold', '--out', 'c.json']);
    expect(readReport(join(fresh, 'c.json')).timing.indexReused).toBe(false);
    expect(fixedPart(join(fresh, 'c.json'))).toBe(fixedPart(join(folder, 'a.json')));
  });

  it('calls stages of the hash embedder structural and gives them no verdict, in JSON too', async () => {
    const { code, out } = await grk(folder, ['eval', '--golden', 'gold', '--embedder', 'hash']);
    expect(code).toBe(0);
    expect(out).toContain('structural');
    expect(out).not.toMatch(/(dense|fusion): (IMPROVEMENT|REGRESSION|MIXED|NO CHANGE)/);
    const { out: json } = await grk(folder, ['eval', '--golden', 'gold', '--embedder', 'hash', '--json']);
    const summary = JSON.parse(json);
    expect(summary.deltas.length).toBeGreaterThan(0);
    for (const delta of summary.deltas) expect(delta).toMatchObject({ verdict: null, direction: null, measures: {} });
  });

  it('runs bm25 alone with --no-dense, and says what was left out', async () => {
    const { code, out } = await grk(folder, [
      'eval',
      '--golden',
      'gold',
      '--config',
      'default.json',
      '--no-dense',
      '--json',
    ]);
    expect(code).toBe(0);
    const report = readReport(JSON.parse(out).report);
    expect(report.stages.map(({ name }) => name)).toEqual(['bm25']);
    expect(report.warnings.flatMap(({ stage }) => stage ?? [])).toEqual([
      'default/dense',
      'default/fusion',
      'default/rerank',
    ]);
  });

  it('measures a suite of variants over one index and refuses what it cannot do', async () => {
    const suite = {
      golden: 'gold',
      variants: [
        { name: 'flat', stages: [{ kind: 'bm25', b: 0 }] },
        { name: 'steep', stages: [{ kind: 'bm25', k1: 2, b: 1 }] },
      ],
    };
    writeFileSync(join(folder, 's.json'), JSON.stringify(suite));
    const { code, out } = await grk(folder, ['eval', 's.json', '--json']);
    expect(code).toBe(0);
    const report = readReport(JSON.parse(out).report);
    expect(report.stages.map(({ id }) => id)).toEqual(['flat/bm25', 'steep/bm25']);
    expect(report.indexes).toHaveLength(1);
    const [variant] = suite.variants;
    writeFileSync(
      join(folder, 'r.json'),
      JSON.stringify({
        ...suite,
        variants: [{ ...variant, stages: [{ kind: 'bm25' }, { kind: 'rerank', input: 'bm25', reranker: 'x' }] }],
      }),
    );
    const refused = await grk(folder, ['eval', 'r.json']);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('there is no reranker "x"')]);
  });

  it('measures spans too where documents are cut in several ways, and a stored report gives the same values', async () => {
    const variants = [{ name: 'markdown' }, { name: 'recursive', maxChars: 40 }].map((chunker) => ({
      name: chunker.name,
      chunker,
      stages: [{ kind: 'bm25' }],
    }));
    writeFileSync(join(folder, 'cuts.json'), JSON.stringify({ golden: 'gold', variants }));
    const { code, out } = await grk(folder, ['eval', 'cuts.json', '--measures', 'SpanR(chars=60)', '--json']);
    expect(code).toBe(0);
    const report = readReport(JSON.parse(out).report);
    const names = ['SpanR@10', 'SpanRR@10', 'SpanR(chars=4000)', 'SpanR(chars=60)'];
    const scored = report.stages.flatMap(({ topics }) => topics).filter(({ scores }) => 'SpanR@10' in scores);
    expect(scored).toHaveLength(8);
    for (const { topicId, ranking, scores } of scored) {
      const gold = report.topics.find((topic) => topic.topicId === topicId)?.gold ?? [];
      const again = scoreAll(names.map(parseMeasure), {
        ranked: ranking.map(() => null),
        judged: [],
        spans: { ranked: ranking, gold },
      });
      expect(Object.fromEntries(names.map((name) => [name, scores[name]]))).toEqual(again);
    }
    expect(report.stages.map(({ means }) => means['SpanR@10'])).toEqual([1, 1]);
  });

  it('shows a stored report as it showed the run, deltas derived anew', async () => {
    const run = await grk(folder, ['eval', '--golden', 'gold', '--out', 'd.json']);
    const shown = await grk(folder, ['report', 'show', 'd.json']);
    expect(shown.code).toBe(0);
    const withoutPath = (text: string) => text.replace(/^report: .*$/m, '');
    expect(withoutPath(shown.out)).toBe(withoutPath(run.out));
  });

  it('prints no escape codes into a pipe, and nothing but data on stdout', async () => {
    const { out } = await grk(folder, ['eval', '--golden', 'gold', '--json']);
    expect(out).not.toContain('\u001b');
    expect(Object.keys(JSON.parse(out))).toEqual([
      'report',
      'stages',
      'deltas',
      'attribution',
      'legs',
      'gates',
      'exitCode',
    ]);
  });

  it('lets two processes build the same index at once', async () => {
    const both = join(folder, 'both');
    mkdirSync(both);
    writeFileSync(join(both, 'grk.config.json'), '{ "reranker": "none" }');
    const runs = await Promise.all(
      ['x.json', 'y.json'].map((out) => grk(both, ['eval', '--golden', '../gold', '--out', out], { isProcess: true })),
    );
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(fixedPart(join(both, 'x.json'))).toBe(fixedPart(join(both, 'y.json')));
  });

  it('exits 4 when no topic is left to measure (agentclash#1044, cultivar PR#9)', async () => {
    const { code, err } = await grk(folder, ['eval', '--golden', 'gold', '--topics', 'zzz*']);
    expect([code, err]).toEqual([4, expect.stringContaining('no topic of "lamp"')]);
    const unanswerable = await grk(folder, ['eval', '--golden', 'gold', '--category', 'no-answer']);
    expect([unanswerable.code, unanswerable.err]).toEqual([
      4,
      expect.stringContaining('no topic of the selection is answerable'),
    ]);
  });

  it('refuses a measure deeper than the ranking, and leaves standard ones out by name', async () => {
    const { code, err } = await grk(folder, ['eval', '--golden', 'gold', '--top-k', '5']);
    expect([code, err]).toEqual([2, expect.stringContaining('nDCG@10 looks deeper than the 5 ranks that are kept')]);
    const { out } = await grk(folder, ['eval', '--golden', 'gold', '--top-k', '10', '--json']);
    const report = readReport(JSON.parse(out).report);
    expect(report.warnings.find((warning) => warning.code === 'measures-left-out')?.message).toBe(
      'R@100, AP@100: not measured, as only 10 ranks are kept',
    );
    expect(Object.keys(report.stages[0]?.means ?? {})).not.toContain('R@100');
  });

  it.each([
    ['a name that is too long', ['--out', `${'x'.repeat(300)}.json`], 2, 'the name of the report is too long'],
    ['a place where no folder can be', ['--out', '/proc/foo/r.json'], 1, 'the folder of the report /proc/foo cannot'],
    ['an endless glob', ['--topics', 'x'.repeat(70_000)], 2, 'the glob over topic ids, xxx'],
  ])('names %s as the fault', async (_, args, code, message) => {
    const run = await grk(folder, ['eval', '--golden', 'gold', '--no-dense', ...args]);
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)]);
  });

  it('writes a report whose name is as long as may be', async () => {
    const { code } = await grk(folder, ['eval', '--golden', 'gold', '--no-dense', '--out', `${'y'.repeat(250)}.json`]);
    expect(code).toBe(0);
  });

  it.skipIf(!existsSync('/dev/full'))('says in one line that its output found no room', () => {
    const command = `"${process.execPath}" "${BINARY}" report show a.json > /dev/full`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: the output could not be written: .*no space left on device.*\n$/),
    ]);
  });

  it('leaves no state behind when it refuses', async () => {
    rmSync(join(folder, 'clean'), { recursive: true, force: true });
    mkdirSync(join(folder, 'clean'));
    const { code } = await grk(join(folder, 'clean'), ['eval', '--golden', 'nowhere', '--config', 'nope.json']);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'clean', '.grk'))).toBe(false);
  });
});
