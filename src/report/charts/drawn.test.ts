import { expect, it } from 'vitest';
import { chartInputOf, smallReport, storedReport, withScores } from '../../../test/small-report.ts';
import type { ChartName } from '../../contracts/charts.ts';
import type { Report } from '../../contracts/report.ts';
import { buildChart } from './catalog.ts';
import type { ChartInput, ChartSpec } from './chart.ts';
import { directionColor, directionShape } from './direction.ts';
import { inkOf } from './theme.ts';

type Part = Record<string, unknown>;
const ink = inkOf('light');
const report = storedReport();
const input = chartInputOf(report);
const [whole] = input.reports;
if (whole === undefined) throw new Error('there is a report');
const { derived, view } = whole;

/** Every object of a specification. */
function* partsOf(value: unknown): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Part;
  for (const each of Object.values(value)) yield* partsOf(each);
}

const specOf = (name: ChartName, from: ChartInput = input) => buildChart(name, from, 'light').spec;
const panelsOf = (spec: ChartSpec) => spec.vconcat as { data: { values: Part[] } }[];
const rowsOf = (spec: ChartSpec) => panelsOf(spec).flatMap(({ data }) => data.values);
const encodings = (spec: ChartSpec): Part[] =>
  [...partsOf(spec)].flatMap(({ encoding }) => (encoding === undefined ? [] : [encoding as Part]));
const field = (channel: unknown) => (channel as Part | undefined)?.field;
/** Two fields between which marks are drawn. */
const spans = (spec: ChartSpec, from: 'x' | 'y') =>
  new Set(
    encodings(spec).flatMap((each) => (each[`${from}2`] ? [`${field(each[from])} ${field(each[`${from}2`])}`] : [])),
  );
const zeros = (spec: ChartSpec) =>
  [...partsOf(spec)].flatMap(({ zero, from }) => (from === undefined && typeof zero === 'number' ? [zero] : []));
const startsOf = (spec: ChartSpec, channel: 'x' | 'y') =>
  [...partsOf(spec)].flatMap((part) => {
    const { domain } = ((part[channel] as Part | undefined)?.scale ?? {}) as { domain?: unknown[] };
    return typeof domain?.[0] === 'number' ? [domain[0]] : [];
  });

it('differences have the intervals and counts of their comparison', () => {
  const spec = specOf('delta');
  const rows = view.comparisons.filter(({ axis }) => axis === 'quality').flatMap((each) => each.rows);
  const expected = rows.map(({ values }) => {
    const { delta, interval, topics } = values ?? {};
    const words = `${delta?.text} [${interval?.lower.text}, ${interval?.upper.text}]  won ${topics?.wins}, tied ${topics?.ties}, lost ${topics?.losses}`;
    return [delta?.value, interval?.lower.value, interval?.upper.value, interval?.isExploratory, words];
  });
  expect(rowsOf(spec).map((row) => [row.delta, row.lower, row.upper, row.isExploratory, row.words])).toEqual(expected);
  expect(spans(spec, 'x')).toEqual(new Set(['lower upper']));
  expect(new Set(zeros(spec))).toEqual(new Set([0]));
});

it('gains and losses have the colour and the shape of their direction', () => {
  expect(directionColor(ink).scale).toEqual({ domain: ['up', 'down', 'none'], range: [ink.gain, ink.loss, ink.none] });
  expect(directionShape().scale).toEqual({
    domain: ['up', 'down', 'none'],
    range: ['triangle-up', 'triangle-down', 'square'],
  });
});

it('topics stand from gains over the gap of ties to losses', () => {
  const spec = specOf('topics');
  const [first] = view.comparisons;
  const { wins = 0, ties = 0 } = first?.rows.find(({ isPrimary }) => isPrimary)?.values?.topics ?? {};
  const rows = panelsOf(spec)[0]?.data.values ?? [];
  expect(rows.map(({ from }) => from)).toEqual(rows.map((_, i) => (i < wins ? i : i + ties)));
  expect(rows.map(({ direction }) => direction)).toEqual(rows.map((_, i) => (i < wins ? 'up' : 'down')));
  expect(spans(spec, 'y')).toEqual(new Set(['zero delta']));
});

it('topics of two reports stand by falling difference too', () => {
  const change = (topicId: string, delta: number) => ({ topicId, query: null, delta });
  const side = { stage: 'a', label: 'a' };
  const topics = { wins: 2, ties: 0, losses: 1 };
  const quality = { axis: 'quality', direction: 'MIXED', measures: { 'RR@10': { topics } } };
  const changes = [change('a', -0.5), change('b', 0.2), change('c', 0.4)];
  const comparison = { baseline: side, candidate: side, primary: 'RR@10', deltas: [quality], changes };
  const spec = specOf('topics', {
    ...input,
    outcome: { comparisons: [comparison] } as unknown as ChartInput['outcome'],
  });
  expect(rowsOf(spec).map(({ end }) => end)).toEqual([0.4, 0.2, -0.5]);
  expect(spans(spec, 'x')).toEqual(new Set(['start end']));
});

