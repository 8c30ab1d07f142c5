import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RerankAttribution } from '../src/contracts/attribution.ts';
import type { FusionLegs } from '../src/contracts/legs.ts';
import { type Report, ReportSchema, type ReportStage } from '../src/contracts/report.ts';
import { grk, judgmentLines, ROOT, smallGolden, workFolder } from './binary.ts';

const folder = workFolder('rerank');
const handbook = join(ROOT, 'golden', 'handbook');
beforeAll(() => smallGolden(join(folder, 'gold')));

const readReport = (file: string): Report => ReportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
const stageOf = ({ stages }: Report, name: string): ReportStage => {
  const stage = stages.find((each) => each.name === name);
  if (stage === undefined) throw new Error(`no stage ${name}`);
  return stage;
};
interface Summary {
  readonly report: string;
  readonly attribution: readonly RerankAttribution[];
  readonly legs: readonly FusionLegs[];
  readonly deltas: readonly { readonly stage: string; readonly verdict: string | null }[];
}
async function evalJson(...args: string[]) {
  return evalJsonAs(0, ...args);
}
async function evalJsonAs(
  exitCode: number,
  ...args: string[]
): Promise<{ report: Report; summary: Summary; rerank: RerankAttribution }> {
  const { code, out, err } = await grk(folder, ['eval', ...args, '--json']);
  expect([code, err]).toEqual([exitCode, '']);
  const summary: Summary = JSON.parse(out);
  const [rerank] = summary.attribution;
  if (rerank === undefined) throw new Error('no attribution');
  return { report: readReport(summary.report), summary, rerank };
}
const write = (name: string, ...rows: object[]) =>
  writeFileSync(join(folder, name), rows.map((row) => JSON.stringify(row)).join('\n'));

/** The parts add up on every measure, and are what the means of the report say. */
function expectSum(rerank: RerankAttribution, report: Report): void {
  const [bm25, fusion, reranked] = ['bm25', 'fusion', 'rerank'].map((name) => stageOf(report, name).means);
  const names = Object.keys(reranked ?? {});
  expect(Object.keys(rerank.measures).sort()).toEqual(names.sort());
  for (const name of names) {
    const { total, retrieval, reorder, pool } = rerank.measures[name] ?? {};
    const [a, b, c] = [bm25, fusion, reranked].map((means) => means?.[name] ?? Number.NaN);
    expect(Math.abs((retrieval ?? 0) + (reorder ?? 0) + (pool ?? 0) - (total ?? Number.NaN))).toBeLessThanOrEqual(
      1e-12,
    );
    expect(total).toBeCloseTo((c ?? 0) - (a ?? 0), 12);
    expect(retrieval).toBeCloseTo((b ?? 0) - (a ?? 0), 12);
  }
}

describe('refused', () => {
  it('an unknown reranker, with the nearest, before anything is indexed (groundkit D14)', async () => {
    const { code, err } = await grk(folder, ['eval', '--golden', 'gold', '--reranker', 'orcale']);
    expect([code, err]).toEqual([2, expect.stringContaining('there is no reranker "orcale". Did you mean "oracle"?')]);
  });
  it('more candidates than the report keeps', async () => {
    const { code, err } = await grk(folder, ['eval', '--golden', 'gold', '--reranker', 'noop', '--top-k', '20']);
    expect([code, err]).toEqual([2, expect.stringContaining('depth 50 of stage "rerank" is above the 20 ranks')]);
  });
  it('a reranker without an input, or without a stage', async () => {
    const noDense = await grk(folder, ['eval', '--golden', 'gold', '--reranker', 'noop', '--no-dense']);
    expect([noDense.code, noDense.err]).toEqual([2, expect.stringContaining('it reads "fusion", which is left out')]);
    write('bm25.json', { golden: 'gold', variants: [{ name: 'v', stages: [{ kind: 'bm25' }] }] });
    const noStage = await grk(folder, ['eval', 'bm25.json', '--reranker', 'noop']);
    expect([noStage.code, noStage.err]).toEqual([2, expect.stringContaining('the suite has no rerank stage')]);
  });
  it('scores that lack a candidate on every topic, naming topic and passage', async () => {
    write('few.jsonl', { topicId: 't1', doc: 'guides/keys.md', score: 1 });
    const { code, err } = await grk(folder, ['eval', '--golden', 'gold', '--reranker', 'scripted:few.jsonl']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/few\.jsonl has no score for topic "t1" and passage \w+ of /),
    ]);
  });
  it('a leg that finds nothing for any topic, but not for a single one', async () => {
    const foreign = judgmentLines({
      0: '{"topicId":"t1","query":"検索","split":"dev","category":"x","answerable":true,"gold":[{"doc":"guides/keys.md","quote":"rotated","grade":1}]}',
      1: '{"topicId":"t2","query":"鍵","split":"dev","category":"x","answerable":true,"gold":[{"doc":"guides/keys.md","quote":"rotated","grade":1}]}',
    });
    smallGolden(join(folder, 'foreign'), {
      'judgments.jsonl': foreign.split('\n').slice(0, 2).join('\n'),
    });
    const args = ['eval', '--golden', 'foreign', '--no-dense'];
    const both = await grk(folder, args);
    expect([both.code, both.err]).toEqual([
      1,
      expect.stringContaining('the leg default/bm25 found nothing for any of 2 topics'),
    ]);
    const one = await grk(folder, [...args, '--topics', 't1']);
    expect([one.code, one.out]).toEqual([
      0,
      expect.stringContaining('default/bm25 returned nothing for any of 1 topics'),
    ]);
  });
});

