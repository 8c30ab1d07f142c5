import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import { causeOf, MAX_RETRY_AFTER_MS, retryAfterMs } from '../external/http-attempt.ts';
import { isLoopback } from './hub-address.ts';

const MAX_REDIRECTS = 5;
const MAX_SAID = 200;

/** How a hub is asked. */
export interface HubAccess {
  /** Without a slash at the end. */
  readonly host: string;
  /** Sent to the host itself, and nowhere else. */
  readonly token: string | undefined;
  /** How long nothing may come. */
  readonly stallMs: number;
  /** Attempts after the first. */
  readonly retries: number;
  /** Before the first of them; doubled each time. */
  readonly retryDelayMs: number;
}

/** A request that came to nothing, and whether another may help. */
export class HubFault extends Error {
  readonly fault: GrkError;
  readonly canRetry: boolean;
  /** What the server asks to wait, if it asks. */
  readonly waitMs: number | undefined;

  constructor(fault: GrkError, canRetry: boolean, waitMs?: number) {
    super(fault.message, { cause: fault });
    this.fault = fault;
    this.canRetry = canRetry;
    this.waitMs = waitMs;
  }
}

export interface HubAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Sends one GET, follows its redirects, and hands the answer over; what is left of it afterwards is dropped.
 * Redirects lead to https, or from this machine to this machine. The token is sent to the host, until a redirect leaves it.
 * @param accepted statuses beside 200 that are no fault
 * @throws HubFault; GrkError GRK_INTERRUPTED; what `read` throws
 */
export async function hubGet<T>(
  access: HubAccess,
  address: string,
  headers: Readonly<Record<string, string>>,
  accepted: readonly number[],
  signal: AbortSignal | undefined,
  read: (answer: HubAnswer) => Promise<T>,
): Promise<T> {
  const watch = stallWatch(access.stallMs, signal);
  const failed = (error: unknown): unknown => {
    throwIfAborted(signal);
    if (error instanceof HubFault || error instanceof GrkError) return error;
    const what = watch.hasStalled()
      ? `sent nothing for ${access.stallMs / 1000} s`
      : `cannot be reached, or broke off (${causeOf(error)})`;
    return new HubFault(hubError(address, what, 'Check the connection, then run the command again.', error), true);
  };
  try {
    const response = await followed(access, address, headers, watch).catch((error: unknown) => {
      throw failed(error);
    });
    const { status } = response;
    if (status !== 200 && !accepted.includes(status)) throw refusal(address, response, access);
    return await read({ status, headers: response.headers, chunks: watched(response, watch, failed) });
  } finally {
    watch.end();
  }
}

async function followed(
  { host, token }: HubAccess,
  address: string,
  headers: Readonly<Record<string, string>>,
  watch: StallWatch,
): Promise<Response> {
  let at = new URL(address);
  let isAtHost = true;
  for (let redirects = 0; ; redirects++) {
    isAtHost &&= at.origin === new URL(host).origin;
    const response = await fetch(at.href, {
      redirect: 'manual',
      headers: {
        'accept-encoding': 'identity',
        ...headers,
        ...(isAtHost && token !== undefined ? { authorization: `Bearer ${token}` } : {}),
      },
      signal: watch.signal,
    });
    watch.touch();
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, at.href) ? new URL(location, at) : undefined;
    const isSafe = next?.protocol === 'https:' || (next?.protocol === 'http:' && isLoopback(next) && isLoopback(at));
    if (next === undefined || !isSafe || redirects === MAX_REDIRECTS) {
      const what = isSafe ? `redirects more than ${MAX_REDIRECTS} times` : 'redirects to an address that is not https';
      throw new HubFault(hubError(address, what, 'Name another host with HF_ENDPOINT or the key "hub".'), false);
    }
    at = next;
  }
}

/** @throws what `failed` makes of an error of the connection */
async function* watched(
  response: Response,
  watch: StallWatch,
  failed: (error: unknown) => unknown,
): AsyncIterable<Uint8Array> {
  try {
    for await (const chunk of response.body ?? []) {
      watch.touch();
      yield chunk;
    }
  } catch (error) {
    throw failed(error);
  }
}

interface StallWatch {
  readonly signal: AbortSignal;
  readonly touch: () => void;
  readonly hasStalled: () => boolean;
  readonly end: () => void;
}

function stallWatch(ms: number, outer: AbortSignal | undefined): StallWatch {
  const stop = new AbortController();
  let hasStalled = false;
  const timer = setTimeout(() => {
    hasStalled = true;
    stop.abort();
  }, ms);
  return {
    signal: outer === undefined ? stop.signal : AbortSignal.any([stop.signal, outer]),
    touch: () => timer.refresh(),
    hasStalled: () => hasStalled,
    end: () => {
      clearTimeout(timer);
      // Ends a connection whose body was not read to its end.
      stop.abort();
    },
  };
}

/** What a status means, with the reason that hubs give in a header of their own. */
function refusal(address: string, { status, headers }: Response, { token }: HubAccess): HubFault {
  const text = headers.get('x-error-message');
  const known = text === null || token === undefined ? text : text.replaceAll(token, '…');
  const said = known === null ? '' : `: ${known.slice(0, MAX_SAID)}`;
  const fault = (remedy: string) => hubError(address, `answered ${status}${said}`, remedy);
  if (status === 401 || status === 403) {
    const key = token === undefined ? 'set HF_TOKEN' : 'check what HF_TOKEN may read';
    return new HubFault(
      fault(`The model is gated, private, or not there: accept its terms on its page and ${key}, or mend the name.`),
      false,
    );
  }
  if (status === 404) return new HubFault(fault('Mend the name or the revision.'), false);
  if (status !== 408 && status !== 429 && status < 500) return new HubFault(fault('See what the host says.'), false);
  const waitMs = retryAfterMs(headers.get('retry-after'));
  if (waitMs === undefined || waitMs <= MAX_RETRY_AFTER_MS) {
    return new HubFault(fault('Run the command again later; what was fetched is kept.'), true, waitMs);
  }
  const seconds = Math.ceil(waitMs / 1000);
  return new HubFault(
    fault(`It asks to wait ${seconds} s: run the command again then; what was fetched is kept.`),
    false,
  );
}

export function hubError(address: string, what: string, remedy: string, cause?: unknown): GrkError {
  return new GrkError('GRK_SERVICE_FAILED', `${address} ${what}`, { remedy, cause });
}
