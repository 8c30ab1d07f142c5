import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../contracts/errors.ts';

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
