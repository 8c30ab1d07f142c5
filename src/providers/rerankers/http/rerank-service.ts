import type { z } from 'zod';
import { GrkError } from '../../../contracts/errors.ts';
import { parseWith } from '../../../contracts/parse.ts';
import type { ServiceHome } from '../../service/service-options.ts';

/** One score of an answer: `index` counts the texts of the request from 0. */
export interface ServiceScore {
  readonly index: number;
  readonly score: number;
}

/** How one kind of rerank endpoint is asked and answers. */
export interface RerankService {
  /** Version id of what is sent, and of how the answer is read. */
  readonly algorithm: string;
  /** Where the makers run it, and the variable that holds the key for there. */
  readonly home?: ServiceHome;
  /** Texts of one request; what is above goes into further ones. */
  readonly maxTexts: number;
  readonly request: (model: string, query: string, texts: readonly string[]) => object;
  /** What the answer must look like, for people. */
  readonly form: string;
  /** @throws GrkError GRK_RERANKER_OUTPUT */
  readonly scores: (answer: unknown, where: string, model: string) => readonly ServiceScore[];
  /** Why it refused, as its errors say it. */
  readonly reason: (body: unknown) => string | undefined;
}

export function outputFault(where: string, what: string, remedy: string, cause?: unknown): GrkError {
  return new GrkError('GRK_RERANKER_OUTPUT', `${where} ${what}`, { remedy, cause });
}

/** Checks an answer; services add keys of their own, which are left alone. @throws GrkError GRK_RERANKER_OUTPUT */
export function readAnswer<S extends z.ZodType>(schema: S, answer: unknown, where: string, form: string): z.output<S> {
  return parseWith(schema, answer, { what: where, code: 'GRK_RERANKER_OUTPUT', remedy: form });
}
