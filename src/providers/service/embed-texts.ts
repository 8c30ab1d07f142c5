import { GrkError, throwIfAborted } from '../../contracts/errors.ts';
import type { Embedded } from '../../contracts/ports.ts';
import { unitVector } from '../unit-vector.ts';
import { wellFormed } from './service-words.ts';

/** UTF-8 bytes of one request: no text has more tokens than bytes, and OpenAI takes 300,000 tokens. */
const MAX_REQUEST_BYTES = 250_000;

/** What a service answered for the texts of one request. */
export interface TextAnswer {
  /** In the order of the texts; whatever the answer holds in the place of numbers. */
  readonly rows: readonly ArrayLike<unknown>[];
  /** As in `Embedded`. */
  readonly truncated: Uint8Array | null;
}

/** A service that makes vectors of texts. */
export interface TextService {
  /** Its address, as messages show it. */
  readonly where: string;
  /** What an answer must look like, for people. */
  readonly form: string;
  /** Texts of one request. */
  readonly maxTexts: number;
  /** Of a text that has to go alone. */
  readonly isAlone?: (text: string) => boolean;
  /** It says of each answer whether texts were cut. */
  readonly tellsCuts: boolean;
  /** Statuses by which it refuses texts, not the request as such. */
  readonly refusals: readonly number[];
  readonly ask: (texts: readonly string[], signal: AbortSignal | undefined) => Promise<TextAnswer>;
}

/**
 * Has texts embedded in requests of bounded size, one after another; blank ones give zero vectors and are not sent. A
 * request that is refused is halved: what is too much at a time goes through, and a text that is refused is named.
 * @throws GrkError GRK_EMBEDDER_OUTPUT, GRK_SERVICE_FAILED, GRK_INTERRUPTED
 */
export async function embedTexts(
  service: TextService,
  texts: readonly string[],
  prefix: string,
  dimensions: number,
  signal: AbortSignal | undefined,
): Promise<Embedded> {
  throwIfAborted(signal);
  const vectors = new Float32Array(texts.length * dimensions);
  const flags = new Uint8Array(texts.length);
  let isTold = service.tellsCuts;
  for (const numbers of requestsOf(service, texts, prefix)) {
    throwIfAborted(signal);
    const sent = numbers.map((number) => sentForm(prefix, texts[number] ?? ''));
    const { rows, truncated } = await answered(service, sent, signal);
    for (const [i, number] of numbers.entries()) {
      vectors.set(checkedVector(service, rows[i] ?? [], dimensions, texts[number] ?? ''), number * dimensions);
      flags[number] = truncated?.[i] ?? 0;
    }
    isTold &&= truncated !== null;
  }
  return { vectors, truncated: isTold ? flags : null };
}

/** The width of the vectors that a service gives. @throws GrkError as `embedTexts` */
export async function widthOf(service: TextService, signal: AbortSignal | undefined): Promise<number> {
  const { rows } = await service.ask(['a'], signal);
  checkCount(service, rows, 1);
  const width = rows[0]?.length ?? 0;
  if (width === 0) throw outputFault(service, 'gave an empty vector', 'See whether the model makes vectors of texts.');
  checkedVector(service, rows[0] ?? [], width, 'a');
  return width;
}

export function outputFault({ where }: Pick<TextService, 'where'>, what: string, remedy: string): GrkError {
  return new GrkError('GRK_EMBEDDER_OUTPUT', `${where} ${what}`, { remedy });
}

function sentForm(prefix: string, text: string): string {
  return wellFormed(prefix + text);
}

/** The numbers of the texts of each request. */
function* requestsOf({ maxTexts, isAlone }: TextService, texts: readonly string[], prefix: string) {
  let numbers: number[] = [];
  let bytes = 0;
  for (const [number, text] of texts.entries()) {
    if (text.trim() === '') continue;
    const size = Buffer.byteLength(prefix + text);
    if (isAlone?.(prefix + text) === true) {
      yield [number];
      continue;
    }
    if (numbers.length === maxTexts || (numbers.length > 0 && bytes + size > MAX_REQUEST_BYTES)) {
      yield numbers;
      numbers = [];
      bytes = 0;
    }
    numbers.push(number);
    bytes += size;
  }
  if (numbers.length > 0) yield numbers;
}

async function answered(
  service: TextService,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<TextAnswer> {
  try {
    const answer = await service.ask(texts, signal);
    checkCount(service, answer.rows, texts.length);
    return answer;
  } catch (error) {
    if (!(error instanceof GrkError) || !service.refusals.includes(Number(error.facts.status))) throw error;
    if (texts.length === 1) throw naming(error, texts[0] ?? '');
  }
  const middle = Math.ceil(texts.length / 2);
  const first = await answered(service, texts.slice(0, middle), signal);
  const rest = await answered(service, texts.slice(middle), signal);
  const isTold = first.truncated !== null && rest.truncated !== null;
  return {
    rows: [...first.rows, ...rest.rows],
    truncated: isTold ? Uint8Array.of(...(first.truncated ?? []), ...(rest.truncated ?? [])) : null,
  };
}

function naming({ code, message, remedy = '', facts }: GrkError, text: string): GrkError {
  return new GrkError(code, `${message}, for the text ${shown(text)}`, { remedy, facts: { ...facts, text } });
}

function checkCount(service: TextService, rows: TextAnswer['rows'], count: number): void {
  if (rows.length === count) return;
  throw outputFault(service, `gave ${rows.length} vectors for ${count} texts`, service.form);
}

function checkedVector(service: TextService, row: ArrayLike<unknown>, dimensions: number, text: string): Float32Array {
  if (row.length !== dimensions) {
    const what = row.length === 0 ? 'an empty vector' : `a vector of ${row.length} dimensions`;
    const remedy = `The model gives ${dimensions} dimensions: another one may have answered. See the log of the service.`;
    throw outputFault(service, `gave ${what}, not of ${dimensions}, for the text ${shown(text)}`, remedy);
  }
  const unit = unitVector(row);
  if (unit !== undefined) return unit;
  throw outputFault(
    service,
    `gave NaN, an infinite number or what is no number for the text ${shown(text)}`,
    'The model does not run well in this number format: try another quantisation of it, or another version of the service.',
  );
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