it('cells of slices are as deep in the colour of a loss as in that of a gain', () => {
  const usual = smallReport(12, 3);
  const fills = (from: Report) => rowsOf(specOf('slices', chartInputOf(from))).map(({ delta, fill }) => [delta, fill]);
  const low = withScores(usual, (topic, stage) => (stage === 0 ? 0.2 : 0.2 + topic / 32));
  const high = withScores(usual, (topic, stage) => (stage === 0 ? 0.2 + topic / 32 : 0.2));
  const deepest = (cells: unknown[][]) =>
    cells.toSorted((a, b) => Math.abs(Number(b[0])) - Math.abs(Number(a[0])))[0]?.[1];
  expect([deepest(fills(low)), deepest(fills(high))]).toEqual([ink.gain, ink.loss]);
  const different = (cells: unknown[][]) => new Set(cells.map(([, fill]) => fill)).size;
  expect(different(fills(low))).toBe(different(fills(high)));
  expect(different(fills(high))).toBeGreaterThan(1);
});

it('of very many slices those with the most topics are shown', () => {
  const topics = report.topics.map((topic, i) => ({ ...topic, slices: [`s${i}`, ...(i % 2 ? ['half'] : [])] }));
  const text = JSON.stringify(specOf('slices', chartInputOf({ ...report, topics })));
  expect(text).toContain('"slice half (n = ');
  expect(text).toMatch(/\d+ more slices are left out: those with the fewest topics/);
});

it('legs add what was derived, and failed topics are named', () => {
  const effects = view.fusions.flatMap(({ legs }) => legs.map(({ effect }) => effect?.value));
  expect(rowsOf(specOf('legs')).map(({ end }) => end)).toEqual(effects);
  const fusions = view.fusions.map((each) => ({ ...each, topicsLeftOut: 2 }));
  const spec = specOf('legs', { reports: [{ ...whole, view: { ...view, fusions } as typeof view }], outcome: null });
  expect(JSON.stringify(spec)).toContain('2 failed topics left out');
});

it('times are those of the report, from zero, without what came from a cache', () => {
  const spec = specOf('latency');
  const timed = report.timing.stages;
  expect(rowsOf(spec).map(({ p50, p95 }) => [p50, p95])).toEqual(timed.map(({ p50Ms, p95Ms }) => [p50Ms, p95Ms]));
  expect(new Set(startsOf(spec, 'x'))).toEqual(new Set([0]));
  const cachedTopicIds = report.topics.slice(0, 2).map(({ topicId }) => topicId);
  const stages = timed.map((each) => ({ ...each, cachedTopicIds }));
  const cached = chartInputOf({ ...report, timing: { ...report.timing, stages } });
  expect(JSON.stringify(specOf('latency', cached))).toContain('; 2 topics not timed: scores from the cache');
});

it('curves have the points that were derived, on axes from zero', () => {
  const recall = specOf('recall');
  expect(rowsOf(recall).map(({ k, recall: value }) => [k, value])).toEqual(
    derived.recall.flatMap(({ points }) => points.map(({ k, recall: value }) => [k, value])),
  );
  expect(startsOf(recall, 'y')).toEqual([0]);
  const risk = specOf('risk');
  expect(rowsOf(risk).map(({ coverage, risk: value }) => [coverage, value])).toEqual(
    derived.riskCoverage.flatMap(({ points }) => points.map((point) => [point.coverage, point.risk])),
  );
  expect([startsOf(risk, 'x'), startsOf(risk, 'y')]).toEqual([[0], [0]]);
  expect(encodings(risk).map(({ x, y }) => [field(x), field(y)])[0]).toEqual(['coverage', 'risk']);
});

it('history runs from the oldest report on, its axis from zero', () => {
  const at = (startedAt: string) =>
    chartInputOf({ ...report, timing: { ...report.timing, startedAt } }, startedAt).reports;
  const spec = specOf('history', {
    reports: [...at('2026-03-01'), ...at('2026-01-01'), ...at('2026-02-01')],
    outcome: null,
  });
  const runs = [...new Set(rowsOf(spec).map(({ run }) => String(run).split('\n')[1]))];
  expect(runs).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  expect(startsOf(spec, 'y')).toEqual([0]);
});

it('embedders stand at their median time and mean, and structural ones nowhere', () => {
  const dense = report.stages.find(({ kind }) => kind === 'dense');
  const time = report.timing.stages.find(({ id }) => id === dense?.id)?.p50Ms;
  expect(rowsOf(specOf('embedders'))).toEqual([
    { ms: time, quality: dense?.means[report.declared.primary], numbers: '1' },
  ]);
  const stages = report.stages.map((stage) => ({ ...stage, isStructural: stage.kind !== 'bm25' }));
  expect(buildChart('embedders', chartInputOf({ ...report, stages }), 'light').reason).toContain('not measured');
});

it('text has a contrast of 4.5 or more, and marks of 3, on either background', () => {
  const channel = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const light = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => {
      return sum + share * channel(Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16) / 255);
    }, 0);
  for (const theme of ['light', 'dark'] as const) {
    const { background, text, dim, gain, loss, none, level, series } = inkOf(theme);
    const contrast = (color: string) => {
      const [a, b] = [light(color), light(background)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    for (const color of [text, dim]) expect(contrast(color)).toBeGreaterThanOrEqual(4.5);
    for (const color of [gain, loss, none, level, ...series]) expect(contrast(color)).toBeGreaterThanOrEqual(3);
    expect(gain).not.toBe(loss);
  }
});
