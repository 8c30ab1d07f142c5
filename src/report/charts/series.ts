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

/** Colour and dash of lines by their label: no two lines of a dozen have both in common. */
export function lineStyles(labels: readonly string[], { series }: ChartInk): Record<string, unknown> {
  const colors = labels.map((_, i) => series[i % series.length]);
  const dashes = labels.map((_, i) => DASHES[(i + Math.floor(i / series.length)) % DASHES.length]);
  const legend = { title: null, symbolStrokeWidth: 2, symbolSize: 500, symbolType: 'stroke', orient: 'right' };
  const by = { field: 'series', type: 'nominal', sort: null, legend };
  return {
    color: { ...by, scale: { domain: labels, range: colors } },
    strokeDash: { ...by, scale: { domain: labels, range: dashes.map((dash) => (dash?.length === 0 ? [1, 0] : dash)) } },
  };
}
