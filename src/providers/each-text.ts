import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../contracts/errors.ts';
import type { Embedded } from '../contracts/ports.ts';

/** Texts between two looks at the abort signal. */
const TEXTS_PER_TURN = 64;

/**
 * Calls `work` for each text in order, and lets the event loop run now and then, so that Ctrl-C is heard.
 * @throws GrkError GRK_INTERRUPTED
 */
export async function eachText(
  texts: readonly string[],
  signal: AbortSignal | undefined,
  work: (text: string, number: number) => void,
): Promise<void> {
  throwIfAborted(signal);
  for (const [number, text] of texts.entries()) {
    if (number % TEXTS_PER_TURN === TEXTS_PER_TURN - 1) {
      await setImmediate();
      throwIfAborted(signal);
    }
    work(text, number);
  }
}

/** The answer of an embedder that reads texts of any length to their end. */
export function untruncated(vectors: Float32Array, texts: number): Embedded {
  return { vectors, truncated: new Uint8Array(texts) };
}
