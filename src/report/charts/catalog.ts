import type { ChartName, Theme } from '../../contracts/charts.ts';
import { attributionChart } from './attribution-chart.ts';
import type { ChartBuilder, ChartInput, ChartSpec } from './chart.ts';
import { deltaChart } from './delta-chart.ts';
import { embedderChart } from './embedder-chart.ts';
import { framed, unmeasured } from './frame.ts';
import { historyChart } from './history-chart.ts';
import { latencyChart } from './latency-chart.ts';
import { legChart } from './leg-chart.ts';
import { recallChart } from './recall-chart.ts';
import { riskChart } from './risk-chart.ts';
import { sliceChart } from './slice-chart.ts';
import { inkOf } from './theme.ts';
import { topicChart } from './topic-chart.ts';

const BUILDERS: Readonly<Record<ChartName, ChartBuilder>> = {
  delta: deltaChart,
  topics: topicChart,
  attribution: attributionChart,
  slices: sliceChart,
  legs: legChart,
  latency: latencyChart,
  risk: riskChart,
  recall: recallChart,
  history: historyChart,
  embedders: embedderChart,
};

export interface Chart {
  readonly name: ChartName;
  readonly spec: ChartSpec;
  /** Why there is nothing to draw, which the chart says; null where it is drawn. */
  readonly reason: string | null;
}

export function buildChart(name: ChartName, input: ChartInput, theme: Theme): Chart {
  const ink = inkOf(theme);
  const body = BUILDERS[name](input, ink);
  if (typeof body === 'string') return { name, spec: unmeasured(`No chart of ${name}`, body, ink), reason: body };
  return { name, spec: framed(body, ink), reason: null };
}
