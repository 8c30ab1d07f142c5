import { z } from 'zod';
import { textAt } from '../../service/service-words.ts';
import { type RerankService, readAnswer } from './rerank-service.ts';

const FORM = 'Expected {"results": [{"index", "relevance_score"}]}, as of POST /v2/rerank.';

const AnswerSchema = z.object({
  results: z.array(z.object({ index: z.int(), relevance_score: z.number() })),
});

/** Cohere, and what answers as `POST /v2/rerank` there. Source: docs.cohere.com/reference/rerank. */
export const COHERE: RerankService = {
  algorithm: 'http-cohere/1',
  home: { url: 'https://api.cohere.com/v2/rerank', keyVariable: 'CO_API_KEY' },
  maxTexts: 1_000,
  request: (model, query, documents) => ({ model, query, documents, top_n: documents.length }),
  form: FORM,
  scores: (answer, where) =>
    readAnswer(AnswerSchema, answer, where, FORM).results.map(({ index, relevance_score: score }) => ({
      index,
      score,
    })),
  reason: (body) => textAt(body, 'message'),
};
