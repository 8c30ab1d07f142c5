import { createHash } from 'node:crypto';
import { type Asked, json, type Loopback, loopback } from './loopback.ts';

/** What the doubles score with: a number between -8 and 8 that depends on both texts. */
export function scoreOf(query: string, text: string): number {
  return (
    createHash('sha256')
      .update(JSON.stringify([query, text]))
      .digest()
      .readInt32BE(0) /
    2 ** 28
  );
}

type Body = Readonly<Record<string, unknown>>;

/** Servers written in Rust or Python refuse half a surrogate pair. */
function parsed(body: string): Body | undefined {
  if (/\\ud[89a-f]/i.test(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Body) : undefined;
  } catch {
    return undefined;
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');

/** Best first, as all of these services answer. */
function ranked(query: unknown, texts: readonly string[]): { index: number; score: number }[] {
  return texts.map((text, index) => ({ index, score: scoreOf(String(query), text) })).sort((a, b) => b.score - a.score);
}

const bearer = ({ headers }: Asked) => /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];

/** `POST /v2/rerank` of Cohere: scores of 0 to 1, errors as {message}. */
export function cohereDouble(key?: string): Promise<Loopback> {
  return loopback((asked, response) => {
    if (key !== undefined && bearer(asked) !== key) return json(response, 401, { message: 'invalid api token' });
    if (asked.method !== 'POST' || asked.path !== '/v2/rerank') return json(response, 404, { message: 'not found' });
    const { model, query, documents, top_n = Number.POSITIVE_INFINITY } = parsed(asked.body) ?? {};
    if (model !== 'rerank-v3.5') return json(response, 404, { message: `model '${String(model)}' not found` });
    if (typeof query !== 'string' || !isTexts(documents)) {
      return json(response, 400, { message: 'invalid request: list of documents must not be empty' });
    }
    const results = ranked(query, documents)
      .slice(0, Number(top_n))
      .map(({ index, score }) => ({ index, relevance_score: 1 / (1 + Math.exp(-score)) }));
    const meta = { api_version: { version: '2' }, billed_units: { search_units: 1 } };
    json(response, 200, { id: '07734bd2-2473-4f07-94e1-0d9f0e6843cf', results, meta });
  });
}

/** `POST /v1/rerank` of Jina: errors as {detail}. */
export function jinaDouble(key?: string): Promise<Loopback> {
  return loopback((asked, response) => {
    if (key !== undefined && bearer(asked) !== key) {
      return json(response, 401, { detail: `[AuthenticationError] Invalid API key: ${bearer(asked) ?? 'none'}` });
    }
    if (asked.method !== 'POST' || asked.path !== '/v1/rerank') return json(response, 404, { detail: 'Not Found' });
    const { model, query, documents, top_n, return_documents = true } = parsed(asked.body) ?? {};
    if (typeof model !== 'string' || typeof query !== 'string' || !isTexts(documents)) {
      return json(response, 422, { detail: [{ loc: ['body', 'documents'], msg: 'Field required', type: 'missing' }] });
    }
    const results = ranked(query, documents)
      .slice(0, top_n === undefined ? undefined : Number(top_n))
      .map(({ index, score }) => ({
        index,
        relevance_score: score,
        ...(return_documents === true ? { document: { text: documents[index] } } : {}),
      }));
    json(response, 200, { model, object: 'list', usage: { total_tokens: 815 }, results });
  });
}

export const TEI_INFO = {
  model_id: 'BAAI/bge-reranker-base',
  model_sha: '2cfc18c9415c912f9d8155881c133215df768a70',
  model_dtype: 'float16',
  model_type: { reranker: { id2label: { 0: 'LABEL_0' }, label2id: { LABEL_0: 0 } } },
  max_concurrent_requests: 512,
  max_input_length: 512,
  max_batch_tokens: 16_384,
  max_batch_requests: null,
  max_client_batch_size: 4,
  auto_truncate: false,
  tokenization_workers: 4,
  version: '1.8.0',
  sha: null,
  docker_label: null,
};

/** text-embeddings-inference: `/info` and `/rerank`, errors as {error, error_type}. */
export function teiDouble(info: object = TEI_INFO): Promise<Loopback> {
  return loopback((asked, response) => {
    if (asked.method === 'GET' && asked.path === '/info') return json(response, 200, info);
    if (asked.method !== 'POST' || asked.path !== '/rerank') return void response.writeHead(404).end();
    const { query, texts, raw_scores = false, truncate = false } = parsed(asked.body) ?? {};
    if (typeof query !== 'string' || !Array.isArray(texts)) {
      return void response.writeHead(422).end('Failed to deserialize the JSON body into the target type');
    }
    const refuse = (status: number, error: string) =>
      json(response, status, { error, error_type: status === 413 ? 'Validation' : 'Tokenizer' });
    if (!isTexts(texts)) return refuse(413, '`texts` cannot be empty');
    const most = TEI_INFO.max_client_batch_size;
    if (texts.length > most) return refuse(413, `batch size ${texts.length} > maximum allowed batch size ${most}`);
    if (truncate !== true && texts.some((text) => text.length > 4 * TEI_INFO.max_input_length)) {
      return refuse(413, '`inputs` must have less than 512 tokens. Given: 5000');
    }
    const scored = ranked(query, texts);
    const sigmoid = ({ index, score }: { index: number; score: number }) => ({
      index,
      score: 1 / (1 + Math.exp(-score)),
    });
    json(response, 200, raw_scores === true ? scored : scored.map(sigmoid));
  });
}
