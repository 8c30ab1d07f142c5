import { ExternalAnswerSchema } from '../../contracts/external.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { ExternalSource } from '../../contracts/pipeline.ts';
import type { ExternalSearch } from '../../contracts/ports.ts';
import { ANSWER_REMEDY, failed, readHits } from './answer.ts';
import { endpoint } from './endpoint.ts';
import type { HttpWords } from './http-attempt.ts';

export type HttpSource = Extract<ExternalSource, { readonly http: string }>;

const WORDS: HttpWords = {
  failed: (where, what, remedy, { cause } = {}) => failed(where, what, remedy, cause),
  form: 'Answer POST {topicId, query, k} with {"hits": [...]}, as JSON in UTF-8.',
};

/** Opens an HTTP endpoint as a search. Nothing is sent before the first topic. */
export function openHttpSearch(source: HttpSource): ExternalSearch {
  const { timeoutMs, retries, concurrency } = source;
  const shown = shownAddress(source.http);
  const ask = endpoint(retries);
  return {
    identity: { settings: { http: shown, timeoutMs, retries, concurrency }, determinism: 'none' },
    order: 'score',
    concurrency,
    search: async ({ topicId, query }, k, signal) => {
      const request = JSON.stringify({ topicId, query, k });
      const body = await ask({ address: source.http, shown, body: request, timeoutMs, words: WORDS }, signal);
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
