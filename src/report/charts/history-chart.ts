import { plural } from '../../contracts/rounding.ts';
import type { ChartBuilder, ChartReport } from './chart.ts';
import { primaryName } from './declared.ts';
import { PLOT_WIDTH } from './frame.ts';
import { failureLines, rulerLines, unlikeGround } from './ground.ts';
import { pointStyles, seriesColor } from './series.ts';
import { chartLabel, distinctLabels } from './text.ts';

/** More runs than these have a number each, and no name. */
const NAMED_RUNS = 12;
const RUN_COLUMNS = 12;
const RUN_WIDTH = 100;
const NUMBER_WIDTH = 34;

/** The primary measure of every stage over reports of one golden set, oldest first. */
export const historyChart: ChartBuilder = (input, ink) => {
  const ordered = input.reports.toSorted((a, b) => compare(startOf(a.derived.report), startOf(b.derived.report)));
  const [first] = ordered;
  const unlike = unlikeGround(ordered, { isOfPrimary: true });
  if (first === undefined || unlike !== null) return unlike ?? '';
  const measure = primaryName(first.view);
  const isNamed = ordered.length <= NAMED_RUNS;
  const runs = ordered.map(({ name, derived, view }, i) => {
    const words = isNamed ? ` ${chartLabel(name, RUN_COLUMNS)}\n${dayOf(derived.report)}` : '';
    return { run: `${i + 1}.${words}`, view };
  });
  const points = runs.flatMap(({ run, view }) =>
    view.stages.flatMap(({ label, means, isStructural }) => {
      const mean = means[measure] ?? null;
      const stage = `${label}${isStructural ? ', structural' : ''}`;
      return mean === null ? [] : [{ run, stage, mean: mean.value, words: mean.text }];
    }),
  );
  if (points.length === 0) return 'not measured: no answerable topics';
  const stages = [...new Set(points.map(({ stage }) => stage))];
  const labels = distinctLabels(stages.map((stage) => chartLabel(stage)));
  const values = points.map(({ stage, ...point }) => ({ ...point, series: labels[stages.indexOf(stage)] ?? '' }));
  const domain = runs.map(({ run }) => run);
  const last = ordered.at(-1) ?? first;
  return {
    title: `${chartLabel(measure)} over ${plural(runs.length, 'report')} of ${chartLabel(first.view.ground.golden)}`,
    lines: [
      `mean over n = ${plural(first.view.ground.answerable, 'answerable topic')}, oldest first; no interval: \`grk eval compare\` says what is more than noise`,
      ...(isNamed ? [] : [`from ${spoken(first)} to ${spoken(last)}`]),
      ...failureLines(input),
      ...rulerLines(input),
    ],
    panels: [
      {
        width: Math.max(PLOT_WIDTH, runs.length * (isNamed ? RUN_WIDTH : NUMBER_WIDTH)),
        height: 260,
        data: { values },
        encoding: {
          x: {
            field: 'run',
            type: 'ordinal',
            sort: null,
            scale: { type: 'point', domain, padding: 0.5 },
            axis: { title: null, labelAngle: 0, labelExpr: "split(datum.label, '\\n')", labelLimit: 120 },
          },
          y: {
            field: 'mean',
            type: 'quantitative',
            scale: { domain: [0, Math.max(1, ...values.map(({ mean }) => mean))] },
            axis: { title: chartLabel(measure), grid: true },
          },
        },
        layer: [
          { mark: { type: 'line', strokeWidth: 2 }, encoding: { color: seriesColor(labels, ink) } },
          {
            mark: { type: 'point', filled: false, strokeWidth: 2, size: 45, opacity: 1 },
            encoding: pointStyles(labels, ink),
          },
        ],
      },
    ],
  };
};

type Report = ChartReport['derived']['report'];

function spoken({ name, derived }: ChartReport): string {
  return `${chartLabel(name, 24)} (${dayOf(derived.report)})`;
}

function dayOf(report: Report): string {
  return startOf(report).slice(0, 10);
}

function startOf({ timing }: Report): string {
  return timing.startedAt;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
