import { plural } from '../../contracts/rounding.ts';
import { type ComparisonView, type DeltaRow, type DeltaValues, outcomeViews } from '../view/comparisons.ts';
import { NOT_MEASURED } from '../view/figure.ts';
import type { ChartBuilder, ChartInput, ChartSpec } from './chart.ts';
import { directionColor, directionShape } from './direction.ts';
import {
  besidePlot,
  deltaDomain,
  deltaScale,
  nameAxis,
  PLOT_WIDTH,
  panelTitle,
  ROW_HEIGHT,
  saying,
  zeroRule,
} from './frame.ts';
import { failureLines } from './ground.ts';
import { chartLabel, distinctLabels } from './text.ts';
import type { ChartInk } from './theme.ts';

/** The quality comparisons of a chart: of reports with each other where there are several, else within the run. */
export function comparisonsOf({ reports: [first], outcome }: ChartInput): ComparisonView[] {
  const all = outcome === null ? (first?.view.comparisons ?? []) : outcomeViews(outcome);
  return all.filter(({ axis }) => axis === 'quality');
}

/** One panel per comparison, one row per measure: difference, interval, zero. */
export const deltaChart: ChartBuilder = (input, ink) => {
  const views = comparisonsOf(input);
  if (views.length === 0) return 'one stage: there is nothing to compare it with';
  const measured = views.flatMap(({ rows }) => rows.flatMap(({ values }) => values ?? []));
  const ends = measured.flatMap(({ delta, interval }) => [
    delta.value,
    ...(interval === null ? [] : [interval.lower.value, interval.upper.value]),
  ]);
  const domain = deltaDomain(ends);
  return {
    title: 'Difference by stage and measure',
    lines: [...readingLines(measured), ...failureLines(input)],
    panels: views.map((view, i) => panel(view, { domain, hasTitle: i === views.length - 1, ink })),
  };
};

function readingLines(measured: readonly DeltaValues[]): string[] {
  const intervals = measured.flatMap(({ interval }) => interval ?? []);
  const marks = '▲ gain, ▼ loss, ■ no change';
  const [first] = intervals;
  if (measured.length === 0) return [];
  if (first === undefined) return [marks, 'no interval: one topic says nothing about spread'];
  const exploratory = intervals.some(({ isExploratory }) => isExploratory)
    ? '; dashed: exploratory, uncorrected, no claim'
    : '';
  return [`${marks}; line: ${first.level} % bootstrap interval over topics${exploratory}`];
}

interface PanelContext {
  readonly domain: readonly [number, number];
  readonly hasTitle: boolean;
  readonly ink: ChartInk;
}

function panel(view: ComparisonView, { domain, hasTitle, ink }: PanelContext): ChartSpec {
  const title = panelTitle(headOf(view), ink);
  const hasNumbers = view.rows.some(({ values }) => values !== null);
  if (!hasNumbers || view.direction === null) return { ...saying(view.reason ?? NOT_MEASURED, ink), title };
  const names = distinctLabels(view.rows.map(({ measure }) => chartLabel(measure)));
  const rows = view.rows.map((row, i) => rowOf(row, names[i] ?? ''));
  const x = { field: 'delta', ...deltaScale(domain, hasTitle ? 'candidate − baseline' : null) };
  const y = nameAxis(
    'measure',
    rows.map(({ measure }) => measure),
  );
  return {
    title,
    width: PLOT_WIDTH,
    height: rows.length * ROW_HEIGHT,
    data: { values: rows },
    layer: [
      zeroRule('x', ink),
      {
        transform: [{ filter: 'isValid(datum.lower)' }],
        mark: { type: 'rule', strokeWidth: 2 },
        encoding: {
          y,
          x: { ...x, field: 'lower' },
          x2: { field: 'upper' },
          color: directionColor(ink),
          strokeDash: { condition: { test: 'datum.isExploratory', value: [4, 3] }, value: [1, 0] },
        },
      },
      {
        transform: [{ filter: 'isValid(datum.delta)' }],
        mark: { type: 'point', filled: true, size: 95, opacity: 1 },
        encoding: { y, x, color: directionColor(ink), shape: directionShape() },
      },
      {
        mark: { type: 'text', align: 'left', baseline: 'middle', color: ink.text },
        encoding: { y, ...besidePlot() },
      },
    ],
  };
}

/** `fusion against bm25: MIXED, not supported, n = 104`. */
function headOf({ label, baselineLabel, direction, evidence, topics }: ComparisonView): string {
  const facts = [...(direction === null ? [] : [direction]), ...(evidence === null ? [] : [evidence.status])];
  const n = `n = ${plural(topics, 'topic')}`;
  return `${chartLabel(label)} against ${chartLabel(baselineLabel)}: ${[...facts, n].join(', ')}`;
}

function rowOf({ isPrimary, values }: DeltaRow, label: string) {
  const name = `${label}${isPrimary ? ' (primary)' : ''}`;
  if (values === null) {
    return {
      measure: name,
      delta: null,
      lower: null,
      upper: null,
      direction: 'none',
      isExploratory: true,
      words: NOT_MEASURED,
    };
  }
  const { delta, interval, topics } = values;
  const bounds = interval === null ? 'no interval' : `[${interval.lower.text}, ${interval.upper.text}]`;
  return {
    measure: name,
    delta: delta.value,
    lower: interval?.lower.value ?? null,
    upper: interval?.upper.value ?? null,
    direction: delta.direction,
    isExploratory: interval?.isExploratory ?? true,
    words: `${delta.text} ${bounds}  won ${topics.wins}, tied ${topics.ties}, lost ${topics.losses}`,
  };
}
