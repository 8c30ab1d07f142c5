import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GrkError } from '../../contracts/errors.ts';
import { parseCombined, parseModelId } from '../../contracts/model-id.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { Reranker } from '../../contracts/ports.ts';
import { requireFolder } from '../model-files.ts';
import { openCrossEncoder } from '../transformers/cross-encoder.ts';
import { combinedReranker } from './combined.ts';
import { openNamedReranker, openTeiReranker } from './http/http-reranker.ts';
import { scriptedReranker } from './scripted.ts';
import { type GradeOf, noopReranker, oracleReranker, reverseReranker } from './stand-ins.ts';

export interface RerankerProvider {
  /** How a reranker id of this provider is written; words in capitals are for the user to fill in. */
  readonly form: string;
  readonly description: string;
  /** A stand-in: no verdict may rest on it. */
  readonly isStructural: boolean;
}

/** Every reranker id that can be opened. */
export const RERANKER_PROVIDERS: readonly RerankerProvider[] = [
  {
    form: 'combined(cross-tiny)',
    description:
      'The score of the input stage plus that of the reranker that ships with grk, each standardised per topic.',
    isStructural: false,
  },
  {
    form: 'combined(RERANKER, WEIGHT)',
    description: 'The same with any reranker, its part times WEIGHT.',
    isStructural: false,
  },
  {
    form: 'cross-tiny',
    description: 'Small English cross-encoder that ships with grk; made to be combined, weak alone.',
    isStructural: false,
  },
  {
    form: 'cross-encoder:PATH',
    description: 'A cross-encoder with one output, in the layout of transformers.js; ?dtype= &maxTokens= &threads=.',
    isStructural: false,
  },
  {
    form: 'scripted:PATH',
    description: 'Scores made elsewhere: a JSONL file of {topicId, id or doc, score}.',
    isStructural: false,
  },
  {
    form: 'cohere:MODEL',
    description: 'Cohere, key in CO_API_KEY, or what answers as it does: ?url= &keyVariable= &timeoutMs= &retries=.',
    isStructural: false,
  },
  {
    form: 'jina:MODEL',
    description: 'Jina, key in JINA_API_KEY, or what answers as it does (vLLM, Infinity): options as for cohere.',
    isStructural: false,
  },
  {
    form: 'tei:?url=URL',
    description: 'A text-embeddings-inference server that serves a reranker; other options as for cohere.',
    isStructural: false,
  },
  { form: 'noop', description: 'Keeps the order of its input: what a reranker must beat.', isStructural: true },
  { form: 'reverse', description: 'Turns its input upside down: the other end of the scale.', isStructural: true },
  { form: 'oracle', description: 'Knows the judgments: the best that its candidates allow.', isStructural: true },
];

/** The folder of the shipped reranker, both in `src` and in `dist`. */
export const SHIPPED_RERANKER_FOLDER = fileURLToPath(new URL('../../../models/cross-tiny', import.meta.url));

/** A reranker that lacks nothing but the judgments, which only the oracle looks at. */
export type OpenReranker = (gradeOf: GradeOf) => Reranker;

/** Gives a reranker whose scores are kept between runs. */
export type Remember = (reranker: Reranker) => Reranker;

/**
 * Opens a reranker by id.
 * @param baseDir what a relative PATH is relative to
 * @param remember is given models, whose score of a passage is a matter of query and text alone; default: none is kept
 * @throws GrkError GRK_RERANKER_UNKNOWN, GRK_CONFIG_INVALID, GRK_DEPENDENCY_MISSING, GRK_MODEL_INVALID, and what the
 * files of a reranker throw
 */
export async function openReranker(
  id: string,
  baseDir: string,
  remember: Remember = (reranker) => reranker,
): Promise<OpenReranker> {
  const combined = parseCombined(id);
  if (combined !== undefined) {
    const weight = weightOf(id, combined.weight);
    const inner = await openReranker(combined.inner, baseDir, remember);
    return (gradeOf) => combinedReranker(inner(gradeOf), weight);
  }
  const { provider, target, options } = parseModelId(id);
  const fixed = FIXED.get(provider);
  if (fixed !== undefined && target === '') {
    refuseOptions(id, options);
    return fixed;
  }
  const model = async (opened: Reranker | Promise<Reranker>) => always(remember(await opened));
  if (provider === 'cross-tiny' && target === '') return model(openCrossEncoder(id, SHIPPED_RERANKER_FOLDER, options));
  if (provider === 'tei' && target === '') return model(openTeiReranker(id, options));
  if (target === '') throw unknown(id);
  if (provider === 'cohere' || provider === 'jina') {
    return model(openNamedReranker(id, provider, target, options));
  }
  if (provider === 'cross-encoder') {
    return model(
      openCrossEncoder(id, requireFolder(`reranker "${id}"`, resolve(baseDir, target), FOLDER_REMEDY), options),
    );
  }
  if (provider === 'scripted') {
    refuseOptions(id, options);
    return always(scriptedReranker(resolve(baseDir, target)));
  }
  throw unknown(id);
}

const FOLDER_REMEDY = 'Name a model folder, or use the reranker that ships with grk: combined(cross-tiny).';

const FIXED: ReadonlyMap<string, OpenReranker> = new Map<string, OpenReranker>([
  ['noop', noopReranker],
  ['reverse', reverseReranker],
  ['oracle', oracleReranker],
]);

async function always(reranker: Reranker | Promise<Reranker>): Promise<OpenReranker> {
  const opened = await reranker;
  return () => opened;
}

function weightOf(id: string, text: string | undefined): number {
  const weight = text === undefined || text === '' ? 1 : Number(text);
  if (Number.isFinite(weight) && weight >= 0) return weight;
  throw new GrkError('GRK_CONFIG_INVALID', `"${id}": the weight ${text} is not a number of at least 0`, {
    remedy: 'Write it as in combined(cross-tiny, 0.5).',
  });
}

function refuseOptions(id: string, options: Readonly<Record<string, string>>): void {
  const [option] = Object.keys(options);
  if (option === undefined) return;
  throw new GrkError('GRK_CONFIG_INVALID', `reranker "${id}" takes no option ${option}`, { remedy: 'Leave it out.' });
}

function unknown(id: string): GrkError {
  const forms = RERANKER_PROVIDERS.map(({ form }) => form);
  const hint = didYouMean(id, forms);
  return new GrkError('GRK_RERANKER_UNKNOWN', `there is no reranker "${id}".${hint}`, {
    remedy: `Known rerankers: ${forms.join(', ')}.`,
    facts: { id, known: forms },
  });
}
