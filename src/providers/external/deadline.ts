import { GrkError } from '../../contracts/errors.ts';

/** The time of one call ran out. */
export class DeadlineError extends Error {}

/**
 * Runs work with a signal that fires when the time is up or the user stops; does not wait for work that goes on then.
 * @throws DeadlineError; GrkError GRK_INTERRUPTED; what the work throws
 */
export async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let onStop: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (error: Error) => {
      reject(error);
      inner.abort(error);
    };
    timer = setTimeout(() => end(new DeadlineError(`no answer within ${timeoutMs} ms`)), timeoutMs);
    onStop = () => end(new GrkError('GRK_INTERRUPTED', 'stopped by the user while an answer was awaited'));
    outer?.addEventListener('abort', onStop, { once: true });
    if (outer?.aborted === true) onStop();
  });
  try {
    return await Promise.race([ended, start(work, inner.signal)]);
  } finally {
    clearTimeout(timer);
    if (onStop !== undefined) outer?.removeEventListener('abort', onStop);
  }
}

/** Waits, unless the user stops. @throws GrkError GRK_INTERRUPTED */
export async function pause(ms: number, outer: AbortSignal | undefined): Promise<void> {
  await withDeadline(ms, outer, () => new Promise<never>(() => {})).catch((error: unknown) => {
    if (!(error instanceof DeadlineError)) throw error;
  });
}

/** Work that throws at once, or that is not even started, rejects like any other. */
async function start<T>(work: (signal: AbortSignal) => T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return work(signal);
}
