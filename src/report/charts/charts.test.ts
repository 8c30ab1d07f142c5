import { describe, expect, it } from 'vitest';
import { chartInputOf, smallReport, withScores } from '../../../test/small-report.ts';
import { CHARTS, type ChartName } from '../../contracts/charts.ts';
import type { Report } from '../../contracts/report.ts';
import { renderSvg } from '../image/svg.ts';
import { type AttributionView, attributionView } from '../view/attribution.ts';
import { buildChart } from './catalog.ts';
import type { ChartInput, ChartSpec } from './chart.ts';
import { legibleOn, mixed } from './contrast.ts';
import { chartLabel, widthOf } from './text.ts';
import { inkOf } from './theme.ts';

const HOSTILE = [
  `${'a'.repeat(90)}</script><img src=x onerror=alert(1)>`,
  'ميزانية المحاولة',
  '再試行の予算を強制する場所はどこですか再試行の予算',
  'a.[b]\'s "c" {d}\u202e\n',
];

/** Names that break out of markup, are long, wide, of another direction, or paths to something else. */
function hostile(): Report {
  const report = smallReport(4, 1);
  const ids = new Map(report.stages.map(({ id }, i) => [id, `v/${HOSTILE[i]}`]));
  const renamed = (id: string) => ids.get(id) ?? id;
  const topicOf = new Map(report.topics.map(({ topicId }, i) => [topicId, `${HOSTILE[i % 4]}${i}`]));
  const moved = <T extends { topicId: string }>(rows: readonly T[]): T[] =>
    rows.map((row) => ({ ...row, topicId: topicOf.get(row.topicId) ?? '' }));
  return {
    ...report,
    declared: { ...report.declared, baseline: renamed(report.declared.baseline) },
    runConfig: {
      ...report.runConfig,
      variants: report.runConfig.variants.map((variant) => ({
        ...variant,
        stages: variant.stages.map((stage, i) => ({ ...stage, name: HOSTILE[i] ?? '' })),
      })),
    },
    variants: report.variants.map((each) => ({ ...each, pipeline: each.pipeline.map(renamed) })),
    topics: moved(report.topics).map((topic, i) => ({
      ...topic,
      query: HOSTILE[i % 4] ?? '',
      category: HOSTILE[i % 4] ?? '',
    })),
    indexes: report.indexes.map((index) => ({ ...index, relevant: moved(index.relevant) })),
    timing: { ...report.timing, stages: report.timing.stages.map((each) => ({ ...each, id: renamed(each.id) })) },
    stages: report.stages.map((stage, i) => ({
      ...stage,
      id: renamed(stage.id),
      name: HOSTILE[i] ?? '',
      input: stage.input.map(renamed),
      topics: moved(stage.topics),
      controls: stage.controls.map((control) => {
        const topics = moved(control.topics);
        return 'leg' in control ? { ...control, leg: renamed(control.leg), topics } : { ...control, topics };
      }) as typeof stage.controls,
    })),
  };
}

const usual = smallReport(12, 3);
const onlyFirst = { ...usual, stages: usual.stages.slice(0, 1) };
const CASES: Readonly<Record<string, Report>> = {
  usual,
  'hostile names': hostile(),
  'one topic': smallReport(1, 0),
  'one stage': onlyFirst,
  'all zero': withScores(usual, () => 0),
  'losses alone': withScores(usual, (topic, stage) => (stage === 0 ? 0.9 : 0.5 - topic / 40)),
  'nothing timed': { ...usual, timing: { ...usual.timing, stages: [] } },
};

/** Every object of a specification. */
function* partsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const each of Object.values(value)) yield* partsOf(each);
}

const domains = (spec: ChartSpec) =>
  [...partsOf(spec)].flatMap(({ scale, axis }) => {
    const isOfDifferences = JSON.stringify(axis ?? null).includes('datum.value === 0');
    return isOfDifferences ? [(scale as { domain: [number, number] }).domain] : [];
  });

