import { throwIfAborted } from '../../contracts/errors.ts';

/** Topics between two turns of the event loop. */
const TOPICS_PER_TURN = 32;

/**
 * Runs work on every topic, up to `concurrency` at a time; results are in topic order.
 * @throws GrkError GRK_INTERRUPTED, and what the work throws first
 */
export async function eachTopic<T, R>(
  topics: readonly T[],
  concurrency: number,
  signal: AbortSignal | undefined,
  work: (topic: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = topics.entries();
  let hasFailed = false;
  const run = async (): Promise<void> => {
    for (const [at, topic] of waiting) {
      if (hasFailed) return;
      throwIfAborted(signal);
      results[at] = await work(topic).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
      // The work may never wait for anything; without a turn of the event loop a signal is not seen.
      if (at % TOPICS_PER_TURN === TOPICS_PER_TURN - 1) await nextTurn();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  return results;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
