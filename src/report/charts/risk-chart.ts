import { plural } from '../../contracts/rounding.ts';
import { inertProse } from '../view/inert.ts';
import type { ChartBuilder } from './chart.ts';
import { PLOT_WIDTH } from './frame.ts';
import { rulerLines, unlikeGround } from './ground.ts';
import { lineStyles, seriesOf } from './series.ts';

/** What a threshold on the first score would buy. */
export const riskChart: ChartBuilder = (input, ink) => {
  const unlike = unlikeGround(input.reports, { isOfPrimary: true });
  if (unlike !== null) return unlike;
  const all = seriesOf(input).flatMap(({ report, stage, label }) => {
    const curve = report.derived.riskCoverage.find((each) => each.stage === stage);
    return curve === undefined ? [] : [{ label, ...curve }];
  });
  const curves = all.filter(({ points }) => points.length > 0);
  const [first] = curves;
  if (first === undefined) return all[0]?.reason ?? 'not measured: no stage has a curve';
  const absent = all.filter(({ points }) => points.length === 0);
  const values = curves.flatMap(({ label, points }) =>
    points.map(({ coverage, risk }) => ({ series: label, coverage, risk })),
  );
  return {
    title: 'Risk against coverage of answering only above a score',
    lines: [
      `n = ${plural(first.topics, 'topic')}, ${first.noAnswerTopics} of them without an answer; risk: mean of 1 − ${inertProse(first.measure)} over what is answered, 1 for an answered no-answer topic; lower is better`,
      ...absent.map(({ label, reason }) => `${label}: ${reason}`),
      ...rulerLines(input),
    ],
    panels: [
      {
        width: PLOT_WIDTH,
        height: 260,
        data: { values },
        layer: [
          { mark: { type: 'line', strokeWidth: 2, interpolate: 'linear' } },
          // A curve of one point has no line.
          ...(curves.some(({ points }) => points.length === 1)
            ? [{ mark: { type: 'point', filled: false, strokeWidth: 2, size: 45 } }]
            : []),
        ],
        encoding: {
          x: axisOf('coverage', 'coverage: share of topics answered'),
          y: axisOf('risk', 'risk'),
          order: { field: 'coverage', type: 'quantitative' },
          ...lineStyles(
            curves.map(({ label }) => label),
            ink,
          ),
        },
      },
    ],
  };
};

function axisOf(field: string, title: string): Record<string, unknown> {
  return { field, type: 'quantitative', scale: { domain: [0, 1] }, axis: { title, grid: true } };
}
