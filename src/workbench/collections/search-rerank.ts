import { NO_RERANKER } from '../../contracts/config.ts';
import { GrkError } from '../../contracts/errors.ts';
import { type StageOf, StageSchema } from '../../contracts/pipeline.ts';
import type { Catalog, CollectionInfo, Reranker } from '../../contracts/ports.ts';
import type { RerankerIdentity } from '../../contracts/reranker.ts';
import { openReranker } from '../../providers/rerankers/registry.ts';
import type { StageTrace } from '../../retrieval/pipeline.ts';
import type { RerankCandidates } from '../../retrieval/rerank.ts';
import { keptScores } from '../session/caches.ts';
import type { Session } from '../session/state.ts';
import { rerankScorer } from './rerank-scorer.ts';

/** How a search was reranked. */
export interface SearchRerank {
  /** As it was named. */
  readonly reranker: string;
  readonly identity: RerankerIdentity;
  /** The stage that was reranked. */
  readonly input: string;
  /** So many of its hits, at most. */
  readonly depth: number;
  readonly candidates: number;
  /** How many of them were shortened to fit the reranker; null where it cannot tell. */
  readonly truncated: number | null;
}

/** What reranking did to a hit, whose score is the reranker's where it was a candidate. */
export interface RerankPart {
  /** null: it stands behind the candidates, as it did before. */
  readonly score: number | null;
  readonly inputRank: number;
  readonly inputScore: number;
  /** Ranks it rose by; negative: fell. */
  readonly moved: number;
}

export interface SearchReranker {
  readonly stage: StageOf<'rerank'>;
  readonly open: (catalog: Catalog, info: CollectionInfo) => RerankCandidates;
  readonly outcome: () => SearchRerank;
  /** Keeps what was scored, for the next search and eval. */
  readonly close: () => void;
}

/** Rerankers whose scores are for topics of a golden set. */
const FOR_TOPICS: readonly string[] = ['oracle', 'scripted'];

/**
 * Opens the reranker of the configuration as the last stage of a search.
 * @throws GrkError GRK_USAGE, and as `openReranker`
 */
export async function searchReranker(session: Session, input: string): Promise<SearchReranker> {
  const id = session.loaded.config.reranker;
  if (id === NO_RERANKER) throw unusable('the configured reranker is "none"');
  const kept = keptScores(session);
  const reranker = (await openReranker(id, session.cwd, kept.remember))(() => null);
  if (FOR_TOPICS.includes(providerOf(reranker))) {
    throw unusable(`the reranker "${id}" knows the topics of a golden set alone`);
  }
  const stage = StageSchema.parse({ kind: 'rerank', input, reranker: id }) as StageOf<'rerank'>;
  let [candidates, truncated]: [number, number | null] = [0, 0];
  return {
    stage,
    open: (catalog, info) =>
      rerankScorer(reranker, catalog, info, session.signal, (_topic, total, cut) => {
        candidates = total;
        truncated = cut?.reduce((sum, flag) => sum + flag, 0) ?? null;
      }),
    outcome: () => ({ reranker: id, identity: reranker.identity, input, depth: stage.depth, candidates, truncated }),
    close: kept.close,
  };
}

function providerOf({ identity }: Reranker): string {
  const { reranker } = identity.settings;
  return identity.provider === 'combined' && typeof reranker === 'string' ? reranker : identity.provider;
}

function unusable(why: string): GrkError {
  return new GrkError('GRK_USAGE', `nothing can be reranked: ${why}`, {
    remedy: 'Name another one: --rerank="combined(cross-tiny)", which ships with grk.',
  });
}

/** What became of the passage at a rank of the reranked list. */
export function rerankPart(input: StageTrace, last: StageTrace, depth: number, index: number): RerankPart {
  const before = input.full.passages.indexOf(last.list.passages[index] ?? -1);
  const isCandidate = before < depth;
  return {
    score: isCandidate ? (last.list.scores[index] ?? null) : null,
    inputRank: before + 1,
    inputScore: input.full.scores[before] ?? 0,
    moved: before - index,
  };
}
