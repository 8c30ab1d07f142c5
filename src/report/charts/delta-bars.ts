import type { MeasureDirection } from '../../contracts/delta.ts';
import type { ChartSpec } from './chart.ts';
import { directionColor } from './direction.ts';
import { besidePlot, deltaScale, nameAxis, PLOT_WIDTH, ROW_HEIGHT, zeroRule } from './frame.ts';
import type { ChartInk } from './theme.ts';

/** A bar between two differences. */
export interface DeltaBar {
  readonly name: string;
  readonly start: number;
  /** null: not measured. */
  readonly end: number | null;
  readonly direction: MeasureDirection;
  /** `ghost`: what could be, drawn as an outline. `total`: outlined too, and filled. */
  readonly kind: 'part' | 'total' | 'ghost';
  /** Beside the bar. */
  readonly words: string;
}

/** One row per bar, gains and losses equally thick, zero marked. */
export function deltaBars(
  rows: readonly DeltaBar[],
  domain: readonly [number, number],
  title: string | null,
  ink: ChartInk,
): ChartSpec {
  const y = nameAxis(
    'name',
    rows.map(({ name }) => name),
  );
  const x = { field: 'start', ...deltaScale(domain, title) };
  const bar = { type: 'bar', height: { band: 0.62 } };
  const where = (kinds: string) => [{ filter: `isValid(datum.end) && (${kinds})` }];
  return {
    width: PLOT_WIDTH,
    height: Math.max(1, rows.length) * ROW_HEIGHT,
    data: { values: rows },
    layer: [
      {
        transform: where("datum.kind === 'ghost'"),
        mark: { ...bar, fill: null, stroke: ink.level, strokeWidth: 1.5, strokeDash: [3, 2] },
        encoding: { y, x, x2: { field: 'end' } },
      },
      {
        transform: where("datum.kind !== 'ghost'"),
        mark: bar,
        encoding: {
          y,
          x,
          x2: { field: 'end' },
          color: directionColor(ink),
          stroke: { condition: { test: "datum.kind === 'total'", value: ink.text }, value: null },
        },
      },
      zeroRule('x', ink),
      {
        mark: { type: 'text', align: 'left', baseline: 'middle', color: ink.text },
        encoding: { y, ...besidePlot() },
      },
    ],
  };
}
