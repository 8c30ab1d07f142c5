import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_EMBEDDER } from '../contracts/config.ts';
import type { Determinism } from '../contracts/embedder.ts';
import { GrkError } from '../contracts/errors.ts';
import { parseModelId } from '../contracts/model-id.ts';
import { didYouMean } from '../contracts/nearest.ts';
import type { Embedder } from '../contracts/ports.ts';
import { HASH_ALGORITHM, hashEmbedder } from './hash-embedder.ts';
import { requireFolder } from './model-files.ts';
import { OLLAMA_ALGORITHM, openOllamaEmbedder } from './ollama/ollama-embedder.ts';
import { OPENAI_ALGORITHM, OPENAI_KEY_VARIABLE, openOpenaiEmbedder } from './openai/openai-embedder.ts';
import { openStaticEmbedder, STATIC_ALGORITHM } from './static/static-embedder.ts';
import { openTransformerEmbedder } from './transformers/transformer-embedder.ts';
import { openVectors, VECTORS_ALGORITHM } from './vectors/vectors-embedder.ts';

export interface EmbedderProvider {
  /** How an embedder id of this provider is written; words in capitals are for the user to fill in. */
  readonly form: string;
  readonly description: string;
  readonly determinism: Determinism;
  /** Vectors carry no meaning, so no verdict may rest on them. */
  readonly isStructural: boolean;
  /** The optional package that it takes. */
  readonly package?: string;
  /** The environment variable that holds the key of the makers. */
  readonly keyVariable?: string;
}

/** Every embedder id that can be opened, for `grk init`, `grk doctor` and the docs. */
export const EMBEDDER_PROVIDERS: readonly EmbedderProvider[] = [
  {
    form: DEFAULT_EMBEDDER,
    description: 'Static English embedder that ships with grk: 256 dimensions, offline, no model to fetch.',
    determinism: 'bitwise',
    isStructural: false,
  },
  {
    form: 'static:PATH',
    description:
      'Any model2vec folder (model.safetensors, tokenizer.json, config.json), also as sentence-transformers writes it.',
    determinism: 'bitwise',
    isStructural: false,
  },
  {
    form: 'transformers:PATH',
    description:
      'A transformer in the layout of transformers.js, read from disk; ?dtype= &pooling= &queryPrefix= &passagePrefix= &maxTokens= &threads=.',
    determinism: 'machine',
    isStructural: false,
    package: '@huggingface/transformers',
  },
  {
    form: 'vectors:PATH',
    description: 'Vectors made elsewhere, by text: a .jsonl, or an .npy beside a .jsonl of texts (grk golden texts).',
    determinism: 'bitwise',
    isStructural: false,
  },
  {
    form: 'ollama:MODEL',
    description:
      'A model of an Ollama server (OLLAMA_HOST or ?url=); ?queryPrefix= &passagePrefix= &maxTokens= &timeoutMs=.',
    determinism: 'none',
    isStructural: false,
    package: 'ollama',
  },
  {
    form: 'openai:MODEL',
    description:
      'A model of OpenAI, or of an endpoint that answers like it (?url= &keyVariable=); ?dimensions= &batch= &encoding= &queryPrefix= &passagePrefix= &timeoutMs= &retries=.',
    determinism: 'none',
    isStructural: false,
    keyVariable: OPENAI_KEY_VARIABLE,
  },
  {
    form: 'hash',
    description: 'Numbers without meaning, to try a pipeline: stages that use it get no verdict.',
    determinism: 'bitwise',
    isStructural: true,
  },
];

/** Version ids of the code that makes vectors, of providers that have one whatever the model. */
export const EMBEDDER_ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['static', STATIC_ALGORITHM],
  ['vectors', VECTORS_ALGORITHM],
  ['ollama', OLLAMA_ALGORITHM],
  ['openai', OPENAI_ALGORITHM],
  ['hash', HASH_ALGORITHM],
]);

/** The folder of the shipped model: two levels above this file, both in `src` and in `dist`. */
export const SHIPPED_MODEL_FOLDER = fileURLToPath(new URL('../../models/static-minilm-256-int8', import.meta.url));

const FOLDER_REMEDY = `Name a model folder, or use the embedder that ships with grk: ${DEFAULT_EMBEDDER}.`;

/**
 * Opens an embedder by id.
 * @param baseDir what a relative PATH is relative to
 * @param signal stops the asking of a service
 * @throws GrkError GRK_EMBEDDER_UNKNOWN, GRK_CONFIG_INVALID, GRK_FILE_MISSING, GRK_MODEL_INVALID, GRK_DEPENDENCY_MISSING,
 *   GRK_SERVICE_FAILED, GRK_EMBEDDER_OUTPUT
 */
export async function openEmbedder(id: string, baseDir: string, signal?: AbortSignal): Promise<Embedder> {
  const { provider, target, options } = parseModelId(id);
  const hint = didYouMean(id, [DEFAULT_EMBEDDER]);
  const folder = () => requireFolder(`embedder "${id}"`, resolve(baseDir, target), FOLDER_REMEDY, `.${hint}`);
  if (provider === 'transformers' && target !== '') return openTransformerEmbedder(id, folder(), options);
  if (provider === 'ollama' && target !== '') return openOllamaEmbedder(target, options, signal);
  if (provider === 'openai' && target !== '') return openOpenaiEmbedder(target, options, signal);
  const [option] = Object.keys(options);
  if (option !== undefined && EMBEDDER_PROVIDERS.some(({ form }) => form.split(':')[0] === provider)) {
    throw new GrkError('GRK_CONFIG_INVALID', `embedder "${id}" takes no option ${option}`, { remedy: 'Leave it out.' });
  }
  if (id === DEFAULT_EMBEDDER) return openStaticEmbedder(SHIPPED_MODEL_FOLDER);
  if (id === 'hash') return hashEmbedder();
  if (provider === 'static' && target !== '') return openStaticEmbedder(folder());
  if (provider === 'vectors' && target !== '') return openVectors(resolve(baseDir, target));
  const forms = EMBEDDER_PROVIDERS.map(({ form }) => form);
  const typable = forms.filter((form) => !/(PATH|MODEL)$/.test(form));
  throw new GrkError('GRK_EMBEDDER_UNKNOWN', `there is no embedder "${id}".${didYouMean(id, typable)}`, {
    remedy: `Known embedders: ${forms.join(', ')}.`,
    facts: { id, known: forms },
  });
}