describe.each(Object.entries(CASES))('%s', (_, report) => {
  const input = chartInputOf(report);

  it.each(CHARTS)('%s is drawn, or says why not, without a warning and an invented number', async (name) => {
    const { spec, reason } = buildChart(name, input, 'light');
    const { svg, warnings } = await renderSvg(spec);
    expect(warnings).toEqual([]);
    expect(svg).not.toMatch(/<script|<foreignObject|<img|<image|href=|\bon\w+="|>undefined<|NaN/);
    if (reason !== null) expect(svg).toContain('No chart of');
    for (const [low, high] of domains(spec)) expect([low < 0, high > 0]).toEqual([true, true]);
  });
});

const specOf = (name: ChartName, report: Report) => buildChart(name, chartInputOf(report), 'light');

it('says of what was not measured that it was not', () => {
  expect(specOf('latency', CASES['nothing timed'] as Report).reason).toBe('not measured: no stage was timed');
  expect(specOf('risk', smallReport(2, 0)).reason).toBe('not measured: no topic is declared unanswerable');
  expect(specOf('delta', onlyFirst).reason).toContain('nothing to compare it with');
  expect(JSON.stringify(specOf('delta', CASES['one topic'] as Report).spec)).toContain('no interval');
});

it('draws a loss as large as the gain that it mirrors', () => {
  const gain = withScores(usual, (topic, stage) => (stage === 0 ? 0.2 : 0.2 + topic / 32));
  const loss = withScores(usual, (topic, stage) => (stage === 0 ? 0.2 + topic / 32 : 0.2));
  const read = (report: Report) => {
    const { spec } = specOf('topics', report);
    const values = [...partsOf(spec)].flatMap(({ end }) => (typeof end === 'number' ? [end] : []));
    return { values: values.sort((a, b) => a - b), widths: domains(spec).map(([low, high]) => high - low) };
  };
  const [up, down] = [read(gain), read(loss)];
  expect(up.values).toEqual(down.values.map((value) => -value).reverse());
  expect(up.widths[0]).toBeCloseTo(down.widths[0] ?? Number.NaN, 12);
});

it('shows a thousand topics without a name each, and all of them', () => {
  const report = smallReport(10, 0);
  const times = Array.from({ length: 100 }, (_, i) => i);
  const many = <T extends { topicId: string }>(rows: readonly T[]): T[] =>
    times.flatMap((i) => rows.map((row) => ({ ...row, topicId: `${row.topicId}-${i}` })));
  const large = {
    ...report,
    golden: { ...report.golden, topics: 1000, answerable: 1000 },
    topics: many(report.topics),
    stages: report.stages.map((stage) => ({ ...stage, topics: many(stage.topics), controls: [] })),
  };
  const text = JSON.stringify(specOf('topics', large).spec);
  expect(text).toContain('n = 1,000 topics');
  const wins = Number(/won (\d+), tied/.exec(text)?.[1]);
  expect(text.match(/"from":\d+,"to":\d+,"zero":0,"delta":0\.\d/g)?.length).toBeGreaterThanOrEqual(wins);
});

it('reads no name of users as a path', () => {
  const report = smallReport(3, 0);
  const odd = JSON.parse(JSON.stringify(report).replaceAll('"RR@10"', '"P(rel=2)@5"')) as Report;
  const { spec } = specOf('delta', odd);
  const fields = [...partsOf(spec)].flatMap(({ field }) => (typeof field === 'string' ? [field] : []));
  expect(fields.every((field) => /^[A-Za-z0-9]+$/.test(field))).toBe(true);
  expect(JSON.stringify(spec)).toContain('"measure":"P(rel=2)@5"');
});

describe('the waterfall of a rerank stage', () => {
  const base = { k: 10, input: 0.5, reranked: 0.6, headroomUsed: 0.5, isPinned: false };
  const measure = { ...base, total: 0.2, retrieval: 0.1, reorder: 0.15, pool: -0.05, ceiling: 0.7 };
  const view = (changes: object): AttributionView =>
    attributionView(usual, {
      stage: usual.stages[2]?.id ?? '',
      input: usual.stages[1]?.id ?? '',
      baseline: usual.stages[0]?.id ?? '',
      depth: 20,
      isStructural: false,
      topics: 12,
      topicsLeftOut: 0,
      promoted: 1,
      demoted: 1,
      measures: { 'nDCG@10': { ...measure, againstInput: { wins: 1, ties: 2, losses: 3 }, ...changes } },
      notes: [],
    });
  const barsOf = (changes: object) => {
    const { reports } = chartInputOf(usual);
    const [report] = reports;
    const input = { reports: [{ ...report, view: { ...report?.view, attributions: [view(changes)] } }], outcome: null };
    const { spec } = buildChart('attribution', input as ChartInput, 'light');
    return [...partsOf(spec)].filter((part) => 'kind' in part && 'end' in part);
  };

  it('begins each part where the last one ended, and ends at the total', () => {
    const [upstream, reorder, pool, total, ceiling] = barsOf({});
    expect(reorder?.start).toBe(upstream?.end);
    expect(pool?.start).toBeCloseTo(Number(reorder?.end), 12);
    expect(pool?.end).toBeCloseTo(Number(total?.end), 12);
    expect(ceiling).toMatchObject({ kind: 'ghost', start: 0 });
    expect(ceiling?.end).toBeCloseTo(0.3, 12);
    expect(total?.words).toBe('+0.2000; against its input won 1, tied 2, lost 3');
  });

  it('begins at the input where the baseline is not comparable, and says what was not measured', () => {
    const [upstream, reorder, , total, ceiling] = barsOf({ total: null, retrieval: null, ceiling: null });
    expect(upstream).toMatchObject({ end: null, words: 'not measured: the baseline is not comparable' });
    expect(reorder?.start).toBe(0);
    expect(total?.end).toBeCloseTo(0.1, 12);
    expect(ceiling).toMatchObject({ end: null });
  });
});

it.each(['light', 'dark'] as const)('text on every cell of a heat map has a contrast of 4.5 or more (%s)', (theme) => {
  const ink = inkOf(theme);
  const channel = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]: readonly number[]) =>
    0.2126 * channel((r ?? 0) / 255) + 0.7152 * channel((g ?? 0) / 255) + 0.0722 * channel((b ?? 0) / 255);
  for (let share = -1; share <= 1; share += 0.05) {
    const fill = mixed(ink, share);
    const hex = legibleOn(fill);
    const text = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    const [a, b] = [light(fill), light(text)];
    expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)).toBeGreaterThanOrEqual(4.5);
  }
});

