import { unnamed } from '../contracts/embedder.ts';
import type { Reranker, RerankScores } from '../contracts/ports.ts';
import type { RerankerIdentity } from '../contracts/reranker.ts';
import { keyOf, machineOf, spaceOf } from './cache-key.ts';
import type { CachedScore, ScoreCache } from './score-cache.ts';

/**
 * A reranker that scores a passage only where the cache has no score for it. A key is a hash over everything about the
 * reranker but its name, the query, and the text of the passage. Where scores hold on one machine only, its kind is in
 * the key too. For rerankers whose score of a passage is a matter of query and text alone.
 * A service that names no revision of its model may change it unseen, and is asked each time.
 * @param runtime packages that run models, with their versions
 */
export function cachedReranker(reranker: Reranker, cache: ScoreCache, runtime: string): Reranker {
  const { identity } = reranker;
  if (reranker.isStructural || !isPinned(identity)) return reranker;
  const space = spaceOf({ reranker: unnamed(identity), machine: machineOf(identity.determinism, runtime) });
  return {
    ...reranker,
    score: async (topic, passages, signal) => {
      const ofQuery = keyOf(space, topic.query).toString('hex');
      const keys = passages.map(({ text }) => keyOf(ofQuery, text));
      const known = cache.read(keys);
      const missing = [...known.keys()].filter((number) => known[number] === undefined);
      const isAllKnown = missing.length === 0 && passages.length > 0;
      const fresh = isAllKnown ? NOTHING : await reranker.score(topic, of(passages, missing), signal);
      const made = rowsOf(fresh, missing.length);
      // What is no score is refused by who asked, and is not kept.
      if (made.every(({ score }) => Number.isFinite(score))) cache.write(of(keys, missing), made);
      if (missing.length === passages.length) return fresh;
      const rows = [...known];
      missing.forEach((number, i) => {
        rows[number] = made[i];
      });
      return { ...joined(rows), isCached: true };
    },
  };
}

const NOTHING: RerankScores = { scores: new Float64Array(0), truncated: null };

/** Weights that were read, or a revision that a service named. */
function isPinned({ determinism, weightsSha256, settings }: RerankerIdentity): boolean {
  return determinism !== 'none' || weightsSha256 !== '' || typeof settings.revision === 'string';
}

/** One row per passage that was asked for; NaN where the reranker gave another number of scores. */
function rowsOf({ scores, truncated }: RerankScores, count: number): CachedScore[] {
  const isWhole = scores.length === count;
  return Array.from({ length: count }, (_, i) => ({
    score: isWhole ? (scores[i] ?? Number.NaN) : Number.NaN,
    truncated: truncated === null ? null : truncated[i] === 1,
  }));
}

function joined(rows: readonly (CachedScore | undefined)[]): RerankScores {
  const isKnown = rows.every((row) => row !== undefined && row.truncated !== null);
  return {
    scores: Float64Array.from(rows, (row) => row?.score ?? Number.NaN),
    truncated: isKnown ? Uint8Array.from(rows, (row) => Number(row?.truncated)) : null,
  };
}

function of<T>(all: readonly T[], numbers: readonly number[]): T[] {
  return numbers.flatMap((number) => all[number] ?? []);
}
