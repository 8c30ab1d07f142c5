import type { ComparedLatency, CompareOutcome, TimedStage } from '../../contracts/compare.ts';
import type { TerminalStyle } from '../style.ts';
import { maybe, millisecondFigure } from '../view/figure.ts';
import { column, fitColumns, grid, leftOut } from './grid.ts';
import { sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { countText, figureText } from './number.ts';
import { cutLabel } from './stage-name.ts';
import { hang } from './wrap.ts';

/** What the stages took in their own reports, and why that is no comparison; nothing where none was timed. */
export function compareLatency({ comparisons }: CompareOutcome, style: TerminalStyle): string[] {
  const { bold, dim, marks } = inkOf(style);
  const rows = comparisons.flatMap(({ candidate, baseline, latency }) =>
    latency === null || (latency.baseline ?? latency.candidate) === null ? [] : [{ candidate, baseline, latency }],
  );
  const [first] = rows;
  if (first === undefined) return [];
  const cells = (show: (latency: ComparedLatency) => string) => rows.map(({ latency }) => show(latency));
  const right = { align: 'right' } as const;
  const { kept, dropped } = fitColumns(
    [
      column(
        'candidate',
        rows.map(({ candidate }) => cutLabel(candidate.label, style)),
      ),
      column(
        'baseline',
        rows.map(({ baseline }) => cutLabel(baseline.label, style)),
        { drop: 1 },
      ),
      column(
        'p50 ms was',
        cells(({ baseline }) => timeText(baseline, style)),
        right,
      ),
      column(
        'p50 ms is',
        cells(({ candidate }) => timeText(candidate, style)),
        right,
      ),
    ],
    style.width,
  );
  const isPartly = rows.some(({ latency }) => latency.baseline === null || latency.candidate === null);
  return [
    [
      bold(hang('', sentence(`latency ${first.latency.reason}`, style), style.width)),
      grid(kept, style),
      ...(isPartly ? [dim(`${marks.absent} not measured`)] : []),
      ...leftOut(dropped, style).map(dim),
    ].join('\n'),
  ];
}

function timeText(timed: TimedStage | null, style: TerminalStyle): string {
  const text = figureText(maybe(timed?.p50Ms, millisecondFigure), style);
  return timed === null ? text : `${text} (n ${countText(timed.topics)})`;
}
