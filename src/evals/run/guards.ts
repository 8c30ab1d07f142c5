import { GrkError } from '../../contracts/errors.ts';
import type { Guard } from '../../contracts/suite.ts';

/**
 * Refuses guards that could not be read as they stand, before anything is measured.
 * @throws GrkError GRK_CONFIG_INVALID for a latency without a margin, a margin where none is read, an axis named twice
 */
export function checkGuards(guards: readonly Guard[]): void {
  guards.forEach(({ axis, margin }, i) => {
    if (guards.findIndex((other) => other.axis === axis) !== i)
      throw wrong(`guards ${axis} twice`, 'Name each axis once.');
    if (axis === 'latency' && margin === undefined) {
      const remedy = 'Say which share more is allowed: {"axis": "latency", "margin": 0.2}.';
      throw wrong('guards latency without a margin', remedy);
    }
    if ((axis === 'quality' || axis === 'cost') && margin !== undefined) {
      throw wrong(`gives the guard on ${axis} a margin, which nothing reads`, 'Leave the margin out.');
    }
  });
}

function wrong(what: string, remedy: string): GrkError {
  return new GrkError('GRK_CONFIG_INVALID', `the suite ${what}`, { remedy });
}