it('keeps stages apart whose names are cut to the same text', () => {
  const names = ['x', 'y', 'z'].map((letter) => `${'a'.repeat(60)}${letter}${'b'.repeat(60)}`);
  const report = { ...usual, stages: usual.stages.map((stage, i) => ({ ...stage, name: names[i] ?? '' })) };
  for (const name of ['recall', 'risk', 'latency', 'history'] as const) {
    const rows = [...partsOf(specOf(name, { ...report, runConfig: usual.runConfig }).spec)];
    const labels = rows.flatMap(({ series, stage }) => [series, stage].filter((each) => typeof each === 'string'));
    expect(new Set(labels).size).toBe(3);
  }
});

it('numbers the runs of a long history', () => {
  const [run] = chartInputOf(usual).reports;
  if (run === undefined) throw new Error('there is a report');
  const reports = Array.from({ length: 40 }, (_, i) => ({ ...run, name: `${'long name '.repeat(5)}${i}` }));
  const { spec } = buildChart('history', { reports, outcome: null }, 'light');
  const runs = [...partsOf(spec)].flatMap((part) => (typeof part.run === 'string' ? [part.run] : []));
  expect(new Set(runs)).toEqual(new Set(Array.from({ length: 40 }, (_, i) => `${i + 1}.`)));
});

it('cuts labels by columns, keeps their ends, and isolates the other direction', () => {
  const [long = '', arabic = '', wide = '', odd = ''] = HOSTILE;
  expect(chartLabel(long)).toMatch(/^a+….*alert\(1\)>$/);
  expect(widthOf(chartLabel(wide))).toBeLessThanOrEqual(34);
  expect(chartLabel(arabic)).toBe(`\u2068${arabic}\u2069`);
  expect(chartLabel(odd)).toBe('a.[b]\'s "c" {d}\\u202e\\n');
});
