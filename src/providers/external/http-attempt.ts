import { GrkError } from '../../contracts/errors.ts';
import { failed } from './answer.ts';
import { DeadlineError, withDeadline } from './deadline.ts';

/** Largest answer that is read. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Longest wait that a server may ask for. */
const MAX_RETRY_AFTER_MS = 60_000;

/** What one request came to. */
export type Attempt =
  | { readonly body: unknown }
  | {
      readonly fault: GrkError;
      /** Another attempt may succeed. */
      readonly canRetry: boolean;
      /** What the server asks to wait, if it asks. */
      readonly waitMs?: number | undefined;
      /** No answer of any kind came. */
      readonly isUnreachable: boolean;
    };

export interface HttpRequest {
  /** The whole address; never shown. */
  readonly address: string;
  /** The address as messages show it. */
  readonly shown: string;
  readonly body: string;
  readonly timeoutMs: number;
}

/** Sends one request and reads its answer as JSON. Redirects are not followed. @throws GrkError GRK_INTERRUPTED */
export async function attempt(request: HttpRequest, signal: AbortSignal | undefined): Promise<Attempt> {
  const { shown, timeoutMs } = request;
  let hasResponse = false;
  const noAnswer = (what: string, remedy: string, cause: unknown): Attempt => ({
    fault: failed(shown, what, remedy, cause),
    canRetry: true,
    isUnreachable: !hasResponse,
  });
  try {
    return await withDeadline(timeoutMs, signal, async (inner) => {
      const response = await fetch(request.address, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: request.body,
        signal: inner,
      });
      hasResponse = true;
      if (response.status === 200) return await readJson(response, shown);
      await response.body?.cancel();
      return statusFault(response, shown);
    });
  } catch (error) {
    if (error instanceof GrkError) throw error;
    if (error instanceof DeadlineError) {
      return noAnswer(`gave ${error.message}`, 'Make the endpoint faster, or raise timeoutMs of its source.', error);
    }
    return noAnswer(`cannot be reached (${causeOf(error)})`, 'Start the endpoint, or mend its address.', error);
  }
}

async function readJson(response: Response, shown: string): Promise<Attempt> {
  const final = (what: string): Attempt => ({
    fault: failed(shown, what, 'Answer POST {topicId, query, k} with {"hits": [...]}, as JSON in UTF-8.'),
    canRetry: false,
    isUnreachable: false,
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return final(`answered more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`);
  }
  try {
    return { body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) };
  } catch {
    return final(`answered what is not JSON (content-type ${response.headers.get('content-type') ?? 'not given'})`);
  }
}

function statusFault({ status, headers }: Response, shown: string): Attempt {
  const isUnreachable = false;
  if (status >= 300 && status < 400) {
    const fault = failed(shown, `redirects (${status}), which is not followed`, 'Name the final address in the suite.');
    return { fault, canRetry: false, isUnreachable };
  }
  const isPassing = status === 429 || status >= 500;
  const waitMs = isPassing ? retryAfterMs(headers.get('retry-after')) : undefined;
  if (waitMs !== undefined && waitMs > MAX_RETRY_AFTER_MS) {
    const what = `answered ${status} and asks to wait ${Math.ceil(waitMs / 1000)} s`;
    return { fault: failed(shown, what, 'Run the eval again after that time.'), canRetry: false, isUnreachable };
  }
  const remedy = isPassing ? 'See the log of the endpoint; fewer requests at a time may help.' : 'See its log.';
  return { fault: failed(shown, `answered ${status}`, remedy), canRetry: isPassing, waitMs, isUnreachable };
}

/** Seconds, or a date. */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** The code of a network error; its message could repeat what is secret in an address. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'network error';
}
