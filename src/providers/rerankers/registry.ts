import { resolve } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { Reranker } from '../../contracts/ports.ts';
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
  { form: 'noop', description: 'Keeps the order of its input: what a reranker must beat.', isStructural: true },
  { form: 'reverse', description: 'Turns its input upside down: the other end of the scale.', isStructural: true },
  { form: 'oracle', description: 'Knows the judgments: the best that its candidates allow.', isStructural: true },
  {
    form: 'scripted:PATH',
    description: 'Scores made elsewhere: a JSONL file of {topicId, id or doc, score}.',
    isStructural: false,
  },
];

const SCRIPTED = 'scripted:';

/** A reranker that lacks nothing but the judgments, which only the oracle looks at. */
export type OpenReranker = (gradeOf: GradeOf) => Reranker;

/**
 * Opens a reranker by id.
 * @param baseDir what a relative PATH is relative to
 * @throws GrkError GRK_RERANKER_UNKNOWN, and what the files of a reranker throw
 */
export function openReranker(id: string, baseDir: string): OpenReranker {
  if (id === 'noop') return noopReranker;
  if (id === 'reverse') return reverseReranker;
  if (id === 'oracle') return oracleReranker;
  if (id.startsWith(SCRIPTED) && id !== SCRIPTED) {
    const reranker = scriptedReranker(resolve(baseDir, id.slice(SCRIPTED.length)));
    return () => reranker;
  }
  const forms = RERANKER_PROVIDERS.map(({ form }) => form);
  throw new GrkError('GRK_RERANKER_UNKNOWN', `there is no reranker "${id}".${didYouMean(id, forms)}`, {
    remedy: `Known rerankers: ${forms.join(', ')}.`,
    facts: { id, known: forms },
  });
}
