import { countText } from '../../contracts/rounding.ts';
import { NOT_MEASURED } from '../view/figure.ts';
import type { ChartBuilder, ChartReport, ChartSpec } from './chart.ts';
import { hexOf, legibleOn, mixed } from './contrast.ts';
import { declaredNames } from './declared.ts';
import { nameAxis, panelTitle } from './frame.ts';
import { chartLabel, distinctLabels } from './text.ts';
import type { ChartInk } from './theme.ts';

const CELL = { width: 92, height: 22 };
const MAX_ROWS = 60;

/** Differences against the baseline by slice and measure, a panel per stage. */
export const sliceChart: ChartBuilder = ({ reports }, ink) => {
  const panels = reports.flatMap((report) => panelsOf(report, reports.length > 1, ink));
  if (panels.length === 0) return 'not measured: no stage is compared on any slice';
  const left = Math.max(0, ...reports.map(({ view }) => sliceRows(view).length - MAX_ROWS));
  return {
    title: 'Difference by slice and measure',
    lines: [
      'candidate − baseline, mean over the n answerable topics of a slice; exploratory: no interval, no correction, no claim',
      ...(left > 0 ? [`${countText(left)} more slices are left out: those with the fewest topics`] : []),
    ],
    panels,
  };
};

type View = ChartReport['view'];

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
  const measures = declaredNames(view);
  const largest = Math.max(
    1e-9,
    ...rows.flatMap(({ stages }) =>
      stages.flatMap(({ cells }) => measures.map((measure) => Math.abs(cells[measure]?.delta?.value ?? 0))),
    ),
  );
  const sliceNames = distinctLabels(
    rows.map(({ by, name: own, topics }) => `${by} ${chartLabel(own, 24)} (n = ${countText(topics)})`),
  );
  const measureNames = distinctLabels(measures.map((measure) => chartLabel(measure, 14)));
  return view.stages.flatMap(({ id, label, isBaseline, isStructural }): ChartSpec[] => {
    if (isBaseline || isStructural || rows.length === 0) return [];
    const values = rows.flatMap((slice, row): Cell[] => {
      const cells = slice.stages.find(({ stage }) => stage === id)?.cells;
      return measures.map((measure, column) => {
        const delta = cells?.[measure]?.delta ?? null;
        return {
          slice: sliceNames[row] ?? '',
          measure: measureNames[column] ?? '',
          delta: delta?.value ?? null,
          words: delta?.text ?? NOT_MEASURED,
          ...coloursOf(delta === null ? 0 : delta.value / largest, ink),
        };
      });
    });
    const title = `${chartLabel(label)}${isNamed ? ` (${chartLabel(name)})` : ''}`;
    return [
      {
        ...heatMap(values, { rows: rows.length, columns: measures.length, ink }),
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
  readonly columns: number;
  readonly ink: ChartInk;
}

function heatMap(values: readonly Cell[], { rows, columns, ink }: Grid): ChartSpec {
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
    width: columns * CELL.width,
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
