import type { ChartBody, ChartSpec } from './chart.ts';
import { wrapLine } from './text.ts';
import { type ChartInk, configOf } from './theme.ts';

const SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json';
const LINE_COLUMNS = 104;
const PANEL_COLUMNS = 96;
const SAID_HEIGHT = 16;
const TITLE_COLUMNS = 72;
/** Width of a panel's plot; labels stand beside it. */
export const PLOT_WIDTH = 420;
/** Height of a row of a panel that has one per name. */
export const ROW_HEIGHT = 24;

/** Theme, title and lines around the panels of a chart. */
export function framed({ title, lines, panels }: ChartBody, ink: ChartInk): ChartSpec {
  return {
    $schema: SCHEMA,
    description: [title, ...lines].join('. '),
    background: ink.background,
    padding: 16,
    config: configOf(ink),
    title: {
      text: wrapLine(title, TITLE_COLUMNS),
      subtitle: lines.flatMap((line) => wrapLine(line, LINE_COLUMNS)),
      frame: 'bounds',
    },
    spacing: 22,
    vconcat: panels,
  };
}

/** A chart that says why there is none. */
export function unmeasured(title: string, reason: string, ink: ChartInk): ChartSpec {
  return framed({ title, lines: [], panels: [saying(reason, ink)] }, ink);
}

/** A panel with nothing but words. */
export function saying(text: string, ink: ChartInk): ChartSpec {
  const values = wrapLine(text, PANEL_COLUMNS).map((words, line) => ({ words, line }));
  return {
    width: PLOT_WIDTH,
    height: 12 + values.length * SAID_HEIGHT,
    data: { values },
    mark: { type: 'text', align: 'left', baseline: 'top', fontSize: 12, color: ink.dim },
    encoding: {
      x: { value: 0 },
      y: { field: 'line', type: 'quantitative', axis: null, scale: { domain: [values.length, 0], nice: false } },
      text: { field: 'words', type: 'nominal' },
    },
  };
}

/** The head of a panel. */
export function panelTitle(text: string, ink: ChartInk): Record<string, unknown> {
  return {
    text: wrapLine(text, PANEL_COLUMNS),
    fontSize: 12,
    color: ink.text,
    anchor: 'start',
    offset: 8,
    frame: 'group',
  };
}

/** An axis of names in the order given, each once: what a layer filters out keeps its place. */
export function nameAxis(field: string, names: readonly string[]): Record<string, unknown> {
  const axis = { title: null, domain: false, ticks: false, labelPadding: 8, labelLimit: 320 };
  return { field, type: 'nominal', sort: null, scale: { domain: [...new Set(names)] }, axis };
}

/** What stands right of the plot, in the words of each row. */
export function besidePlot(): Record<string, unknown> {
  return { x: { value: PLOT_WIDTH + 10 }, text: { field: 'words', type: 'nominal' } };
}

/** Scale and axis of differences. */
export function deltaScale(domain: readonly [number, number], title: string | null): Record<string, unknown> {
  const labelExpr = "datum.value === 0 ? '0' : datum.label";
  return {
    type: 'quantitative',
    scale: { domain, nice: false, zero: true },
    axis: { title, grid: true, format: '+.3~f', tickCount: 7, labelExpr },
  };
}

/** Smallest and largest of some differences, zero among them, with room at the ends. */
export function deltaDomain(values: readonly number[]): [number, number] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const room = (high - low) * 0.06;
  return low === high ? [-0.1, 0.1] : [low === 0 ? -room : low - room, high === 0 ? room : high + room];
}

/** The line at zero of every chart of differences. */
export function zeroRule(channel: 'x' | 'y', ink: ChartInk): ChartSpec {
  return {
    data: { values: [{ zero: 0 }] },
    mark: { type: 'rule', color: ink.text, strokeWidth: 1.25 },
    encoding: { [channel]: { field: 'zero', type: 'quantitative' } },
  };
}
