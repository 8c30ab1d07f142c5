import { plural } from '../../contracts/rounding.ts';
import { NOT_MEASURED } from '../view/figure.ts';
import type { ChartBuilder, ChartReport } from './chart.ts';
import { primaryName } from './declared.ts';
import { PLOT_WIDTH } from './frame.ts';
import { failureLines, rulerLines, unlikeGround } from './ground.ts';
import { chartLabel } from './text.ts';

interface Point {
  readonly label: string;
  readonly quality: number | null;
  readonly ms: number | null;
  readonly words: string;
}

/** Every dense stage by what it takes and what it gives. */
export const embedderChart: ChartBuilder = (input, ink) => {
  const unlike = unlikeGround(input.reports, { isOfPrimary: true });
  if (unlike !== null) return unlike;
  const points = input.reports.flatMap((report) => pointsOf(report, input.reports.length > 1));
  const [first] = input.reports;
  if (first === undefined || points.length === 0) return 'not measured: no stage ranks by vectors alone';
  const measure = primaryName(first.view);
  const drawn = points.filter(({ quality, ms }) => quality !== null && ms !== null);
  const listed = drawn.map(({ label, words }, i) => `${i + 1}: ${label}, ${words}`);
  const absent = points.filter((point) => !drawn.includes(point)).map(({ label, words }) => `${label}: ${words}`);
  if (drawn.length === 0) return absent.join('; ');
  const top = Math.max(1, ...drawn.map(({ quality }) => quality ?? 0));
  const slowest = Math.max(...drawn.map(({ ms }) => ms ?? 0));
  return {
    title: 'Embedders: quality against latency',
    lines: [
      `${chartLabel(measure)} over n = ${plural(first.view.ground.answerable, 'answerable topic')} against the median time of a search; up and left is better`,
      ...(input.reports.length > 1 ? ['times of separate runs are for orientation: they are no comparison'] : []),
      ...failureLines(input),
      ...rulerLines(input),
      ...listed,
      ...absent,
    ],
    panels: [
      {
        width: PLOT_WIDTH,
        height: 260,
        data: { values: numbered(drawn) },
        encoding: {
          x: {
            field: 'ms',
            type: 'quantitative',
            scale: { domain: [0, slowest === 0 ? 1 : slowest * 1.25], nice: false },
            axis: { title: 'p50 ms per topic', grid: true },
          },
          y: {
            field: 'quality',
            type: 'quantitative',
            scale: { domain: [0, top] },
            axis: { title: chartLabel(measure), grid: true },
          },
        },
        layer: [
          { mark: { type: 'point', filled: true, size: 90, opacity: 1, color: ink.gain } },
          {
            mark: { type: 'text', align: 'left', baseline: 'bottom', dx: 7, dy: -3, fontSize: 13, color: ink.text },
            encoding: { text: { field: 'numbers', type: 'nominal' } },
          },
        ],
      },
    ],
  };
};

/** Points that lie on each other share their numbers. */
function numbered(points: readonly Point[]) {
  const places = new Map<string, { ms: number | null; quality: number | null; numbers: string }>();
  points.forEach(({ ms, quality }, i) => {
    const key = JSON.stringify([ms, quality]);
    const numbers = [places.get(key)?.numbers, i + 1].filter((each) => each !== undefined).join(', ');
    places.set(key, { ms, quality, numbers });
  });
  return [...places.values()];
}

function pointsOf({ name, derived, view }: ChartReport, isNamed: boolean): Point[] {
  const measure = primaryName(view);
  return view.stages
    .filter(({ kind, isStructural }) => kind === 'dense' && !isStructural)
    .map(({ id, label, means, latency }) => {
      const variant = derived.report.stages.find((stage) => stage.id === id)?.variant;
      const embedder = derived.report.runConfig.variants.find((each) => each.name === variant)?.embedder;
      const model = embedder === null || embedder === undefined ? label : `${embedder.provider}:${embedder.model}`;
      const mean = means[measure] ?? null;
      const texts = [
        mean === null ? `quality ${NOT_MEASURED}` : mean.text,
        latency === null ? `latency ${NOT_MEASURED}` : `${latency.p50Ms.text} ms`,
      ];
      return {
        label: `${chartLabel(model, 30)}${isNamed ? ` (${chartLabel(name, 18)})` : ''}`,
        quality: mean?.value ?? null,
        ms: latency?.p50Ms.value ?? null,
        words: texts.join(', '),
      };
    });
}
