import { z } from 'zod';
import { GrkError } from '../../contracts/errors.ts';
import { MODEL_OPTIONS } from '../../contracts/model-id.ts';
import { parseWith } from '../../contracts/parse.ts';
import type { Embedder } from '../../contracts/ports.ts';
import { knownModel, prefixNotices } from '../known-models.ts';
import { embedTexts, type TextService, widthOf } from '../service/embed-texts.ts';
import { ollamaClient } from './ollama-client.ts';
import { ollamaModel } from './ollama-model.ts';

/** Version id of what is sent, and of how the answer is read. */
export const OLLAMA_ALGORITHM = 'ollama/1';

const FORM = 'Expected {"embeddings": [[…]]}, a vector for each text, as of POST /api/embed of Ollama.';
const MAX_TEXTS = 32;
/** Of models that read more: passages are shorter, and a longer context takes memory. */
const DEFAULT_MAX_TOKENS = 8_192;
/** What a model puts around a text. */
const SPECIAL_TOKENS = 8;

const OptionsSchema = z.strictObject({
  url: z.string().min(1).optional().describe('Where the server stands; default: OLLAMA_HOST, or this machine.'),
  timeoutMs: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600_000)
    .default(120_000)
    .describe('Of one request; the first one loads the model.'),
  queryPrefix: z.string().optional().describe('Put before queries; default: that of the model.'),
  passagePrefix: z.string().optional().describe('Put before passages; default: that of the model.'),
  maxTokens: z.coerce
    .number()
    .int()
    .min(8)
    .optional()
    .describe('Longest input, as num_ctx; default: what the model reads, up to 8192.'),
});

const AnswerSchema = z.object({
  embeddings: z.array(z.array(z.unknown())),
  prompt_eval_count: z.int().optional(),
});

/**
 * A model of an Ollama server. It is asked not to cut: a text that is too long ends the run by name. Source: the server's
 * docs/api.md and routes.go.
 * @throws GrkError GRK_CONFIG_INVALID, GRK_DEPENDENCY_MISSING, GRK_MODEL_INVALID, GRK_SERVICE_FAILED, GRK_EMBEDDER_OUTPUT
 */
export async function openOllamaEmbedder(
  name: string,
  written: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Embedder> {
  const options = parseWith(OptionsSchema, written, {
    what: `embedder "ollama:${name}"`,
    code: 'GRK_CONFIG_INVALID',
    remedy: MODEL_OPTIONS,
  });
  const { client, where } = await ollamaClient(name, options.url ?? process.env.OLLAMA_HOST ?? '');
  const model = await ollamaModel(name, where, client, signal);
  const maxTokens = longestInput(name, options.maxTokens, model.contextLength);
  const service: TextService = {
    where: `${where}/api/embed`,
    form: FORM,
    maxTexts: MAX_TEXTS,
    // No text has more tokens than bytes; of one that goes alone it is told how many it has.
    isAlone: (text) => maxTokens !== null && Buffer.byteLength(text) + SPECIAL_TOKENS >= maxTokens,
    tellsCuts: true,
    // It answers 500 where a vector holds NaN.
    refusals: [400, 500],
    ask: async (texts, signal) => {
      const answer = await client(options.timeoutMs, signal).embed({
        model: name,
        input: [...texts],
        truncate: false,
        ...(maxTokens === null ? {} : { options: { num_ctx: maxTokens } }),
      });
      const rules = { what: `${where}/api/embed`, code: 'GRK_EMBEDDER_OUTPUT', remedy: FORM } as const;
      const { embeddings, prompt_eval_count: tokens } = parseWith(AnswerSchema, answer, rules);
      return { rows: embeddings, truncated: cutsOf(texts, tokens, maxTokens) };
    },
  };
  const dimensions = await widthOf(service, signal);
  const known = knownModel(name);
  const queryPrefix = options.queryPrefix ?? known?.queryPrefix ?? '';
  const passagePrefix = options.passagePrefix ?? known?.passagePrefix ?? '';
  const notices = prefixNotices(name, { queryPrefix, passagePrefix });
  if (model.canEmbed === false) notices.push(`Ollama does not list ${name} as a model that embeds`);
  return {
    identity: {
      provider: 'ollama',
      model: name,
      algorithm: OLLAMA_ALGORITHM,
      weightsSha256: model.digest,
      dimensions,
      dtype: model.dtype,
      pooling: model.pooling,
      normalised: true,
      queryPrefix,
      passagePrefix,
      maxTokens,
      determinism: 'none',
    },
    isStructural: false,
    notices,
    embed: (texts, role, signal) =>
      embedTexts(service, texts, role === 'query' ? queryPrefix : passagePrefix, dimensions, signal),
  };
}

function longestInput(name: string, wanted: number | undefined, told: number | undefined): number | null {
  if (wanted !== undefined && told !== undefined && wanted > told) {
    throw new GrkError('GRK_CONFIG_INVALID', `embedder "ollama:${name}" reads ${told} tokens at most, not ${wanted}`, {
      remedy: 'Lower ?maxTokens=, or leave it out.',
    });
  }
  return wanted ?? (told === undefined ? null : Math.min(told, DEFAULT_MAX_TOKENS));
}

/**
 * Some versions cut all the same. That shows by the number of tokens read: the limit, or fewer than there are words; null
 * where it cannot be told which text was cut.
 */
function cutsOf(texts: readonly string[], tokens: number | undefined, maxTokens: number | null): Uint8Array | null {
  if (tokens === undefined) return null;
  const words = texts.reduce(
    (sum, text) => sum + text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    0,
  );
  if (texts.length > 1) return tokens < words ? null : new Uint8Array(texts.length);
  return Uint8Array.of(Number(tokens < words || (maxTokens !== null && tokens >= maxTokens)));
}
