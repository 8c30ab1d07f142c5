import { expect, it } from 'vitest';
import { chartInputOf, smallReport } from '../../../test/small-report.ts';
import type { ChartName } from '../../contracts/charts.ts';
import type { Report } from '../../contracts/report.ts';
import { buildChart } from './catalog.ts';
import type { ChartInput } from './chart.ts';
import { distinctLabels } from './text.ts';

const usual = smallReport(12, 3);
const fewer = {
  ...smallReport(6, 3),
  runConfig: { ...usual.runConfig, selection: { ...usual.runConfig.selection, topicIdsSha256: '0'.repeat(64) } },
};

function inputOf(...reports: readonly Report[]): ChartInput {
  return { reports: reports.flatMap((each, i) => chartInputOf(each, `r${i + 1}`).reports), outcome: null };
}

const drawn = (name: ChartName, ...reports: readonly Report[]) => buildChart(name, inputOf(...reports), 'light');
const textOf = (name: ChartName, ...reports: readonly Report[]) => JSON.stringify(drawn(name, ...reports).spec);

it.each(['recall', 'risk', 'history', 'embedders'] as const)(
  '%s puts no reports over other topics side by side',
  (name) => {
    expect(drawn(name, usual, usual).reason).toBeNull();
    expect(drawn(name, usual, fewer).reason).toMatch(/^not comparable: r2 and r1 rest on other judgments/);
  },
);

it('takes another primary measure where none is shown', () => {
  const other = { ...usual, declared: { ...usual.declared, primary: 'RR@10' } };
  expect(drawn('recall', usual, other).reason).toBeNull();
  for (const name of ['risk', 'history', 'embedders'] as const) {
    expect(drawn(name, usual, other).reason).toContain('primary measures');
  }
});

const [variant] = usual.runConfig.variants;
const recut = {
  ...usual,
  runConfig: {
    ...usual.runConfig,
    variants: [{ ...variant, chunker: { algorithm: 'markdown/1', settings: { maxChars: 7 } } }],
  },
} as Report;

it('says that passage measures of two chunkers are not comparable', () => {
  for (const name of ['recall', 'risk', 'history', 'embedders'] as const) {
    expect(textOf(name, usual, recut)).toContain('passage measures are not comparable');
    expect(textOf(name, usual, usual)).not.toContain('not comparable');
  }
});

const failing = structuredClone(usual);
for (const topic of failing.stages[1]?.topics.slice(0, 2) ?? []) {
  topic.error = { code: 'GRK_LEG_BROKEN', message: 'broken' };
  topic.ranking = [];
  for (const measure of Object.keys(topic.scores)) topic.scores[measure] = 0;
}

it('says how many topics failed wherever a mean has them as zeros', () => {
  for (const name of ['delta', 'topics', 'slices', 'recall', 'history', 'embedders'] as const) {
    expect(textOf(name, failing)).toContain('topics that failed, an answerable one counting 0: dense 2');
    expect(textOf(name, usual)).not.toContain('failed');
  }
});

it('speaks of no interval where nothing is compared', () => {
  const structural = { ...usual, stages: usual.stages.map((stage, i) => ({ ...stage, isStructural: i > 0 })) };
  expect(textOf('delta', structural)).toContain('structural: the vectors');
  expect(textOf('delta', structural)).not.toContain('interval');
});

it('draws slices by the measures that were compared, and names the baseline', () => {
  const [report] = inputOf(usual).reports;
  if (report === undefined) throw new Error('there is a report');
  const { view } = report;
  const comparisons = view.comparisons.map((each) => ({
    ...each,
    rows: each.rows.filter((row) => row.measure === 'R@10'),
  }));
  const { spec } = buildChart(
    'slices',
    {
      reports: [{ ...report, view: { ...view, slices: view.slices, topics: view.topics, comparisons } as typeof view }],
      outcome: null,
    },
    'light',
  );
  const text = JSON.stringify(spec);
  expect(text).toContain('fusion against bm25');
  expect(text).toContain('"measure":"R@10"');
  expect(text).not.toContain('"measure":"nDCG@10"');
});

it('tells the stages of a single run apart without colours', () => {
  const shapes = /"shape":\{.*?"range":(\[.*?\])/.exec(textOf('history', usual))?.[1] ?? '[]';
  expect(new Set(JSON.parse(shapes)).size).toBe(3);
});

it('numbers equal labels past those that have such a number', () => {
  expect(distinctLabels(['a', 'a', 'a #2', 'a'])).toEqual(['a', 'a #3', 'a #2', 'a #4']);
});
