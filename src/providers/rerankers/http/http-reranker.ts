import { z } from 'zod';
import { throwIfAborted } from '../../../contracts/errors.ts';
import { MODEL_OPTIONS } from '../../../contracts/model-id.ts';
import { parseWith } from '../../../contracts/parse.ts';
import type { Reranker } from '../../../contracts/ports.ts';
import type { RerankerIdentity } from '../../../contracts/reranker.ts';
import { type Ask, endpoint } from '../../external/endpoint.ts';
import { SERVICE_OPTIONS, type ServiceHome, serviceAddress } from '../../service/service-options.ts';
import { keyHeader, serviceWords, wellFormed } from '../../service/service-words.ts';
import { COHERE } from './cohere.ts';
import { JINA } from './jina.ts';
import { outputFault, type RerankService, type ServiceScore } from './rerank-service.ts';
import { readInfo, teiReason, teiService } from './tei.ts';

/** Providers that name the model in each request. */
const NAMED = { cohere: COHERE, jina: JINA } as const;
type NamedService = keyof typeof NAMED;

const OptionsSchema = z.strictObject(SERVICE_OPTIONS);

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
  const words = serviceWords({
    form: 'See whether a text-embeddings-inference server stands there.',
    reason: teiReason,
    key,
  });
  const answer = await ask({ address: infoUrl, shown: infoUrl, headers: keyHeader(key), timeoutMs, words }, undefined);
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

interface HttpOptions {
  readonly url: string;
  readonly key: string | undefined;
  readonly timeoutMs: number;
  readonly retries: number;
}

function httpOptions(
  id: string,
  written: Readonly<Record<string, string>>,
  home: ServiceHome | undefined,
): HttpOptions {
  // Without its options: an address may hold what is secret.
  const what = `reranker "${id.split('?')[0]}"`;
  const { timeoutMs, retries, ...given } = parseWith(OptionsSchema, written, {
    what,
    code: 'GRK_CONFIG_INVALID',
    remedy: MODEL_OPTIONS,
  });
  return { ...serviceAddress(what, given, home), timeoutMs, retries };
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
  const words = serviceWords({ form: service.form, reason: service.reason, key });
  const scoresOf = async (query: string, texts: readonly string[], signal: AbortSignal | undefined) => {
    const body = JSON.stringify(service.request(model, query, texts));
    const answer = await ask({ address: url, shown: url, body, headers: keyHeader(key), timeoutMs, words }, signal);
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
