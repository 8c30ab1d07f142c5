import type { ChartInput, ChartReport } from './chart.ts';
import { chartLabel, distinctLabels } from './text.ts';
import { type ChartInk, DASHES } from './theme.ts';

/** A stage of a report as a line or a row of a chart. */
export interface Series {
  readonly report: ChartReport;
  /** Stage id. */
  readonly stage: string;
  readonly label: string;
}

/** Every stage of every report; with its report where there are several. */
export function seriesOf({ reports }: ChartInput): Series[] {
  const all = reports.flatMap((report) =>
    report.view.stages.map(({ id, label, isStructural }) => {
      const name = reports.length > 1 ? `${chartLabel(label, 24)} (${chartLabel(report.name, 20)})` : chartLabel(label);
      return { report, stage: id, label: `${name}${isStructural ? ', structural' : ''}` };
    }),
  );
  const labels = distinctLabels(all.map(({ label }) => label));
  return all.map((each, i) => ({ ...each, label: labels[i] ?? each.label }));
}

const LEGEND = { title: null, symbolStrokeWidth: 2, orient: 'right' };
const LINE_LEGEND = { ...LEGEND, symbolSize: 500, symbolType: 'stroke' };
const POINT_LEGEND = { ...LEGEND, symbolSize: 70 };
const SHAPES = ['circle', 'square', 'triangle-up', 'diamond', 'triangle-down', 'cross'];
const BY_SERIES = { field: 'series', type: 'nominal', sort: null };

/** Colour and dash of lines by their label: no two lines of a dozen have both in common. */
export function lineStyles(labels: readonly string[], ink: ChartInk): Record<string, unknown> {
  const dashes = turned(DASHES, labels.length).map((dash) => (dash.length === 0 ? [1, 0] : dash));
  return {
    color: { ...seriesColor(labels, ink), legend: LINE_LEGEND },
    strokeDash: { ...BY_SERIES, legend: LINE_LEGEND, scale: { domain: labels, range: dashes } },
  };
}

/** The same for points, which may have no line between them: colour and shape. */
export function pointStyles(labels: readonly string[], ink: ChartInk): Record<string, unknown> {
  return {
    color: seriesColor(labels, ink),
    shape: { ...BY_SERIES, legend: POINT_LEGEND, scale: { domain: labels, range: turned(SHAPES, labels.length) } },
  };
}

/** The colours alone, for lines between such points. */
export function seriesColor(labels: readonly string[], { series }: ChartInk): Record<string, unknown> {
  const range = labels.map((_, i) => series[i % series.length]);
  return { ...BY_SERIES, legend: POINT_LEGEND, scale: { domain: labels, range } };
}

/** As many of some styles as asked for; each round begins one later, so that colours do not keep step with it. */
function turned<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, i) => all[(i + Math.floor(i / all.length)) % all.length] as T);
}
