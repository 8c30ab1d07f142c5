import type { ChartName, Theme } from '../contracts/charts.ts';
import { buildChart } from '../report/charts/catalog.ts';
import { renderSvg } from '../report/image/svg.ts';
import { chartInput } from './chart-input.ts';
import { inMemory, type ReportInput } from './library/report-input.ts';

export interface ChartOptions {
  /** Default: delta. */
  readonly chart?: ChartName;
  readonly theme?: Theme;
  readonly signal?: AbortSignal;
}

export interface DrawnChart {
  readonly svg: string;
  /** Vega-Lite, with its data. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** Why there is nothing to draw, which the chart says; null where it is drawn. */
  readonly reason: string | null;
  readonly warnings: readonly string[];
}

/**
 * Draws a chart of one report, or of several, of which the first is the baseline.
 * @throws GrkError GRK_DEPENDENCY_MISSING, those of reports, and of comparing them where the chart does
 */
export async function chart(
  reports: ReportInput | readonly ReportInput[],
  { chart: name = 'delta', theme = 'light', signal }: ChartOptions = {},
): Promise<DrawnChart> {
  const sources = [reports].flat().map((report, i) => inMemory(report, `report ${i + 1}`));
  const input = await chartInput({ cwd: process.cwd(), signal, notice: () => {} }, sources, [name]);
  const { spec, reason } = buildChart(name, input, theme);
  return { ...(await renderSvg(spec)), spec, reason };
}
