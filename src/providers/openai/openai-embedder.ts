import { z } from 'zod';
import { MODEL_OPTIONS } from '../../contracts/model-id.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { Embedder } from '../../contracts/ports.ts';
import { endpoint } from '../external/endpoint.ts';
import { knownModel, prefixNotices } from '../known-models.ts';
import { embedTexts, outputFault, type TextService, widthOf } from '../service/embed-texts.ts';
import { SERVICE_OPTIONS, serviceAddress } from '../service/service-options.ts';
import { keyHeader, serviceWords, tooLongRemedy, withoutKey } from '../service/service-words.ts';
import { openaiReason, readEmbeddings } from './openai-answer.ts';

/** Version id of what is sent, and of how the answer is read. */
export const OPENAI_ALGORITHM = 'openai/1';
export const OPENAI_KEY_VARIABLE = 'OPENAI_API_KEY';

const HOME = { url: 'https://api.openai.com/v1', keyVariable: OPENAI_KEY_VARIABLE };
const FORM = 'Expected {"data": [{"index", "embedding"}]}, as of POST /v1/embeddings.';
/** Vectors of 4,096 numbers each are below what is read of an answer. */
const MAX_TEXTS = 128;

const OptionsSchema = z.strictObject({
  ...SERVICE_OPTIONS,
  dimensions: z.coerce.number().int().min(1).optional().describe('Of the vectors, where the model can shorten them.'),
  batch: z.coerce.number().int().min(1).max(MAX_TEXTS).default(64).describe('Texts of one request, at most.'),
  encoding: z.enum(['float', 'base64']).default('float').describe('How numbers are asked for.'),
  queryPrefix: z.string().optional().describe('Put before queries; default: that of the model.'),
  passagePrefix: z.string().optional().describe('Put before passages; default: that of the model.'),
});

/**
 * A model behind an endpoint that answers as OpenAI's `POST /v1/embeddings` does. One text is sent when it is opened: what
 * the model gives is not known otherwise. Source: the OpenAPI document of OpenAI.
 * @throws GrkError GRK_CONFIG_INVALID, GRK_SERVICE_FAILED, GRK_EMBEDDER_OUTPUT
 */
export async function openOpenaiEmbedder(
  model: string,
  written: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Embedder> {
  // Without its options: an address may hold what is secret.
  const what = `embedder "openai:${model}"`;
  const options = parseWith(OptionsSchema, written, { what, code: 'GRK_CONFIG_INVALID', remedy: MODEL_OPTIONS });
  const { url, key } = serviceAddress(what, options, HOME);
  const { timeoutMs, dimensions: wanted } = options;
  const where = url.endsWith('/embeddings') ? url : `${url}/embeddings`;
  const ask = endpoint(options.retries);
  const words = serviceWords({
    form: FORM,
    reason: openaiReason,
    key,
    remedy: (status, reason) =>
      status === 404 ? 'Name a model that it has, and its address up to /v1.' : tooLongRemedy(reason),
  });
  let answering: string | null | undefined;
  const service: TextService = {
    where,
    form: FORM,
    maxTexts: options.batch,
    tellsCuts: false,
    refusals: [400, 413, 422],
    ask: async (texts, signal) => {
      const body = JSON.stringify({
        model,
        input: texts,
        encoding_format: options.encoding,
        ...(wanted === undefined ? {} : { dimensions: wanted }),
      });
      const answer = await ask(
        { address: where, shown: where, body, headers: keyHeader(key), timeoutMs, words },
        signal,
      );
      const { rows, model: named } = readEmbeddings(answer, texts.length, where, FORM);
      const told = named === undefined ? null : withoutKey(named, key);
      if (answering !== undefined && told !== answering) {
        throw outputFault(
          { where },
          `answered with the model ${JSON.stringify(told)}, and before with ${JSON.stringify(answering)}`,
          'Vectors of two models cannot be compared: see which one the service has.',
        );
      }
      answering = told;
      return { rows, truncated: null };
    },
  };
  const dimensions = await widthOf(service, signal);
  if (wanted !== undefined && wanted !== dimensions) {
    throw outputFault({ where }, `gave ${dimensions} dimensions, not ${wanted}`, 'The model cannot: leave it out.');
  }
  const known = knownModel(model);
  const queryPrefix = options.queryPrefix ?? known?.queryPrefix ?? '';
  const passagePrefix = options.passagePrefix ?? known?.passagePrefix ?? '';
  return {
    identity: {
      provider: 'openai',
      model,
      algorithm: OPENAI_ALGORITHM,
      weightsSha256: '',
      service: { url, model, answering: answering ?? null },
      dimensions,
      dtype: 'unknown',
      pooling: 'unknown',
      normalised: true,
      queryPrefix,
      passagePrefix,
      maxTokens: null,
      determinism: 'none',
    },
    isStructural: false,
    notices: prefixNotices(model, { queryPrefix, passagePrefix }),
    embed: (texts, role, signal) =>
      embedTexts(service, texts, role === 'query' ? queryPrefix : passagePrefix, dimensions, signal),
  };
}
