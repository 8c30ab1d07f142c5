import { GrkError, throwIfAborted } from '../../../contracts/errors.ts';
import type { Reranker } from '../../../contracts/ports.ts';
import type { RerankerIdentity } from '../../../contracts/reranker.ts';
import { type Ask, endpoint } from '../../external/endpoint.ts';
import type { HttpWords } from '../../external/http-attempt.ts';
import { COHERE } from './cohere.ts';
import { type HttpOptions, httpOptions } from './http-options.ts';
import { JINA } from './jina.ts';
import { outputFault, type RerankService, type ServiceScore } from './rerank-service.ts';
import { readInfo, teiReason, teiService } from './tei.ts';

/** Providers that name the model in each request. */
const NAMED = { cohere: COHERE, jina: JINA } as const;
type NamedService = keyof typeof NAMED;

const MAX_REASON = 300;
/** What a server says of itself takes no model. */
const INFO_TIMEOUT_MS = 5_000;

/** Nothing is sent before the first topic. @throws GrkError GRK_CONFIG_INVALID */
export function openNamedReranker(
  id: string,
  provider: NamedService,
  model: string,
  written: Readonly<Record<string, string>>,
): Reranker {
  const service = NAMED[provider];
  const options = httpOptions(id, written, service.home);
  const settings = { model, url: options.url };
  return httpReranker({
    provider,
    model,
    service,
    settings,
    url: options.url,
    options,
    ask: endpoint(options.retries),
  });
}

/**
 * Asks a text-embeddings-inference server what it serves, and opens that.
 * @throws GrkError GRK_CONFIG_INVALID, GRK_MODEL_INVALID, GRK_SERVICE_FAILED, GRK_RERANKER_OUTPUT
 */
export async function openTeiReranker(id: string, written: Readonly<Record<string, string>>): Promise<Reranker> {
  const options = httpOptions(id, written, undefined);
  const { key } = options;
  const timeoutMs = Math.min(options.timeoutMs, INFO_TIMEOUT_MS);
  const ask = endpoint(options.retries);
  const infoUrl = `${options.url}/info`;
  const words = wordsOf('See whether a text-embeddings-inference server stands there.', teiReason, key);
  const answer = await ask({ address: infoUrl, shown: infoUrl, headers: headersOf(key), timeoutMs, words }, undefined);
  const info = readInfo(answer, infoUrl);
  return httpReranker({
    provider: 'tei',
    model: info.model_id,
    service: teiService(info),
    settings: {
      model: info.model_id,
      url: options.url,
      revision: info.model_sha ?? null,
      dtype: info.model_dtype,
      maxTokens: info.max_input_length,
      version: info.version,
    },
    url: `${options.url}/rerank`,
    options,
    ask,
  });
}

interface Opened {
  readonly provider: string;
  readonly model: string;
  readonly service: RerankService;
  readonly settings: RerankerIdentity['settings'];
  readonly url: string;
  readonly options: HttpOptions;
  readonly ask: Ask;
}

/** A reranker behind an endpoint. Its scores are given as they come, in double precision, on whatever scale. */
function httpReranker({ provider, model, service, settings, url, options, ask }: Opened): Reranker {
  const { key, timeoutMs } = options;
  const words = wordsOf(service.form, service.reason, key);
  const scoresOf = async (query: string, texts: readonly string[], signal: AbortSignal | undefined) => {
    const body = JSON.stringify(service.request(model, query, texts));
    const answer = await ask({ address: url, shown: url, body, headers: headersOf(key), timeoutMs, words }, signal);
    return inOrder(service.scores(answer, url, model), texts.length, url, service.form);
  };
  return {
    identity: { provider, model, algorithm: service.algorithm, weightsSha256: '', settings, determinism: 'none' },
    isStructural: false,
    score: async ({ query }, passages, signal) => {
      throwIfAborted(signal);
      const scores = new Float64Array(passages.length);
      for (let start = 0; start < passages.length; start += service.maxTexts) {
        const texts = passages.slice(start, start + service.maxTexts).map(({ text }) => wellFormed(text));
        scores.set(await scoresOf(wellFormed(query), texts, signal), start);
      }
      return { scores, truncated: null };
    },
  };
}

/** Half a surrogate pair has no UTF-8 form: servers refuse it. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function inOrder(given: readonly ServiceScore[], count: number, where: string, form: string): Float64Array {
  const scores = new Float64Array(count).fill(Number.NaN);
  for (const { index, score } of given) {
    const fault =
      index < 0 || index >= count
        ? `scored text ${index} of ${count} (counted from 0)`
        : Number.isNaN(scores[index])
          ? undefined
          : `scored text ${index} twice`;
    if (fault !== undefined) throw outputFault(where, fault, form);
    scores[index] = score;
  }
  const missing = scores.findIndex(Number.isNaN);
  if (missing < 0) return scores;
  throw outputFault(where, `gave ${given.length} scores for ${count} texts: none for text ${missing}`, form);
}

function headersOf(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** No message holds the key, though a service repeat it. */
function wordsOf(form: string, reasonIn: RerankService['reason'], key: string | undefined): HttpWords {
  return {
    failed: (where, what, remedy, cause) => new GrkError('GRK_SERVICE_FAILED', `${where} ${what}`, { remedy, cause }),
    form,
    refusal: (status, body) => {
      const said = reasonIn(body)?.replaceAll(/\s+/g, ' ').trim();
      const reason = (key === undefined ? said : said?.replaceAll(key, '…'))?.slice(0, MAX_REASON);
      const remedy =
        status === 401 || status === 403
          ? 'Check the key: for another address than the makers’ it is named by ?keyVariable=.'
          : undefined;
      return { ...(reason === undefined ? {} : { reason }), ...(remedy === undefined ? {} : { remedy }) };
    },
  };
}
