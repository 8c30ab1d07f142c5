import { countText } from '../../contracts/rounding.ts';
import { NOT_MEASURED } from '../view/figure.ts';
import type { ChartBuilder, ChartReport, ChartSpec } from './chart.ts';
import { hexOf, legibleOn, mixed } from './contrast.ts';
import { nameAxis, panelTitle } from './frame.ts';
import { failureLines } from './ground.ts';
import { chartLabel, distinctLabels, widthOf } from './text.ts';
import type { ChartInk } from './theme.ts';

const CELL = { width: 92, height: 22 };
const MEASURE_COLUMNS = 22;
/** Of a letter in the font of a label. */
const LETTER_WIDTH = 6.6;
const MAX_ROWS = 60;

/** Differences against the baseline by slice and measure, a panel per stage. */
export const sliceChart: ChartBuilder = (input, ink) => {
  const { reports } = input;
  const panels = reports.flatMap((report) => panelsOf(report, reports.length > 1, ink));
  if (panels.length === 0) return 'not measured: no stage is compared on any slice';
  const left = Math.max(0, ...reports.map(({ view }) => sliceRows(view).length - MAX_ROWS));
  return {
    title: 'Difference by slice and measure',
    lines: [
      'candidate − baseline, mean over the n answerable topics of a slice; exploratory: no interval, no correction, no claim',
      ...(left > 0 ? [`${countText(left)} more slices are left out: those with the fewest topics`] : []),
      ...failureLines(input),
    ],
    panels,
  };
};

type View = ChartReport['view'];
type SliceView = View['slices'][number];

/** Slices with answerable topics; one that is the whole run says nothing. */
function sliceRows({ slices, ground }: View): View['slices'] {
  return slices.filter(({ by, topics }) => topics > 0 && (by === 'slice' || topics < ground.answerable));
}

/** As many as a chart can hold, those with the most topics, in their order. */
function shownRows(view: View): View['slices'] {
  const all = sliceRows(view);
  const kept = new Set(all.toSorted((a, b) => b.topics - a.topics).slice(0, MAX_ROWS));
  const rows = all.filter((slice) => kept.has(slice));
  return rows.length > 0 ? rows : view.slices.filter(({ topics }) => topics > 0).slice(0, 1);
}

function panelsOf({ name, view }: ChartReport, isNamed: boolean, ink: ChartInk): ChartSpec[] {
  const rows = shownRows(view);
  const compared = view.stages.flatMap(({ id, isBaseline, isStructural }) => {
    const comparison = view.comparisons.find(({ axis, stage }) => axis === 'quality' && stage === id);
    return isBaseline || isStructural || comparison === undefined ? [] : [comparison];
  });
  const deltaOf = (slice: SliceView, stage: string, measure: string) =>
    slice.stages.find((each) => each.stage === stage)?.cells[measure]?.delta ?? null;
  const deltas = compared.flatMap(({ stage, rows: measures }) =>
    rows.flatMap((slice) => measures.map(({ measure }) => deltaOf(slice, stage, measure)?.value ?? 0)),
  );
  const largest = Math.max(1e-9, ...deltas.map(Math.abs));
  const sliceNames = distinctLabels(
    rows.map(({ by, name: own, topics }) => `${by} ${chartLabel(own, 24)} (n = ${countText(topics)})`),
  );
  return compared.flatMap(({ stage, label, baselineLabel, rows: measures }): ChartSpec[] => {
    if (rows.length === 0 || measures.length === 0) return [];
    const measureNames = distinctLabels(measures.map(({ measure }) => chartLabel(measure, MEASURE_COLUMNS)));
    const values = rows.flatMap((slice, row) =>
      measures.map(({ measure }, column): Cell => {
        const delta = deltaOf(slice, stage, measure);
        return {
          slice: sliceNames[row] ?? '',
          measure: measureNames[column] ?? '',
          delta: delta?.value ?? null,
          words: delta?.text ?? NOT_MEASURED,
          ...coloursOf(delta === null ? 0 : delta.value / largest, ink),
        };
      }),
    );
    const title = `${chartLabel(label)} against ${chartLabel(baselineLabel)}${isNamed ? ` (${chartLabel(name)})` : ''}`;
    return [
      {
        ...heatMap(values, { rows: rows.length, measures: measureNames, ink }),
        title: panelTitle(title, ink),
      },
    ];
  });
}

function coloursOf(share: number, ink: ChartInk): Pick<Cell, 'fill' | 'color'> {
  const fill = mixed(ink, share);
  return { fill: hexOf(fill), color: legibleOn(fill) };
}

interface Cell {
  readonly slice: string;
  readonly measure: string;
  readonly delta: number | null;
  readonly words: string;
  readonly fill: string;
  readonly color: string;
}

interface Grid {
  readonly rows: number;
  readonly measures: readonly string[];
  readonly ink: ChartInk;
}

function heatMap(values: readonly Cell[], { rows, measures, ink }: Grid): ChartSpec {
  const y = nameAxis(
    'slice',
    values.map(({ slice }) => slice),
  );
  const x = {
    ...nameAxis(
      'measure',
      values.map(({ measure }) => measure),
    ),
    axis: { title: null, domain: false, ticks: false, orient: 'top', labelAngle: 0, labelPadding: 6 },
  };
  return {
    width: measures.length * Math.max(CELL.width, ...measures.map((name) => widthOf(name) * LETTER_WIDTH + 10)),
    height: rows * CELL.height,
    data: { values },
    layer: [
      {
        mark: { type: 'rect', stroke: ink.grid, strokeWidth: 1 },
        encoding: { x, y, color: { field: 'fill', type: 'nominal', scale: null } },
      },
      {
        mark: { type: 'text', baseline: 'middle' },
        encoding: {
          x,
          y,
          text: { field: 'words', type: 'nominal' },
          color: { field: 'color', type: 'nominal', scale: null },
        },
      },
    ],
  };
}
