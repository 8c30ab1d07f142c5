import { z } from 'zod';
import { textAt } from '../../service/service-words.ts';
import { outputFault, type RerankService, readAnswer } from './rerank-service.ts';

const FORM = 'Expected {"model", "results": [{"index", "relevance_score"}]}, as of POST /v1/rerank.';

const AnswerSchema = z.object({
  model: z.string().optional(),
  results: z.array(z.object({ index: z.int(), relevance_score: z.number() })),
});

/** Jina, and servers that answer as `POST /v1/rerank` there. Source: jina.ai/reranker. */
export const JINA: RerankService = {
  algorithm: 'http-jina/1',
  home: { url: 'https://api.jina.ai/v1/rerank', keyVariable: 'JINA_API_KEY' },
  maxTexts: 1_000,
  request: (model, query, documents) => ({
    model,
    query,
    documents,
    top_n: documents.length,
    return_documents: false,
  }),
  form: FORM,
  scores: (answer, where, model) => {
    const { results, model: answering } = readAnswer(AnswerSchema, answer, where, FORM);
    if (answering !== undefined && answering !== model) {
      throw outputFault(where, `answered with the model "${answering}", not "${model}"`, 'Name the model that it has.');
    }
    return results.map(({ index, relevance_score: score }) => ({ index, score }));
  },
  reason: (body) => textAt(body, 'detail', 'message', 'error'),
};
