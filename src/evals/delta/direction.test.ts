import { expect, it } from 'vitest';
import type { MeasureDirection } from '../../contracts/delta.ts';
import { stageDirection } from './direction.ts';

const of = (...directions: MeasureDirection[]) =>
  stageDirection(
    directions.map((_, i) => `m${i}`),
    Object.fromEntries(directions.map((direction, i) => [`m${i}`, { direction }])),
  );

it.each<[MeasureDirection[], string]>([
  [['up', 'up'], 'IMPROVEMENT'],
  [['none', 'up'], 'IMPROVEMENT'],
  [['down', 'down'], 'REGRESSION'],
  [['down', 'none'], 'REGRESSION'],
  [['up', 'down'], 'MIXED'],
  [['down', 'none', 'up'], 'MIXED'],
  [['none', 'none'], 'NO CHANGE'],
  [[], 'NO CHANGE'],
])('%j is %s', (directions, expected) => {
  expect(of(...directions).direction).toBe(expected);
});

it('names what rose and what fell', () => {
  expect(of('up', 'down', 'none', 'up')).toEqual({ direction: 'MIXED', rose: ['m0', 'm3'], fell: ['m1'] });
});

it('hears only the measures that were declared', () => {
  const measures = { a: { direction: 'up' }, b: { direction: 'down' } } as const;
  expect(stageDirection(['a'], measures).direction).toBe('IMPROVEMENT');
});
