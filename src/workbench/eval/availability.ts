import { GrkError } from '../../contracts/errors.ts';
import type { Embedder } from '../../contracts/ports.ts';
import type { Suite } from '../../contracts/suite.ts';
import type { Unavailable } from '../../evals/run/plan.ts';
import { loadLanceDb } from '../../index/dense/lancedb.ts';
import { openEmbedder } from '../../providers/registry.ts';
import type { Session } from '../session/state.ts';

export interface DenseAvailability {
  readonly unavailable: Unavailable | null;
  /** Opened embedders by id; empty where no stage needs vectors. */
  readonly embedders: ReadonlyMap<string, Embedder>;
}

/**
 * Opens what the dense stages of a suite need, or says why they cannot run.
 * @param wanted false: the user asked for a run without vectors
 */
export async function denseAvailability(session: Session, suite: Suite, wanted: boolean): Promise<DenseAvailability> {
  const none = new Map<string, Embedder>();
  if (!wanted)
    return { unavailable: { reason: '--no-dense was given', remedy: 'Leave the option out.' }, embedders: none };
  const ids = new Set(
    suite.variants
      .filter((variant) => variant.stages.some((stage) => stage.kind === 'dense'))
      .map((variant) => variant.embedder ?? session.loaded.config.embedder),
  );
  if (ids.size === 0) return { unavailable: null, embedders: none };
  const embedders = new Map<string, Embedder>();
  try {
    await loadLanceDb();
    for (const id of ids) embedders.set(id, await openEmbedder(id, session.cwd, session.signal));
  } catch (error) {
    // An id that names nothing is a mistake; a missing package is a state of the machine.
    if (!(error instanceof GrkError) || error.code !== 'GRK_DEPENDENCY_MISSING') throw error;
    return { unavailable: { reason: error.message, remedy: error.remedy ?? '' }, embedders: none };
  }
  return { unavailable: null, embedders };
}
