import type { LexicalSearcher, PassageMask } from '../../contracts/ports.ts';
import { type BestPassages, bestPassages, resetBest, takeBest } from './best-passages.ts';
import type { Impacts } from './impacts.ts';
import type { Postings } from './postings.ts';
import { prunedSearch } from './pruned-search.ts';
import type { QueryTerm } from './query-terms.ts';
import { addImpacts, offerAll } from './score-kernels.ts';
import { checkSearch } from './search-arguments.ts';

/** Fills `best` from the terms of a query, and leaves nothing behind. */
export type ScoreTerms = (terms: readonly QueryTerm[], mask: PassageMask | undefined, best: BestPassages) => void;

/** Up to this many passages, looking at every score costs less than a list of the passages that have one. */
const SWEEP_LIMIT = 16_384;

/**
 * A passage's score is the float64 sum of the impacts of the query's terms, each times its occurrences in the query,
 * in the order of `queryTermReader`. Both ways of searching give these sums, to the bit.
 */
export function bm25Searcher(
  postings: Postings,
  impacts: Impacts,
  readTerms: (query: string) => QueryTerm[],
  scoreTerms = postings.passageCount > SWEEP_LIMIT ? prunedSearch(postings, impacts) : sweptSearch(postings, impacts),
): LexicalSearcher {
  const best = bestPassages();
  return {
    search(query, limit, mask) {
      checkSearch(limit, mask, postings.passageCount);
      resetBest(best, Math.min(limit, Math.max(postings.passageCount, 1)));
      scoreTerms(readTerms(query), mask, best);
      return takeBest(best);
    },
  };
}

/** Scores every posting of every term, then looks at every passage. */
export function sweptSearch({ passageCount, offsets, passages }: Postings, { perPosting }: Impacts): ScoreTerms {
  const scores = new Float64Array(passageCount);
  return (terms, mask, best) => {
    for (const { number, occurrences } of terms) {
      addImpacts(scores, passages, perPosting, offsets[number] as number, offsets[number + 1] as number, occurrences);
    }
    offerAll(scores, mask, best);
    scores.fill(0);
  };
}
