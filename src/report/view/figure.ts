import type { MeasureDelta, MeasureDirection } from '../../contracts/delta.ts';
import { changeText, measureDigits, millisecondDigits } from '../../contracts/rounding.ts';

/** A measured number and the one text that stands for it. What nobody measured is null, never a zero. */
export interface Figure {
  /** Unrounded. */
  readonly value: number;
  /** Rounded; signs in Unicode. */
  readonly text: string;
}

/** A difference; the text begins with its sign, ± for none. */
export interface ChangeFigure extends Figure {
  readonly direction: MeasureDirection;
}

export type Maybe<T> = T | null;

/** What stands where nobody measured a number. */
export const NOT_MEASURED = 'not measured';

export function measureFigure(value: number): Figure {
  return { value, text: measureDigits(value) };
}

export function millisecondFigure(value: number): Figure {
  return { value, text: millisecondDigits(value) };
}

/** @param direction where it was decided exactly; default: the sign of the value */
export function changeFigure(value: number, direction: MeasureDirection = directionOf(value)): ChangeFigure {
  return { value, text: changeText(value), direction };
}

/** The same, and null for what was not measured. */
export function maybe<T>(value: number | null | undefined, figure: (value: number) => T): Maybe<T> {
  return value === null || value === undefined ? null : figure(value);
}

/** The difference that was derived; null where there is none. */
export function maybeChange(measure: Pick<MeasureDelta, 'delta' | 'direction'> | undefined): Maybe<ChangeFigure> {
  return measure === undefined ? null : changeFigure(measure.delta, measure.direction);
}

function directionOf(value: number): MeasureDirection {
  return value > 0 ? 'up' : value < 0 ? 'down' : 'none';
}
