import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countUp } from '../../store/counters.ts';
import type { Session } from './state.ts';

const COUNTER_FILE = 'counters.sqlite';

/** A look at a test split, by the judgments that it holds. */
export const testLooks = (judgmentsSha256: string) => `test-split ${judgmentsSha256}`;
/** A comparison with a baseline, by its bytes. */
export const baselineLooks = (sha256: string) => `baseline ${sha256}`;

/**
 * Counts something that is no part of a run; null where it could not be counted, which is said and stops nothing.
 * Without a state folder there is nothing to count in: reading makes none.
 */
export function countOnThisMachine(session: Session, name: string): number | null {
  const { stateFolder } = session.loaded;
  if (!existsSync(stateFolder)) return null;
  const file = join(stateFolder, COUNTER_FILE);
  try {
    return countUp(file, name);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    session.notice(`warning: ${file} cannot be used, so this look is not counted: ${why}; delete it to count anew`);
    return null;
  }
}
