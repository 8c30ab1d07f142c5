import type { CompareOutcome, Comparison } from '../../contracts/compare.ts';
import type { TerminalStyle } from '../style.ts';
import { maybe, maybeChange, measureFigure } from '../view/figure.ts';
import { column, fitColumns, grid, leftOut } from './grid.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { changeCell, countText, figureText } from './number.ts';
import { cutLabel } from './stage-name.ts';

/** Where the terminal is narrow, secondary measures go first, then the reference. */
const DROP = { secondary: 3, against: 2, topics: 1 };

/** One row per comparison: the primary measure before and after, topics won, tied and lost, evidence; nothing for none. */
export function compareTable(outcome: CompareOutcome, style: TerminalStyle): string[] {
  const { marks, dim } = inkOf(style);
  const rows = outcome.comparisons.filter(({ deltas: [quality] }) => quality?.direction != null);
  if (rows.length === 0) return [];
  const label = (text: string) => cutLabel(text, style);
  const cells = (show: (row: Comparison) => string) => rows.map(show);
  const main = (row: Comparison) => row.deltas[0]?.measures[row.primary];
  const right = { align: 'right' } as const;
  const primaries = new Set(rows.map(({ primary }) => inert(primary)));
  const secondary = outcome.measures.filter((name) => name !== outcome.primary);
  const { kept, dropped } = fitColumns(
    [
      column(
        'candidate',
        cells(({ candidate }) => label(candidate.label)),
      ),
      column(
        'baseline',
        cells(({ baseline }) => label(baseline.label)),
        { drop: DROP.against },
      ),
      ...(primaries.size > 1
        ? [
            column(
              'measure',
              cells(({ primary }) => inert(primary)),
            ),
          ]
        : []),
      column(
        'was',
        cells((row) => valueText(main(row)?.baseline, style)),
        right,
      ),
      column(
        'is',
        cells((row) => valueText(main(row)?.candidate, style)),
        right,
      ),
      column(
        `${marks.delta} ${primaries.size > 1 ? 'measure' : [...primaries].join('')}`,
        cells((row) => deltaOf(row, row.primary, style)),
        right,
      ),
      column('won/tied/lost', cells(topicsOf), { ...right, drop: DROP.topics }),
      column('evidence', cells(evidenceOf)),
      ...secondary.map((name) =>
        column(
          `${marks.delta} ${inert(name)}`,
          cells((row) => deltaOf(row, name, style)),
          {
            ...right,
            drop: DROP.secondary,
          },
        ),
      ),
    ],
    style.width,
  );
  return [[grid(kept, style), ...leftOut(dropped, style).map(dim)].join('\n')];
}

function valueText(value: number | undefined, style: TerminalStyle): string {
  return figureText(maybe(value, measureFigure), style);
}

function deltaOf({ deltas: [quality] }: Comparison, name: string, style: TerminalStyle): string {
  return changeCell(maybeChange(quality?.measures[name]), style);
}

function topicsOf({ deltas: [quality], primary }: Comparison): string {
  const topics = quality?.measures[primary]?.topics;
  return topics === undefined ? '' : [topics.wins, topics.ties, topics.losses].map(countText).join('/');
}

function evidenceOf({ deltas: [quality], exploratory }: Comparison): string {
  return quality?.evidence?.status ?? (exploratory === null ? '' : 'exploratory');
}
