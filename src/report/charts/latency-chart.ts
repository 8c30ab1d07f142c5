import { plural } from '../../contracts/rounding.ts';
import { NOT_MEASURED } from '../view/figure.ts';
import type { ChartBuilder } from './chart.ts';
import { besidePlot, nameAxis, PLOT_WIDTH, ROW_HEIGHT } from './frame.ts';
import { seriesOf } from './series.ts';

/** Median and 95th percentile per stage, from zero. */
export const latencyChart: ChartBuilder = (input, ink) => {
  const rows = seriesOf(input).map(({ report, stage, label }) => {
    const view = report.view.stages.find(({ id }) => id === stage);
    const latency = view?.latency ?? null;
    const cached = view?.cachedTopics ? `; ${plural(view.cachedTopics, 'topic')} not timed: scores from the cache` : '';
    if (latency === null) return { stage: label, p50: null, p95: null, words: `${NOT_MEASURED}${cached}` };
    const { n, p50Ms, p95Ms } = latency;
    const tail = p95Ms === null ? `p95 ${NOT_MEASURED}` : `p95 ${p95Ms.text} ms`;
    return {
      stage: label,
      p50: p50Ms.value,
      p95: p95Ms?.value ?? null,
      words: `p50 ${p50Ms.text} ms, ${tail}, n = ${plural(n, 'topic')}${cached}`,
    };
  });
  if (rows.every(({ p50 }) => p50 === null)) return 'not measured: no stage was timed';
  const slowest = Math.max(...rows.map(({ p50, p95 }) => Math.max(p50 ?? 0, p95 ?? 0)));
  const y = nameAxis(
    'stage',
    rows.map(({ stage }) => stage),
  );
  const x = {
    type: 'quantitative',
    scale: { domain: [0, slowest === 0 ? 1 : slowest * 1.05], nice: false },
    axis: { title: 'ms per topic', grid: true, tickCount: 6 },
  };
  return {
    title: 'Latency by stage',
    lines: [
      '● p50, ◆ p95, of the whole path of a stage; stages timed once are no comparison: --repeats N makes one',
      ...(input.reports.length > 1 ? ['the reports were timed in separate runs, by machines that may differ'] : []),
    ],
    panels: [
      {
        width: PLOT_WIDTH,
        height: rows.length * ROW_HEIGHT,
        data: { values: rows },
        layer: [
          {
            transform: [{ filter: 'isValid(datum.p95)' }],
            mark: { type: 'rule', strokeWidth: 2, color: ink.level },
            encoding: { y, x: { ...x, field: 'p50' }, x2: { field: 'p95' } },
          },
          point('p50', 'circle', ink.gain),
          point('p95', 'diamond', ink.loss),
          {
            mark: { type: 'text', align: 'left', baseline: 'middle', color: ink.text },
            encoding: { y, ...besidePlot() },
          },
        ],
      },
    ],
  };

  function point(field: string, shape: string, color: string) {
    return {
      transform: [{ filter: `isValid(datum.${field})` }],
      mark: { type: 'point', shape, filled: true, size: 80, opacity: 1, color },
      encoding: { y, x: { ...x, field } },
    };
  }
};
