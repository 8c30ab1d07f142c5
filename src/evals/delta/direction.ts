import type { Direction, MeasureDelta } from '../../contracts/delta.ts';

export interface StageDirection {
  readonly direction: Direction;
  /** Names of the measures that rose and fell, in the order given. */
  readonly rose: readonly string[];
  readonly fell: readonly string[];
}

/** The direction of a stage over the named measures; those without change have no say. */
export function stageDirection(
  names: readonly string[],
  measures: Readonly<Record<string, Pick<MeasureDelta, 'direction'>>>,
): StageDirection {
  const rose = names.filter((name) => measures[name]?.direction === 'up');
  const fell = names.filter((name) => measures[name]?.direction === 'down');
  return { direction: combine(rose.length > 0, fell.length > 0), rose, fell };
}

export function combine(hasGain: boolean, hasLoss: boolean): Direction {
  if (hasGain && hasLoss) return 'MIXED';
  if (hasGain) return 'IMPROVEMENT';
  return hasLoss ? 'REGRESSION' : 'NO CHANGE';
}
