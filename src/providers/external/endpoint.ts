import { GrkError } from '../../contracts/errors.ts';
import { pause } from './deadline.ts';
import { attempt, type HttpRequest } from './http-attempt.ts';

const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 8_000;
/** Calls for which an endpoint that has never answered is tried. */
const MAX_UNREACHED_CALLS = 3;

/** Sends a request and gives the JSON that it was answered with. */
export type Ask = (request: HttpRequest, signal: AbortSignal | undefined) => Promise<unknown>;

/**
 * An endpoint that is asked again where that may help: after a failed connection, a time limit, 429 and 5xx.
 * @param retries attempts after the first
 * @throws GrkError from what it returns: that of the request's words, GRK_INTERRUPTED
 */
export function endpoint(retries: number): Ask {
  let hasAnswered = false;
  let unreached = 0;
  let lastFault: GrkError | undefined;
  return async (request, signal) => {
    // Every later call would wait through all attempts in vain.
    if (!hasAnswered && unreached >= MAX_UNREACHED_CALLS && lastFault !== undefined) throw lastFault;
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
}

/** Before the attempt that follows: 250 ms, doubled each time. */
function delayMs(tried: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (tried - 1));
}

function afterAttempts({ code, message, remedy = '', cause, facts }: GrkError, tried: number): GrkError {
  return new GrkError(code, `${message} (${tried} attempts)`, { remedy, cause, facts });
}
