import type { StageDelta, WinTieLoss } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { type ComparisonView, comparisonViews, type DeltaValues } from '../view/comparisons.ts';
import { deltaBar } from './delta-bar.ts';
import { type Column, column, grid, gridWidth, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { changeCell, countText, plural } from './number.ts';
import { cutLabel } from './stage-name.ts';
import { hang } from './wrap.ts';

/**
 * One table per baseline and axis: a row per stage and measure, with topics won, tied and lost.
 * Stages without a direction are in none of them, but where latency was measured; `verdictLines` says why.
 */
export function deltaTables(report: Report, deltas: readonly StageDelta[], style: TerminalStyle): string[] {
  const concluded = comparisonViews(report, deltas).filter(
    ({ direction, ratio, isStructural }) => (direction !== null || ratio !== null) && !isStructural,
  );
  const keyOf = ({ axis, baseline, topics }: ComparisonView) => JSON.stringify([axis, baseline, topics]);
  const keys = [...new Set(concluded.map(keyOf))];
  const groups = keys.map((key) => concluded.filter((delta) => keyOf(delta) === key));
  const ordered = [
    ...groups.filter(([first]) => first?.axis === 'quality'),
    ...groups.filter(([first]) => first?.axis !== 'quality'),
  ];
  return ordered.map((group) => deltaTable(group, style));
}

interface Row {
  readonly stage: string;
  readonly measure: string;
  readonly values: DeltaValues | null;
}

function deltaTable(group: readonly ComparisonView[], style: TerminalStyle): string {
  const [first] = group;
  if (first === undefined) return '';
  const { bold, dim, marks } = inkOf(style);
  const isQuality = first.axis === 'quality';
  const rows = group.flatMap(({ label, rows: own }) =>
    own.map(({ label: name, values }, i): Row => {
      return { stage: i === 0 ? cutLabel(label, style) : '', measure: inert(name), values };
    }),
  );
  const cells = (show: (row: Row) => string) => rows.map(show);
  const count = (head: string, outcome: keyof WinTieLoss): Column => {
    const show = ({ values }: Row) => (values === null ? marks.absent : countText(values.topics[outcome]));
    return column(head, cells(show), { align: 'right' });
  };
  const needed = [
    column(
      'stage',
      cells(({ stage }) => stage),
    ),
    column(
      'measure',
      cells(({ measure }) => measure),
    ),
    column(
      'delta',
      cells(({ values }) => changeCell(values?.delta ?? null, style, isQuality)),
      { align: 'right' },
    ),
  ];
  // All three or none: wins without losses would mislead.
  const counts = [count('won', 'wins'), count('tied', 'ties'), count('lost', 'losses')];
  const fits = gridWidth([...needed, ...counts]) <= style.width;
  const columns = [...needed, ...(fits ? counts : [])];
  const bars = isQuality ? [barsOf(rows, style)] : [];
  const withBars = gridWidth([...columns, ...bars]) <= style.width ? [...columns, ...bars] : columns;
  const title = `${isQuality ? '' : `${first.axis} `}against ${inert(first.baselineLabel)}`;
  const topics = plural(first.topics, isQuality ? 'answerable topic' : 'topic');
  return [
    bold(hang('', `${title}, ${topics}`, style.width)),
    grid(withBars, style),
    ...(rows.some(({ values }) => values === null) ? [dim(`${marks.absent} not measured`)] : []),
    ...leftOut(fits ? [] : counts.map(({ name }) => name), style).map(dim),
  ].join('\n');
}

/** They repeat the differences: where they do not fit, nothing is missing. */
function barsOf(rows: readonly Row[], style: TerminalStyle): Column {
  const changes = rows.map(({ values }) => values?.delta.value ?? null);
  const largest = Math.max(...changes.map((change) => Math.abs(change ?? 0)));
  return column(
    '',
    changes.map((change) => deltaBar(change, largest, style)),
  );
}
