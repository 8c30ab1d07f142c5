import { json, type Loopback, loopback } from './loopback.ts';
import { vectorOf } from './vectors-of.ts';

/** Full width of the vectors; a request may shorten them. */
export const OPENAI_DIMENSIONS = 48;
const MAX_TEXTS = 16;
const MAX_WORDS = 500;

/**
 * `POST /v1/embeddings` as of OpenAI: vectors in any order with their index, in float or base64, errors as
 * {error: {message, type, param, code}}. Takes 16 texts at a time.
 */
export function openaiDouble(key?: string): Promise<Loopback> {
  return loopback(({ method, path, headers, body }, response) => {
    const refuse = (status: number, message: string, code: string | null = null) =>
      json(response, status, { error: { message, type: 'invalid_request_error', param: null, code } });
    const given = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
    if (key !== undefined && given !== key) {
      return refuse(401, `Incorrect API key provided: ${given ?? 'none'}.`, 'invalid_api_key');
    }
    if (method !== 'POST' || path !== '/v1/embeddings') return refuse(404, `Invalid URL (${method} ${path})`);
    if (/\\ud[89a-f]/i.test(body)) return refuse(400, 'We could not parse the JSON body of your request.');
    const { model, input, encoding_format = 'float', dimensions = OPENAI_DIMENSIONS } = JSON.parse(body);
    if (!String(model).startsWith('text-embedding')) {
      return refuse(404, `The model \`${model}\` does not exist or you do not have access to it.`, 'model_not_found');
    }
    const texts: string[] = typeof input === 'string' ? [input] : input;
    if (texts.length === 0 || texts.includes('')) return refuse(400, "'$.input' is invalid.");
    if (texts.length > MAX_TEXTS) return refuse(400, `batch size ${texts.length} > maximum of ${MAX_TEXTS}`);
    if (texts.some((text) => text.split(/\s+/).length > MAX_WORDS)) {
      return refuse(400, "This model's maximum context length is 8192 tokens, however you requested 9001 tokens.");
    }
    if (dimensions > OPENAI_DIMENSIONS) return refuse(400, `Invalid value for 'dimensions' = ${dimensions}.`);
    const data = texts.map((text, index) => {
      const vector = vectorOf(model, text, dimensions);
      const embedding = encoding_format === 'base64' ? base64(vector) : vector;
      return { object: 'embedding', index, embedding };
    });
    json(response, 200, {
      object: 'list',
      data: data.toReversed(),
      model,
      usage: { prompt_tokens: 8, total_tokens: 8 },
    });
  });
}

function base64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(4 * vector.length);
  for (const [i, value] of vector.entries()) bytes.writeFloatLE(value, 4 * i);
  return bytes.toString('base64');
}
