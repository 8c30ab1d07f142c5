import { z } from 'zod';
import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { parseWith } from '../../contracts/parse.ts';
import { type OllamaClient, pullRemedy } from './ollama-client.ts';

/** What a server says of its models takes no model. */
const INFO_TIMEOUT_MS = 5_000;
const FORM = 'See whether an Ollama server stands there.';

const TagsSchema = z.object({
  models: z.array(z.object({ name: z.string(), digest: z.string().regex(/^(sha256:)?[0-9a-f]{12,64}$/) })),
});
const ShowSchema = z.object({
  details: z.object({ quantization_level: z.string().optional() }).optional(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
  capabilities: z.array(z.string()).nullish(),
});
/** As in GGUF files. */
const POOLINGS = ['none', 'mean', 'cls', 'last', 'rank'];

export interface OllamaModel {
  /** Of its manifest: weights, template and parameters. */
  readonly digest: string;
  readonly dtype: string;
  readonly pooling: string;
  /** Tokens that it was made to read; undefined where that is not told. */
  readonly contextLength: number | undefined;
  /** undefined: not told. */
  readonly canEmbed: boolean | undefined;
}

/** What the server says of a model. @throws GrkError GRK_SERVICE_FAILED, GRK_MODEL_INVALID where it has none of that name */
export async function ollamaModel(
  model: string,
  where: string,
  client: OllamaClient,
  signal: AbortSignal | undefined,
): Promise<OllamaModel> {
  const rules = { code: 'GRK_SERVICE_FAILED', remedy: FORM } as const;
  const tags = parseWith(TagsSchema, await client(INFO_TIMEOUT_MS, signal).list(), {
    ...rules,
    what: `${where}/api/tags`,
  });
  const found = tags.models.find(({ name }) => fullName(name) === fullName(model));
  if (found === undefined) {
    const hint = didYouMean(
      model,
      tags.models.map(({ name }) => name.replace(/:latest$/, '')),
    );
    throw new GrkError('GRK_MODEL_INVALID', `Ollama at ${where} has no model "${model}".${hint}`, {
      remedy: pullRemedy(model),
    });
  }
  const answer = await client(INFO_TIMEOUT_MS, signal).show({ model });
  const { details, model_info, capabilities } = parseWith(ShowSchema, answer, { ...rules, what: `${where}/api/show` });
  const told = (key: string) => model_info?.[`${model_info['general.architecture']}.${key}`];
  const contextLength = told('context_length');
  return {
    digest: found.digest.replace('sha256:', ''),
    dtype: details?.quantization_level || 'unknown',
    pooling: POOLINGS[Number(told('pooling_type') ?? -1)] ?? 'unknown',
    contextLength: Number.isSafeInteger(contextLength) && Number(contextLength) > 0 ? Number(contextLength) : undefined,
    canEmbed: capabilities?.includes('embedding'),
  };
}

/** A name without a tag is that of the newest. */
function fullName(name: string): string {
  return (/:[^/]*$/.test(name) ? name : `${name}:latest`).toLowerCase();
}
