import { CHARTS, type ChartName } from '../contracts/charts.ts';
import { GrkError } from '../contracts/errors.ts';
import { buildChart } from '../report/charts/catalog.ts';
import type { ChartInput } from '../report/charts/chart.ts';
import { inkOf } from '../report/charts/theme.ts';
import type { PageChart } from '../report/html/page-input.ts';
import { renderSvg } from '../report/image/svg.ts';

/** Charts that say something of several reports only. */
const OF_SEVERAL: readonly ChartName[] = ['history', 'embedders'];

export interface PageCharts {
  readonly charts: readonly PageChart[];
  /** Why there are none, in words; null where there are. */
  readonly reason: string | null;
}

/** What of some reports can be drawn, for a page; without Vega the page says so. */
export async function pageCharts(input: ChartInput): Promise<PageCharts> {
  const names = CHARTS.filter((name) => input.reports.length > 1 || !OF_SEVERAL.includes(name));
  const charts: PageChart[] = [];
  try {
    for (const name of names) {
      const { spec, reason } = buildChart(name, input, 'light');
      if (reason !== null) continue;
      const svg = await drawn(spec);
      const isExchangeable = coloursOf(svg).every((color) => EXCHANGED.has(color));
      const darkSvg = isExchangeable ? null : await drawn(buildChart(name, input, 'dark').spec);
      charts.push({ name, title: titleOf(spec), svg, darkSvg });
    }
  } catch (error) {
    if (!(error instanceof GrkError && error.code === 'GRK_DEPENDENCY_MISSING')) throw error;
    return { charts: [], reason: `There are no charts: ${error.message}. ${error.remedy ?? ''}`.trim() };
  }
  return { charts, reason: null };
}

/** Without what names its marks: on a page a chart is one image with one description. */
async function drawn(spec: Parameters<typeof renderSvg>[0]): Promise<string> {
  const { svg } = await renderSvg(spec);
  return svg.replace(/ (?:role|aria-[a-z]+)="[^"<>]*"/g, '');
}

const { series, ...named } = inkOf('light');
const EXCHANGED: ReadonlySet<string> = new Set([...series, ...Object.values(named), 'none', 'transparent']);

function coloursOf(svg: string): string[] {
  return [...svg.matchAll(/ (?:fill|stroke)="([^"]*)"/g)].map(([, color]) => color ?? '');
}

function titleOf(spec: Readonly<Record<string, unknown>>): string {
  return typeof spec.description === 'string' ? spec.description : '';
}
