import type { MeasureDirection } from '../../contracts/delta.ts';
import type { ChartInk } from './theme.ts';

const DIRECTIONS: readonly MeasureDirection[] = ['up', 'down', 'none'];
const SHAPES = ['triangle-up', 'triangle-down', 'square'];

/** Gains point up and losses down, equally large: the colour says it again. */
export function directionShape(): Record<string, unknown> {
  return { field: 'direction', type: 'nominal', scale: { domain: DIRECTIONS, range: SHAPES }, legend: null };
}

export function directionColor({ gain, loss, none }: ChartInk): Record<string, unknown> {
  return {
    field: 'direction',
    type: 'nominal',
    scale: { domain: DIRECTIONS, range: [gain, loss, none] },
    legend: null,
  };
}
