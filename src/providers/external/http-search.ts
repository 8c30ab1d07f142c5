import type { GrkError } from '../../contracts/errors.ts';
import { ExternalAnswerSchema } from '../../contracts/external.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { ExternalSource } from '../../contracts/pipeline.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import { ANSWER_REMEDY, failed, readHits } from './answer.ts';
import { pause } from './deadline.ts';
import { attempt, type HttpRequest } from './http-attempt.ts';

export type HttpSource = Extract<ExternalSource, { readonly http: string }>;

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** Topics for which an endpoint that has never answered is tried. */
const MAX_UNREACHED_TOPICS = 3;

/** Opens an HTTP endpoint as a search. Nothing is sent before the first topic. */
export function openHttpSearch(source: HttpSource): ExternalSearch {
  const { timeoutMs, retries, concurrency } = source;
  const shown = shownAddress(source.http);
  let hasAnswered = false;
  let unreached = 0;
  let lastFault: GrkError | undefined;

  const ask = async (request: HttpRequest, signal: AbortSignal | undefined): Promise<unknown> => {
    for (let tried = 1; ; tried++) {
      const result = await attempt(request, signal);
      if ('body' in result) {
        hasAnswered = true;
        return result.body;
      }
      if (!result.isUnreachable) hasAnswered = true;
      if (result.canRetry && tried <= retries) {
        await pause(result.waitMs ?? delayMs(tried), signal);
        continue;
      }
      if (!hasAnswered) unreached++;
      lastFault = result.fault;
      throw tried === 1 ? result.fault : afterAttempts(result.fault, tried);
    }
  };

  return {
    identity: { settings: { http: shown, timeoutMs, retries, concurrency }, determinism: 'none' },
    order: 'score',
    concurrency,
    search: async ({ topicId, query }, k, signal) => {
      // Every later topic would wait through all attempts in vain.
      if (!hasAnswered && unreached >= MAX_UNREACHED_TOPICS && lastFault !== undefined) throw lastFault;
      const body = await ask(
        { address: source.http, shown, body: JSON.stringify({ topicId, query, k }), timeoutMs },
        signal,
      );
      const { hits } = parseWith(ExternalAnswerSchema, body, {
        what: shown,
        code: 'GRK_EXTERNAL_FAILED',
        remedy: ANSWER_REMEDY,
      });
      return readHits(hits, shown);
    },
  };
}

/** Without a query, where keys are often kept. */
function shownAddress(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`;
}

/** Before the attempt that follows: 250 ms, doubled each time. */
function delayMs(tried: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (tried - 1));
}

function afterAttempts({ message, remedy = '', cause }: GrkError, tried: number): GrkError {
  return failed(message, `(${tried} attempts)`, remedy, cause);
}
