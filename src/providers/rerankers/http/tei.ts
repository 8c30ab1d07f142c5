import { z } from 'zod';
import { GrkError } from '../../../contracts/errors.ts';
import { textAt } from '../../service/service-words.ts';
import { type RerankService, readAnswer } from './rerank-service.ts';

const FORM = 'Expected [{"index", "score"}], as of POST /rerank of text-embeddings-inference.';
const INFO_FORM = 'Name with ?url= where a text-embeddings-inference server stands that serves a reranker.';

const AnswerSchema = z.array(z.object({ index: z.int(), score: z.number() }));
const InfoSchema = z.object({
  model_id: z.string().min(1),
  model_sha: z.string().nullish(),
  model_dtype: z.string(),
  model_type: z.record(z.string(), z.unknown()),
  max_input_length: z.int().min(1),
  max_client_batch_size: z.int().min(1),
  version: z.string(),
});
type TeiInfo = z.infer<typeof InfoSchema>;

/** What a server says of itself at `/info`. @throws GrkError GRK_RERANKER_OUTPUT; GRK_MODEL_INVALID for no reranker */
export function readInfo(answer: unknown, where: string): TeiInfo {
  const info = readAnswer(InfoSchema, answer, where, INFO_FORM);
  if ('reranker' in info.model_type) return info;
  const kind = Object.keys(info.model_type).join(', ') || 'model of no known kind';
  throw new GrkError('GRK_MODEL_INVALID', `${where} serves ${info.model_id} as ${kind}, not as a reranker`, {
    remedy: 'Start it with a model that has one score per pair, such as BAAI/bge-reranker-base.',
  });
}

/**
 * A text-embeddings-inference server. Raw scores are asked for: a sigmoid makes high ones equal. Pairs that are too long
 * are cut by the server, which does not say which. Source: its OpenAPI document.
 */
export function teiService({ max_client_batch_size: maxTexts }: TeiInfo): RerankService {
  return {
    algorithm: 'http-tei/1',
    maxTexts,
    request: (_, query, texts) => ({ query, texts, raw_scores: true, return_text: false, truncate: true }),
    form: FORM,
    scores: (answer, where) => readAnswer(AnswerSchema, answer, where, FORM),
    reason: teiReason,
  };
}

export function teiReason(body: unknown): string | undefined {
  return textAt(body, 'error', 'message');
}
