import type { MeasureDelta, SliceDeltas } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { deltaCell } from './delta-table.ts';
import { cutMiddle } from './display-width.ts';
import { type Column, column, type FittedColumns, fitColumns, grid, gridWidth, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, measureText } from './number.ts';
import { rulerNote } from './ruler.ts';
import { baselineIds, labelWidth, stageLabel } from './stage-name.ts';
import { hang } from './wrap.ts';

/** What topics, delta and the blanks between four columns take. */
const NUMBERS_WIDTH = 22;
const TITLES = { category: 'by category', split: 'by split', slice: 'by slice' } as const;

/** The primary measure by category, split and slice label; a single category or split is the whole run and left out. */
export function sliceTables(report: Report, slices: readonly SliceDeltas[], style: TerminalStyle): string[] {
  return (['category', 'split', 'slice'] as const).flatMap((by) => {
    const group = slices.filter((slice) => slice.by === by);
    return group.length === 0 || (group.length === 1 && by !== 'slice') ? [] : [sliceTable(report, group, style)];
  });
}

/** One row per slice with its number of topics; where stages do not fit side by side, one row per slice and stage. */
function sliceTable(report: Report, slices: readonly SliceDeltas[], style: TerminalStyle): string {
  const { bold, dim } = inkOf(style);
  const [first] = slices;
  const rows = slices.filter(({ topics }) => topics > 0);
  const unanswered = slices.filter(({ topics }) => topics === 0);
  const title = `${inert(report.declared.primary)} ${TITLES[first?.by ?? 'slice']}`;
  const { kept, dropped } = layout(report, rows, style);
  const empty = `no answerable topics in ${unanswered.map(nameWithCount).join(', ')}`;
  const notes = [
    ...(unanswered.length > 0 ? [hang('', empty, style.width)] : []),
    ...leftOut(dropped, style),
    ...rulerNote(report).map((note) => hang('', note, style.width)),
  ];
  return [bold(title), ...(rows.length > 0 ? [grid(kept, style)] : []), ...notes.map(dim)].join('\n');
}

/** Stages side by side, else below each other, else with names cut shorter: the first that fits. */
function layout(report: Report, rows: readonly SliceDeltas[], style: TerminalStyle): FittedColumns {
  const wide = wideColumns(report, rows, style);
  if (gridWidth(wide) <= style.width) return { kept: wide, dropped: [] };
  const [usual, short] = [labelWidth(style), Math.floor((style.width - NUMBERS_WIDTH) / 2)];
  const long = fitColumns(longColumns(report, rows, style, usual), style.width);
  if (gridWidth(long.kept) <= style.width) return long;
  return fitColumns(longColumns(report, rows, style, Math.min(usual, short)), style.width);
}

function nameWithCount({ name, noAnswerTopics }: SliceDeltas): string {
  return `${inert(name)}${noAnswerTopics > 0 ? ` (${countText(noAnswerTopics)} no-answer)` : ''}`;
}

/** What one stage did in one slice. */
interface Cell {
  readonly mean: string;
  readonly delta: MeasureDelta | undefined;
  /** Blank for a baseline and for a stage that has no delta. */
  readonly deltaText: string;
}

function cellOf(report: Report, slice: SliceDeltas, stage: string, style: TerminalStyle): Cell {
  const { primary } = report.declared;
  const mean = slice.means[stage]?.[primary];
  const found = slice.deltas.find((delta) => delta.axis === 'quality' && delta.stage === stage);
  const delta = found === undefined || found.isStructural ? undefined : found.measures[primary];
  return {
    mean: mean === undefined ? inkOf(style).marks.absent : measureText(mean, style),
    delta,
    deltaText: delta === undefined ? '' : deltaCell(delta, true, style),
  };
}

function wideColumns(report: Report, slices: readonly SliceDeltas[], style: TerminalStyle): Column[] {
  const { marks } = inkOf(style);
  const names = slices.map((slice) => label(slice, style));
  const counts = slices.map(({ topics }) => countText(topics));
  return [
    column(slices[0]?.by ?? '', names),
    column('topics', counts, { align: 'right' }),
    ...orderedStages(report, slices).flatMap((stage): Column[] => {
      const cells = slices.map((slice) => cellOf(report, slice, stage, style));
      const head = stageLabel(report, stage, style);
      const means = column(
        head,
        cells.map(({ mean }) => mean),
        { align: 'right' },
      );
      const deltas = column(
        marks.delta,
        cells.map(({ deltaText }) => deltaText),
        { align: 'right' },
      );
      return cells.every(({ delta }) => delta === undefined) ? [means] : [means, deltas];
    }),
  ];
}

function longColumns(
  report: Report,
  slices: readonly SliceDeltas[],
  style: TerminalStyle,
  nameWidth: number,
): Column[] {
  const stages = orderedStages(report, slices);
  const rows = slices.flatMap((slice) =>
    stages.map((stage, i) => ({
      label: i === 0 ? label(slice, style, nameWidth) : '',
      topics: i === 0 ? countText(slice.topics) : '',
      stage: stageLabel(report, stage, style, nameWidth),
      ...cellOf(report, slice, stage, style),
    })),
  );
  type Row = (typeof rows)[number];
  const cells = (show: (row: Row) => string) => rows.map(show);
  return [
    column(
      slices[0]?.by ?? '',
      cells((row) => row.label),
    ),
    column(
      'topics',
      cells(({ topics }) => topics),
      { align: 'right' },
    ),
    column(
      'stage',
      cells(({ stage }) => stage),
    ),
    column(
      'mean',
      cells(({ mean }) => mean),
      { align: 'right', drop: 1 },
    ),
    column(
      'delta',
      cells(({ deltaText }) => deltaText),
      { align: 'right' },
    ),
  ];
}

/** Report order, baselines first. */
function orderedStages(report: Report, slices: readonly SliceDeltas[]): string[] {
  const baselines = baselineIds(
    report,
    slices.flatMap(({ deltas }) => deltas),
  );
  const ids = report.stages.map(({ id }) => id);
  return [...ids.filter((id) => baselines.includes(id)), ...ids.filter((id) => !baselines.includes(id))];
}

function label({ name }: SliceDeltas, style: TerminalStyle, width = labelWidth(style)): string {
  return cutMiddle(inert(name), width, inkOf(style).marks.ellipsis);
}
