import type { MeasureDelta, StageDelta, WinTieLoss } from '../../contracts/delta.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { type Column, column, grid, gridWidth, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, deltaText, plural } from './number.ts';
import { stageLabel, stageName } from './stage-name.ts';
import { hang } from './wrap.ts';

/** How measures of other axes than quality are called. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  silentOnNoAnswer: 'silent on no-answer',
  silentOnAnswerable: 'wrongly silent',
  geometricMeanMs: 'geometric mean ms',
};

/**
 * One table per baseline and axis: a row per stage and measure, with topics won, tied and lost.
 * Stages without a direction are in none of them, but where latency was measured; `verdictLines` says why.
 */
export function deltaTables(report: Report, deltas: readonly StageDelta[], style: TerminalStyle): string[] {
  const concluded = deltas.filter(
    ({ direction, latency, isStructural }) => (direction !== null || latency !== undefined) && !isStructural,
  );
  const keyOf = ({ axis, baseline, topics }: StageDelta) => JSON.stringify([axis, baseline, topics]);
  const keys = [...new Set(concluded.map(keyOf))];
  const groups = keys.map((key) => concluded.filter((delta) => keyOf(delta) === key));
  const ordered = [
    ...groups.filter(([first]) => first?.axis === 'quality'),
    ...groups.filter(([first]) => first?.axis !== 'quality'),
  ];
  return ordered.map((group) => deltaTable(report, group, style));
}

interface Row {
  readonly stage: string;
  readonly measure: string;
  readonly delta: MeasureDelta | undefined;
}

function deltaTable(report: Report, group: readonly StageDelta[], style: TerminalStyle): string {
  const [first] = group;
  if (first === undefined) return '';
  const { bold, dim, marks } = inkOf(style);
  const isQuality = first.axis === 'quality';
  const rows = group.flatMap((delta) => {
    const names = isQuality ? qualityMeasures(report, delta) : otherMeasures(delta);
    return names.map((name, i): Row => {
      const label = i === 0 ? stageLabel(report, delta.stage, style) : '';
      return { stage: label, measure: inert(OTHER_NAMES[name] ?? name), delta: delta.measures[name] };
    });
  });
  const cells = (show: (row: Row) => string) => rows.map(show);
  const count = (head: string, outcome: keyof WinTieLoss): Column => {
    const show = ({ delta }: Row) => (delta === undefined ? marks.absent : countText(delta.topics[outcome]));
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
      cells(({ delta }) => deltaCell(delta, isQuality, style)),
      { align: 'right' },
    ),
  ];
  // All three or none: wins without losses would mislead.
  const counts = [count('won', 'wins'), count('tied', 'ties'), count('lost', 'losses')];
  const fits = gridWidth([...needed, ...counts]) <= style.width;
  const title = `${isQuality ? '' : `${first.axis} `}against ${stageName(report, first.baseline)}`;
  const topics = plural(first.topics, isQuality ? 'answerable topic' : 'topic');
  return [
    bold(hang('', `${title}, ${topics}`, style.width)),
    grid([...needed, ...(fits ? counts : [])], style),
    ...(rows.some(({ delta }) => delta === undefined) ? [dim(`${marks.absent} not measured`)] : []),
    ...leftOut(fits ? [] : counts.map(({ name }) => name), style).map(dim),
  ].join('\n');
}

/** What should be silent first, then what should not, then what has no name here. */
function otherMeasures({ measures }: StageDelta): string[] {
  const known = Object.keys(OTHER_NAMES).filter((name) => name in measures);
  const others = Object.keys(measures).filter((name) => !known.includes(name));
  return [...known, ...others.sort(compareBytes)];
}

/** As declared; across chunkers those that stand in for them. */
function qualityMeasures({ declared }: Report, { primary = declared.primary, measures }: StageDelta): string[] {
  const names = [declared.primary, ...declared.secondary];
  return primary === declared.primary ? [...new Set(names)] : Object.keys(measures);
}

/** Coloured on the quality axis only: a share of silence may be better higher or lower. */
export function deltaCell(delta: MeasureDelta | undefined, isQuality: boolean, style: TerminalStyle): string {
  const { good, bad, dim, marks } = inkOf(style);
  if (delta === undefined) return marks.absent;
  const text = deltaText(delta, style);
  if (delta.direction === 'none') return dim(text);
  return isQuality ? (delta.direction === 'up' ? good : bad)(text) : text;
}
