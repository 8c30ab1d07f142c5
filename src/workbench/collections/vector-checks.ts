import { GrkError } from '../../contracts/errors.ts';
import type { IndexFinding } from '../../contracts/index-state.ts';
import type { Catalog, CollectionInfo } from '../../contracts/ports.ts';
import { inspectVectors, type VectorFacts } from '../../index/dense/inspect-vectors.ts';
import type { Session } from '../session/state.ts';
import { faultOf } from './index-checks.ts';
import { withVectors } from './vectors.ts';

/** Whether each passage has one vector, and the vectors are those that were indexed. */
export async function checkVectors(session: Session, catalog: Catalog, info: CollectionInfo): Promise<IndexFinding[]> {
  const { vectors, identity } = info;
  if (vectors === null || identity.embedder === null) return [];
  const { dimensions, normalised } = identity.embedder;
  const order = catalog.passages(info.name).map(({ id }) => id);
  try {
    return await withVectors(session, vectors.table, dimensions, async (store) => {
      const facts = await inspectVectors(order, dimensions, store.rows());
      const faults = [...faultsOf(info, facts, order.length, normalised), ...truncationNotices(info)];
      if (faults.some(({ severity }) => severity === 'fault')) return faults;
      const { sha256 } = await store.searcher(order);
      return sha256 === vectors.sha256
        ? faults
        : [...faults, faultOf(info, 'vectors-hash', 'the vectors are not those that were indexed', true)];
    });
  } catch (error) {
    if (!(error instanceof GrkError) || error.code === 'GRK_INTERRUPTED') throw error;
    if (error.code !== 'GRK_DEPENDENCY_MISSING') return [faultOf(info, 'vectors-unreadable', error.message, true)];
    const fault = faultOf(info, 'vectors-unchecked', error.message, false);
    return [{ ...fault, remedy: error.remedy ?? fault.remedy }];
  }
}

function truncationNotices({ name, vectors, identity, passages }: CollectionInfo): IndexFinding[] {
  const { truncated = 0 } = vectors ?? {};
  if (truncated === 0) return [];
  const maxTokens = identity.embedder?.maxTokens ?? null;
  const limit = maxTokens === null ? 'longest input' : `${maxTokens} tokens`;
  return [
    {
      collection: name,
      code: 'vectors-truncated',
      severity: 'notice',
      message: `${truncated} of ${passages} passages are longer than the ${limit} that the embedder reads: their ends are in no vector`,
      remedy: 'Cut shorter passages (chunker.maxChars), or take an embedder that reads more; bm25 reads all of them.',
      isRepairable: false,
    },
  ];
}

function faultsOf(info: CollectionInfo, facts: VectorFacts, passages: number, isNormalised: boolean): IndexFinding[] {
  const { stored, missing, orphans, repeated, broken, notUnit, zero } = facts;
  if (stored === 0 && passages > 0) {
    return [faultOf(info, 'vectors-lost', `it has ${passages} passages, and no vector is there`, true)];
  }
  const found: IndexFinding[] = [];
  const add = (code: string, ids: readonly string[], what: string) => {
    if (ids.length > 0) found.push(faultOf(info, code, `${ids.length} ${what}, ${ids[0]} first`, true));
  };
  add('vectors-partial', missing, `of ${passages} passages have no vector`);
  add('vectors-orphaned', orphans, 'vectors belong to no passage');
  add('vectors-repeated', repeated, 'passages have more than one vector');
  add('vectors-broken', broken, 'vectors hold NaN or have another width');
  if (isNormalised) add('vectors-not-unit', notUnit, 'vectors are neither zero nor of length 1');
  if (zero > 0) {
    found.push({
      collection: info.name,
      code: 'vectors-zero',
      severity: 'notice',
      message: `${zero} of ${passages} vectors are zero: no dense search can find these passages`,
      remedy: 'Their texts hold nothing that the embedder knows; bm25 finds them.',
      isRepairable: false,
    });
  }
  return found;
}
