import type { SliceDeltas } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { rulerNote } from '../view/ruler.ts';
import { type SliceStage, type SliceView, sliceViews } from '../view/slices.ts';
import { type Column, column, type FittedColumns, fitColumns, grid, gridWidth, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { changeCell, countText, figureText } from './number.ts';
import { cutLabel, labelWidth } from './stage-name.ts';
import { hang } from './wrap.ts';

/** What topics, delta and the blanks between four columns take. */
const NUMBERS_WIDTH = 22;
const TITLES = { category: 'by category', split: 'by split', slice: 'by slice' } as const;

/** The primary measure by category, split and slice label; a single category or split is the whole run and left out. */
export function sliceTables(report: Report, slices: readonly SliceDeltas[], style: TerminalStyle): string[] {
  return (['category', 'split', 'slice'] as const).flatMap((by) => {
    const group = sliceViews(
      report,
      slices.filter((slice) => slice.by === by),
    );
    return group.length === 0 || (group.length === 1 && by !== 'slice') ? [] : [sliceTable(report, group, style)];
  });
}

/** One row per slice with its number of topics; where stages do not fit side by side, one row per slice and stage. */
function sliceTable(report: Report, slices: readonly SliceView[], style: TerminalStyle): string {
  const { bold, dim } = inkOf(style);
  const [first] = slices;
  const rows = slices.filter(({ topics }) => topics > 0);
  const unanswered = slices.filter(({ topics }) => topics === 0);
  const title = `${inert(report.declared.primary)} ${TITLES[first?.by ?? 'slice']}`;
  const { kept, dropped } = layout(report, rows, style);
  const ruler = rulerNote(report);
  const empty = `no answerable topics in ${unanswered.map(nameWithCount).join(', ')}`;
  const notes = [
    ...(unanswered.length > 0 ? [hang('', empty, style.width)] : []),
    ...leftOut(dropped, style),
    ...(ruler === null ? [] : [hang('', ruler, style.width)]),
  ];
  return [bold(title), ...(rows.length > 0 ? [grid(kept, style)] : []), ...notes.map(dim)].join('\n');
}

/** Stages side by side, else below each other, else with names cut shorter: the first that fits. */
function layout({ declared: { primary } }: Report, rows: readonly SliceView[], style: TerminalStyle): FittedColumns {
  const wide = wideColumns(primary, rows, style);
  if (gridWidth(wide) <= style.width) return { kept: wide, dropped: [] };
  const [usual, short] = [labelWidth(style), Math.floor((style.width - NUMBERS_WIDTH) / 2)];
  const long = fitColumns(longColumns(primary, rows, style, usual), style.width);
  if (gridWidth(long.kept) <= style.width) return long;
  return fitColumns(longColumns(primary, rows, style, Math.min(usual, short)), style.width);
}

function nameWithCount({ name, noAnswerTopics }: SliceView): string {
  return `${inert(name)}${noAnswerTopics > 0 ? ` (${countText(noAnswerTopics)} no-answer)` : ''}`;
}

/** Blank for a baseline and for a stage that has no delta. */
function deltaText({ cells }: SliceStage, primary: string, style: TerminalStyle): string {
  const delta = cells[primary]?.delta ?? null;
  return delta === null ? '' : changeCell(delta, style);
}

function meanText({ cells }: SliceStage, primary: string, style: TerminalStyle): string {
  return figureText(cells[primary]?.mean ?? null, style);
}

function wideColumns(primary: string, slices: readonly SliceView[], style: TerminalStyle): Column[] {
  const { marks } = inkOf(style);
  const names = slices.map((slice) => label(slice, style));
  const counts = slices.map(({ topics }) => countText(topics));
  return [
    column(slices[0]?.by ?? '', names),
    column('topics', counts, { align: 'right' }),
    ...(slices[0]?.stages ?? []).flatMap(({ label }, i): Column[] => {
      const stages = slices.flatMap((slice) => slice.stages[i] ?? []);
      const means = column(
        cutLabel(label, style),
        stages.map((stage) => meanText(stage, primary, style)),
        { align: 'right' },
      );
      const deltas = column(
        marks.delta,
        stages.map((stage) => deltaText(stage, primary, style)),
        { align: 'right' },
      );
      return stages.every(({ cells }) => (cells[primary]?.delta ?? null) === null) ? [means] : [means, deltas];
    }),
  ];
}

function longColumns(primary: string, slices: readonly SliceView[], style: TerminalStyle, nameWidth: number): Column[] {
  const rows = slices.flatMap((slice) =>
    slice.stages.map((stage, i) => ({
      label: i === 0 ? label(slice, style, nameWidth) : '',
      topics: i === 0 ? countText(slice.topics) : '',
      stage: cutLabel(stage.label, style, nameWidth),
      mean: meanText(stage, primary, style),
      delta: deltaText(stage, primary, style),
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
      cells(({ delta }) => delta),
      { align: 'right' },
    ),
  ];
}

function label({ name }: SliceView, style: TerminalStyle, width = labelWidth(style)): string {
  return cutLabel(name, style, width);
}
