import { NO_RERANKER } from '../../contracts/config.ts';
import { indexedText } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Catalog, Reranker } from '../../contracts/ports.ts';
import type { Suite } from '../../contracts/suite.ts';
import type { Unavailable } from '../../evals/run/plan.ts';
import { type OpenReranker, openReranker, type Remember } from '../../providers/rerankers/registry.ts';
import type { GradeOf } from '../../providers/rerankers/stand-ins.ts';
import type { RerankCandidates } from '../../retrieval/rerank.ts';
import type { OpenCollection } from '../collections/open-collection.ts';
import type { Session } from '../session/state.ts';
import type { TruncationLog } from './truncation-log.ts';

export interface RerankAvailability {
  readonly unavailable: Unavailable | null;
  /** By id. */
  readonly rerankers: ReadonlyMap<string, OpenReranker>;
}

const TURNED_OFF: Unavailable = {
  reason: 'no reranker is named',
  remedy: 'Name one, as in --reranker "combined(cross-tiny)", which ships with grk, or go on without it.',
};

/**
 * Opens what the rerank stages of a suite need, or says why they cannot run.
 * @param remember as `openReranker` has it
 * @throws GrkError GRK_RERANKER_UNKNOWN, and what the files of a reranker throw
 */
export async function rerankAvailability(
  session: Session,
  suite: Suite,
  remember?: Remember,
): Promise<RerankAvailability> {
  const stages = suite.variants.flatMap((variant) => variant.stages);
  if (session.loaded.origins.get('reranker') === 'flag' && !stages.some(({ kind }) => kind === 'rerank')) {
    throw new GrkError('GRK_USAGE', 'a reranker is given, but the suite has no rerank stage', {
      remedy: 'Leave the option out, or add a rerank stage to the suite.',
    });
  }
  const ids = new Set(stages.flatMap((stage) => (stage.kind === 'rerank' ? [stage.reranker] : [])));
  const rerankers = new Map<string, OpenReranker>();
  if (ids.has(NO_RERANKER)) return { unavailable: TURNED_OFF, rerankers };
  try {
    for (const id of ids) rerankers.set(id, await openReranker(id, session.cwd, remember));
  } catch (error) {
    // An id that names nothing is a mistake; a missing package is a state of the machine.
    if (!(error instanceof GrkError) || error.code !== 'GRK_DEPENDENCY_MISSING') throw error;
    return { unavailable: { reason: error.message, remedy: error.remedy ?? '' }, rerankers };
  }
  return { unavailable: null, rerankers };
}

/**
 * A reranker that is given candidates as they were indexed: headings as context, then the text.
 * @param log is told how many of them it shortened
 */
export function scorerOf(
  reranker: Reranker,
  catalog: Catalog,
  { info, passages }: OpenCollection,
  signal: AbortSignal | undefined,
  log: TruncationLog,
): RerankCandidates {
  return async (topic, candidates) => {
    const found = Array.from(candidates.passages, (number, i) => {
      const passage = passages[number];
      if (passage === undefined) throw new RangeError(`there is no passage number ${number}`);
      return { id: passage.id, doc: passage.doc, inputScore: candidates.scores[i] ?? 0 };
    });
    const contents = catalog.contents(
      info.name,
      found.map(({ id }) => id),
    );
    const texts = found
      .map(({ id }) => contents.get(id))
      .map((content) => (content === undefined ? '' : indexedText(content)));
    const { scores, truncated } = await reranker.score(
      topic,
      found.map((passage, i) => ({ ...passage, text: texts[i] ?? '' })),
      signal,
    );
    log.note(topic.topicId, found.length, truncated);
    return scores;
  };
}

/** The judgments as a reranker may ask for them. */
export function gradesOf(
  topicIds: readonly string[],
  relevance: readonly { readonly gradeOf: (passage: number) => number | null }[],
  { passages }: OpenCollection,
): GradeOf {
  const byTopic = new Map(topicIds.map((topicId, i) => [topicId, relevance[i]]));
  const numbers = new Map(passages.map(({ id }, number) => [id, number]));
  return (topicId, passage) => byTopic.get(topicId)?.gradeOf(numbers.get(passage) ?? -1) ?? null;
}
