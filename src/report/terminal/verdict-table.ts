import type { Direction, StageDelta } from '../../contracts/delta.ts';
import type { Report } from '../../contracts/report.ts';
import type { TerminalStyle } from '../style.ts';
import { maybeChange } from '../view/figure.ts';
import { type Column, column, fitColumns, grid, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { type Ink, inkOf } from './ink.ts';
import { changeCell, ratioText } from './number.ts';
import { stageLabel } from './stage-name.ts';

/** The order in which columns go where the terminal is narrow, highest first. */
const DROP = { abstention: 4, latency: 3, evidence: 2, delta: 1 };

/** One row per comparison: the headline, the primary measure and the evidence for it, and the other axes in a word. */
export function verdictTable(report: Report, deltas: readonly StageDelta[], style: TerminalStyle): string {
  const { dim, marks } = inkOf(style);
  const rows = deltas.filter(({ axis }) => axis === 'quality');
  const otherOf = (axis: StageDelta['axis'], { stage, baseline }: StageDelta) =>
    deltas.find((each) => each.axis === axis && each.stage === stage && each.baseline === baseline);
  const primary = inert(report.declared.primary);
  const optional = (head: StageDelta['axis'], drop: number, show: (delta: StageDelta) => string): Column[] => {
    if (!deltas.some(({ axis, isStructural }) => axis === head && !isStructural)) return [];
    const cells = rows.map((row) => {
      const other = otherOf(head, row);
      return other === undefined || other.isStructural ? marks.absent : show(other);
    });
    return [column(head, cells, { drop })];
  };
  const columns = [
    column(
      'stage',
      rows.map(({ stage }) => stageLabel(report, stage, style)),
    ),
    column(
      'against',
      rows.map(({ baseline }) => stageLabel(report, baseline, style)),
    ),
    column(
      'verdict',
      rows.map((row) => directionText(row.isStructural ? null : (row.headline ?? row).direction, style)),
    ),
    column(
      primary,
      rows.map((row) => primaryCell(report, row, style)),
      { align: 'right', drop: DROP.delta },
    ),
    ...(rows.some(({ evidence }) => evidence !== undefined)
      ? [
          column(
            'evidence',
            rows.map(({ evidence }) => evidence?.status ?? marks.absent),
            { drop: DROP.evidence },
          ),
        ]
      : []),
    ...optional('latency', DROP.latency, ({ latency, direction }) =>
      latency === undefined ? marks.absent : marked(ratioText(latency.ratio, style), direction, style),
    ),
    ...optional('abstention', DROP.abstention, ({ direction }) => directionText(direction, style)),
  ];
  const { kept, dropped } = fitColumns(columns, style.width);
  return [grid(kept, style), ...leftOut(dropped, style).map(dim)].join('\n');
}

/** A measure that stands in for the declared one is named. */
function primaryCell({ declared }: Report, row: StageDelta, style: TerminalStyle): string {
  const { primary = declared.primary, measures, direction, isStructural } = row;
  if (direction === null || isStructural) return inkOf(style).marks.absent;
  const cell = changeCell(maybeChange(measures[primary]), style);
  return primary === declared.primary ? cell : `${inert(primary)} ${cell}`;
}

function directionText(direction: Direction | null, style: TerminalStyle): string {
  return direction === null ? inkOf(style).marks.absent : marked(direction, direction, style);
}

function marked(text: string, direction: Direction | null, style: TerminalStyle): string {
  const ink = inkOf(style);
  return direction === null ? text : paintOf(direction, ink)(`${ink.marks.verdict[direction]} ${text}`);
}

/** The colour of a direction. */
export function paintOf(direction: Direction, { good, bad, warn, dim }: Ink): (text: string) => string {
  return { IMPROVEMENT: good, REGRESSION: bad, MIXED: warn, 'NO CHANGE': dim }[direction];
}
