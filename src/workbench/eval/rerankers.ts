import { NO_RERANKER } from '../../contracts/config.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Suite } from '../../contracts/suite.ts';
import { runnableStages, type Unavailable } from '../../evals/run/plan.ts';
import { type OpenReranker, openReranker, type Remember } from '../../providers/rerankers/registry.ts';
import type { GradeOf } from '../../providers/rerankers/stand-ins.ts';
import type { OpenCollection } from '../collections/open-collection.ts';
import type { Session } from '../session/state.ts';

export interface RerankAvailability {
  readonly unavailable: Unavailable | null;
  /** By id. */
  readonly rerankers: ReadonlyMap<string, OpenReranker>;
}

const TURNED_OFF: Unavailable = {
  reason: 'its reranker is "none"',
  remedy: 'Name one, as combined(cross-tiny), which ships with grk, or leave the stage out.',
};

/**
 * Opens what the rerank stages of a suite need, or says why they cannot run. What reads a stage that is left out needs
 * nothing.
 * @param dense why dense stages cannot run
 * @param remember as `openReranker` has it
 * @throws GrkError GRK_RERANKER_UNKNOWN, and what the files of a reranker throw
 */
export async function rerankAvailability(
  session: Session,
  suite: Suite,
  dense: Unavailable | null,
  remember?: Remember,
): Promise<RerankAvailability> {
  const stages = suite.variants.flatMap((variant) => variant.stages);
  const { config, origins } = session.loaded;
  const isNamed = origins.get('reranker') === 'flag' && config.reranker !== NO_RERANKER;
  if (isNamed && !stages.some(({ kind }) => kind === 'rerank')) {
    throw new GrkError('GRK_USAGE', 'a reranker is given, but the suite has no rerank stage', {
      remedy: 'Leave the option out, or add a rerank stage to the suite.',
    });
  }
  const runnable = suite.variants.flatMap((variant) => runnableStages(variant.stages, { dense, rerank: null }));
  const ids = new Set(runnable.flatMap((stage) => (stage.kind === 'rerank' ? [stage.reranker] : [])));
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
