import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createQrelsReader, type Qrels } from '../src/evals/trec/qrels.ts';
import { createRunReader, type Run } from '../src/evals/trec/run.ts';

export const SHARED = process.env.GRK_SHARED ?? join(import.meta.dirname, '..', '..', 'shared');
const ORACLES = join(SHARED, 'oracles');

export const hasOracles = existsSync(ORACLES);
/** Ends the names of tests that need the shared data. */
export const whySkipped = hasOracles ? '' : ' (skipped: shared data not present)';

export function readOracle(file: string): Buffer {
  return readFileSync(join(ORACLES, file));
}

/** Qrels from their text, read as if from the file `qrels`. */
export function qrelsFrom(text: string | Uint8Array): Qrels {
  const reader = createQrelsReader('qrels');
  reader.push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return reader.end();
}

/** A run from its text, read as if from the file `run`. */
export function runFrom(text: string | Uint8Array): Run {
  const reader = createRunReader('run');
  reader.push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return reader.end();
}
