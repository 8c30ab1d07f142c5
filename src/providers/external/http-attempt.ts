import { GrkError } from '../../contracts/errors.ts';
import { DeadlineError, withDeadline } from './deadline.ts';

/** Largest answer that is read. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** Of an answer that is an error, which is read for its reason alone. */
const MAX_REASON_BYTES = 64 * 1024;
/** Longest wait that a server may ask for. */
export const MAX_RETRY_AFTER_MS = 60_000;

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
  /** JSON that is posted; left out: a GET. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly words: HttpWords;
}

/** How failures of a kind of endpoint are told. */
export interface HttpWords {
  readonly failed: (where: string, what: string, remedy: string, why?: FailureFacts) => GrkError;
  /** What to do where an answer has not the right form. */
  readonly form: string;
  /** What to do where nobody answers; left out: what stands in general. */
  readonly unreachable?: string;
  /** The reason that the JSON of a refusal holds, and what to do about it. Left out: it is not read. */
  readonly refusal?: (status: number, body: unknown) => { readonly reason?: string; readonly remedy?: string };
}

interface FailureFacts {
  readonly cause?: unknown;
  /** That of an answer of refusal. */
  readonly status?: number;
}

/** Sends one request and reads its answer as JSON. Redirects are not followed. @throws GrkError GRK_INTERRUPTED */
export async function attempt(request: HttpRequest, signal: AbortSignal | undefined): Promise<Attempt> {
  const { shown, timeoutMs, body, words } = request;
  let hasResponse = false;
  const noAnswer = (what: string, remedy: string, cause: unknown): Attempt => ({
    fault: words.failed(shown, what, remedy, { cause }),
    canRetry: true,
    isUnreachable: !hasResponse,
  });
  try {
    return await withDeadline(timeoutMs, signal, async (inner) => {
      const response = await fetch(request.address, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          ...request.headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          accept: 'application/json',
        },
        ...(body === undefined ? {} : { body }),
        signal: inner,
      });
      hasResponse = true;
      if (response.status === 200) return await readJson(response, request);
      return await statusFault(response, request);
    });
  } catch (error) {
    if (error instanceof GrkError) throw error;
    if (error instanceof DeadlineError) {
      return noAnswer(`gave ${error.message}`, 'Make the endpoint faster, or raise its timeoutMs.', error);
    }
    const remedy = words.unreachable ?? 'Start the endpoint, or mend its address.';
    return noAnswer(`cannot be reached (${causeOf(error)})`, remedy, error);
  }
}

async function readJson(response: Response, { shown, words }: HttpRequest): Promise<Attempt> {
  const final = (what: string): Attempt => ({
    fault: words.failed(shown, what, words.form),
    canRetry: false,
    isUnreachable: false,
  });
  const bytes = await readBytes(response, MAX_ANSWER_BYTES);
  if (bytes === undefined) return final(`answered more than ${MAX_ANSWER_BYTES / 1024 / 1024} MiB`);
  try {
    return { body: parseUtf8(bytes) };
  } catch {
    return final(`answered what is not JSON (content-type ${response.headers.get('content-type') ?? 'not given'})`);
  }
}

/** @returns undefined where there are more */
async function readBytes(response: Response, most: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > most) return undefined;
  }
  return Buffer.concat(chunks);
}

function parseUtf8(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

async function statusFault(response: Response, { shown, words }: HttpRequest): Promise<Attempt> {
  const { status, headers } = response;
  const final = (what: string, remedy: string): Attempt => ({
    fault: words.failed(shown, what, remedy, { status }),
    canRetry: false,
    isUnreachable: false,
  });
  const { reason, remedy } = await refusalOf(response, words);
  if (status >= 300 && status < 400) {
    return final(`redirects (${status}), which is not followed`, 'Name the final address.');
  }
  const said = reason === undefined ? '' : `: ${reason}`;
  const isPassing = status === 429 || status >= 500;
  const waitMs = isPassing ? retryAfterMs(headers.get('retry-after')) : undefined;
  if (waitMs !== undefined && waitMs > MAX_RETRY_AFTER_MS) {
    const what = `answered ${status} and asks to wait ${Math.ceil(waitMs / 1000)} s${said}`;
    return final(what, 'Run the eval again after that time.');
  }
  const usual = isPassing ? 'See the log of the endpoint; fewer requests at a time may help.' : 'See its log.';
  const fault = words.failed(shown, `answered ${status}${said}`, remedy ?? usual, { status });
  return { fault, canRetry: isPassing, waitMs, isUnreachable: false };
}

/** What an answer says of why it is one of refusal; it may be cut, or no JSON. */
async function refusalOf(response: Response, { refusal }: HttpWords): Promise<ReturnType<NonNullable<typeof refusal>>> {
  if (refusal === undefined) {
    await response.body?.cancel();
    return {};
  }
  const bytes = await readBytes(response, MAX_REASON_BYTES).catch(() => undefined);
  let body: unknown;
  try {
    body = bytes === undefined ? undefined : parseUtf8(bytes);
  } catch {
    body = undefined;
  }
  return refusal(response.status, body);
}

/** Seconds, or a date. */
export function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/** The code of a network error; its message could repeat what is secret in an address. */
export function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'network error';
}
