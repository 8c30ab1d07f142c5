import { GrkError } from '../../contracts/errors.ts';
import type { ExternalSearch, TopicQuery } from '../../contracts/ports.ts';
import { failed, readHits } from './answer.ts';
import { DeadlineError, withDeadline } from './deadline.ts';
import { messageOf } from './load-module.ts';

export interface CallRules {
  /** The search, as messages should name it. */
  readonly where: string;
  /** Per topic. */
  readonly timeoutMs: number;
  /** What to do where it throws. */
  readonly remedy: string;
}

/**
 * A search by a function in this process. Its hits are checked: nobody promises that they have the right form.
 * @throws GrkError from the search made: GRK_EXTERNAL_FAILED, GRK_INTERRUPTED
 */
export function searchByCalling(
  search: (topic: TopicQuery, k: number, signal: AbortSignal) => unknown,
  { where, timeoutMs, remedy }: CallRules,
): ExternalSearch['search'] {
  return async ({ topicId, query }, k, signal) => {
    const hits = await withDeadline(timeoutMs, signal, (inner) => search({ topicId, query }, k, inner)).catch(
      (error: unknown) => {
        if (error instanceof GrkError && error.code === 'GRK_INTERRUPTED') throw error;
        if (!(error instanceof DeadlineError)) throw failed(where, `failed: ${messageOf(error)}`, remedy, error);
        throw failed(where, `gave ${error.message}`, 'Make it faster, or raise timeoutMs of its source.', error);
      },
    );
    return readHits(hits, where);
  };
}
