import { plural } from '../../contracts/rounding.ts';
import type { ChartBuilder } from './chart.ts';
import { PLOT_WIDTH } from './frame.ts';
import { failureLines, rulerLines, unlikeGround } from './ground.ts';
import { lineStyles, seriesOf } from './series.ts';

/** How much of what is relevant the first k of each stage hold. */
export const recallChart: ChartBuilder = (input, ink) => {
  const unlike = unlikeGround(input.reports, { isOfPrimary: false });
  if (unlike !== null) return unlike;
  const curves = seriesOf(input).flatMap(({ report, stage, label }) => {
    const curve = report.derived.recall.find((each) => each.stage === stage);
    return curve === undefined || curve.points.length === 0 ? [] : [{ label, ...curve }];
  });
  const [first] = curves;
  if (first === undefined) return 'not measured: no answerable topics';
  const depth = Math.max(2, ...curves.flatMap(({ points }) => points.map(({ k }) => k)));
  const values = curves.flatMap(({ label, points }) => points.map(({ k, recall }) => ({ series: label, k, recall })));
  return {
    title: 'Recall against depth',
    lines: [
      `share of the relevant entries within the first k, mean over n = ${plural(first.topics, 'answerable topic')}; no interval: read differences in the chart of differences`,
      ...failureLines(input),
      ...rulerLines(input),
    ],
    panels: [
      {
        width: PLOT_WIDTH,
        height: 260,
        data: { values },
        mark: { type: 'line', interpolate: 'step-after', strokeWidth: 2 },
        encoding: {
          x: {
            field: 'k',
            type: 'quantitative',
            scale: { type: 'log', domain: [1, depth], nice: false },
            axis: {
              title: 'depth k',
              values: [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 500, 1000],
              format: 'd',
              grid: true,
            },
          },
          y: {
            field: 'recall',
            type: 'quantitative',
            scale: { domain: [0, 1] },
            axis: { title: 'recall@k', grid: true },
          },
          ...lineStyles(
            curves.map(({ label }) => label),
            ink,
          ),
        },
      },
    ],
  };
};