describe('grk eval --reranker', () => {
  it('calls noop a no-op, structural, and without effect', async () => {
    const { report, summary, rerank } = await evalJson('--golden', handbook, '--reranker', 'noop');
    expect(rerank.notes.map(({ code }) => code)).toContain('no-op-reranker');
    expect(rerank).toMatchObject({ isStructural: true, promoted: 0, demoted: 0, depth: 50, topics: 104 });
    for (const part of Object.values(rerank.measures)) expect(part).toMatchObject({ reorder: 0, pool: 0 });
    expect(summary.deltas.find(({ stage }) => stage === 'default/rerank')?.verdict).toBeNull();
    expectSum(rerank, report);
    const { out } = await grk(folder, ['report', 'show', summary.report]);
    expect(out).toContain('rerank (structural)');
    expect(out.replace(/\s+/g, ' ')).toContain('on none of 132 topics: it is a no-op');
  });
  it('adds up for reverse, which loses, and oracle, which uses all headroom', async () => {
    const reverse = await evalJson('--golden', handbook, '--reranker', 'reverse');
    expectSum(reverse.rerank, reverse.report);
    expect(reverse.rerank.measures['nDCG@10']?.pool).toBeLessThan(0);
    const oracle = await evalJson('--golden', handbook, '--reranker', 'oracle');
    expectSum(oracle.rerank, oracle.report);
    const part = oracle.rerank.measures['nDCG@10'];
    expect(part?.headroomUsed).toBe(1);
    expect(part?.ceiling).toBe(stageOf(oracle.report, 'rerank').means['nDCG@10']);
    expect(part?.pool).toBeGreaterThan(0);
    // What stands within the top 10 already is reordered; R@10 cannot rise by that.
    expect(oracle.rerank.measures['R@10']).toMatchObject({ reorder: 0 });
    expect(oracle.rerank.measures['R@100']).toMatchObject({ isPinned: true, reorder: 0, pool: 0 });
    expect(oracle.rerank.measures['nDCG@10']?.ceiling).toBe(reverse.rerank.measures['nDCG@10']?.ceiling);
  });
  it('gives a scripted reranker a verdict, and its lift from beyond the cutoff to the pool', async () => {
    const first = await evalJson('--golden', handbook, '--reranker', 'noop');
    const fusion = stageOf(first.report, 'fusion');
    // Candidate 31 of each topic goes to the top; the others keep their order.
    const rows = fusion.topics.flatMap(({ topicId, ranking }) =>
      ranking.slice(0, 50).map(({ id }, i) => ({ topicId, id, score: i === 30 ? 1000 : -i })),
    );
    write('lift ü.jsonl', ...rows);
    const { report, rerank, summary } = await evalJson('--golden', handbook, '--reranker', 'scripted:lift ü.jsonl');
    expectSum(rerank, report);
    for (const name of ['nDCG@10', 'RR@10', 'Success@1']) {
      const part = rerank.measures[name];
      expect(part?.reorder).toBe(0);
      expect(part?.pool).not.toBe(0);
    }
    expect(rerank).toMatchObject({ isStructural: false, notes: [] });
    expect(summary.deltas.find(({ stage }) => stage === 'default/rerank')?.verdict).toMatch(/^rerank: /);
    const stage = report.runConfig.variants[0]?.stages.at(-1);
    expect(stage).toMatchObject({
      algorithm: 'rerank-top/1',
      settings: { input: 'fusion', depth: 50 },
      reranker: { provider: 'scripted', model: 'lift ü.jsonl', weightsSha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(JSON.stringify(report.runConfig)).not.toContain(folder);
    // A copy of another name is the same run.
    write('copy.jsonl', ...rows);
    const copy = await evalJson('--golden', handbook, '--reranker', 'scripted:copy.jsonl');
    expect(copy.report.runConfigSha256).toBe(report.runConfigSha256);
    expect(copy.report.stages).toEqual(report.stages);
    expect(report.runConfigSha256).not.toBe(first.report.runConfigSha256);
  });
  it('keeps a topic that has no scores as a counted failure, and the others measured', async () => {
    const first = await evalJson('--golden', 'gold', '--reranker', 'noop');
    const rows = stageOf(first.report, 'fusion').topics.flatMap(({ topicId, ranking }) =>
      topicId === 't2' ? [] : ranking.map(({ id }, i) => ({ topicId, id, score: i })),
    );
    write('gap.jsonl', ...rows);
    const { report, rerank } = await evalJsonAs(4, '--golden', 'gold', '--reranker', 'scripted:gap.jsonl');
    const topic = stageOf(report, 'rerank').topics.find(({ topicId }) => topicId === 't2');
    expect(topic?.error).toMatchObject({ code: 'GRK_RERANKER_OUTPUT', message: expect.stringContaining('topic "t2"') });
    expect(stageOf(report, 'rerank').controls.map(({ topics }) => topics[1]?.error?.code)).toEqual(
      stageOf(report, 'rerank').controls.map(() => 'GRK_RERANKER_OUTPUT'),
    );
    expect(rerank).toMatchObject({ topics: 3, topicsLeftOut: 1 });
    expect(report.warnings.map(({ code }) => code)).toContain('topics-failed');
  });
});

describe('a suite', () => {
  const suite = (weights: object, depth = 20) => ({
    golden: handbook,
    variants: [
      {
        name: 'v',
        stages: [
          { kind: 'bm25' },
          { kind: 'dense' },
          { kind: 'fusion', weights },
          { kind: 'rerank', input: 'bm25', reranker: 'oracle', depth },
        ],
      },
    ],
  });
  it('has a fusion weighted 1:1000 called a single leg in disguise, and another one not', async () => {
    write('heavy.json', suite({ bm25: 1, dense: 1000 }));
    const heavy = await evalJson('heavy.json');
    expect(heavy.summary.legs[0]?.notes.map(({ code }) => code)).toEqual(['single-leg-in-disguise']);
    expect(heavy.summary.legs[0]?.legs.map(({ leg, isWholeFusion }) => [leg, isWholeFusion])).toEqual([
      ['v/bm25', false],
      ['v/dense', true],
    ]);
    write('even.json', suite({}));
    expect((await evalJson('even.json')).summary.legs[0]?.notes).toEqual([]);
  });
  it('takes the path of scripted scores from its own folder, and reranks a leg', async () => {
    const { report } = await evalJson('even.json');
    const rows = stageOf(report, 'bm25').topics.flatMap(({ topicId, ranking }) =>
      ranking.map(({ doc }) => ({ topicId, doc, score: doc.length })),
    );
    mkdirSync(join(folder, 'deep er'));
    const unique = new Map(rows.map((row) => [`${row.topicId} ${row.doc}`, row]));
    write('deep er/s.jsonl', ...unique.values());
    const stages = [{ kind: 'bm25' }, { kind: 'rerank', input: 'bm25', reranker: 'scripted:s.jsonl', depth: 10 }];
    write('deep er/suite.json', { golden: handbook, variants: [{ name: 'v', stages }] });
    const run = await evalJson('deep er/suite.json');
    expect(run.rerank).toMatchObject({ input: 'v/bm25', baseline: 'v/bm25', depth: 10 });
    expect(run.rerank.measures['nDCG@10']).toMatchObject({ retrieval: 0, pool: 0, k: 10 });
    expect(stageOf(run.report, 'rerank').abstention).toEqual(stageOf(run.report, 'bm25').abstention);
    expect(stageOf(run.report, 'rerank').controls.map(({ depth }) => depth)).toEqual([1, 5]);
  });
  it('takes rerank stages of two chunkers apart, against the baseline by span measures', async () => {
    const variant = (name: string, maxChars: number) => ({
      name,
      chunker: { name: 'markdown', maxChars },
      stages: [{ kind: 'bm25' }, { kind: 'rerank', input: 'bm25', reranker: 'reverse', depth: 10 }],
    });
    write('cut.json', { golden: 'gold', variants: [variant('long', 1200), variant('short', 60)] });
    const { summary } = await evalJson('cut.json');
    const part = summary.attribution.find(({ stage }) => stage === 'short/rerank')?.measures ?? {};
    expect(part['nDCG@10']).toMatchObject({ total: null, retrieval: null, ceiling: expect.any(Number) });
    expect(part['SpanR@10']).toMatchObject({ total: expect.any(Number), ceiling: null, isPinned: true, reorder: 0 });
  });
  it('shows a stored report as the run was shown', async () => {
    const run = await grk(folder, ['eval', 'heavy.json', '--out', 'heavy-report.json']);
    const shown = await grk(folder, ['report', 'show', 'heavy-report.json']);
    expect(shown.out.replace(/^report: .*$/m, '')).toBe(run.out.replace(/^report: .*$/m, ''));
    expect(run.out).toContain('rerank over the top 20 of bm25, structural, 104 answerable topics');
    expect(run.out).toContain('legs of fusion');
  });
});
