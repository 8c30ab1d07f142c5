import type { ScoredList } from '../contracts/ranking.ts';

/** Passage number to document number; a collection ranked by passage has none. */
export type DocumentNumbers = Int32Array;

/**
 * Keeps the best passage of each document, in order.
 * The first of a document in a ranking is its best, since rankings are sorted.
 */
export function collapse(list: ScoredList, documentOf: DocumentNumbers): ScoredList {
  const seen = new Set<number>();
  const kept: number[] = [];
  list.passages.forEach((passage, i) => {
    const document = documentOf[passage] ?? -1;
    if (seen.has(document)) return;
    seen.add(document);
    kept.push(i);
  });
  return {
    passages: Int32Array.from(kept, (i) => list.passages[i] ?? 0),
    scores: Float64Array.from(kept, (i) => list.scores[i] ?? 0),
  };
}

/**
 * Names each document of a leg by one passage, so that legs agree on what they rank.
 * The passage is the one of the leg that ranks the document best, the earlier leg where two rank it equally.
 */
export function commonPassages(lists: readonly ScoredList[], documentOf: DocumentNumbers): ScoredList[] {
  const best = new Map<number, { passage: number; rank: number }>();
  for (const list of lists) {
    list.passages.forEach((passage, rank) => {
      const document = documentOf[passage] ?? -1;
      const known = best.get(document);
      if (known === undefined || rank < known.rank) best.set(document, { passage, rank });
    });
  }
  return lists.map((list) => ({
    passages: list.passages.map((passage) => best.get(documentOf[passage] ?? -1)?.passage ?? passage),
    scores: list.scores,
  }));
}

export function truncate(list: ScoredList, limit: number): ScoredList {
  if (list.passages.length <= limit) return list;
  return { passages: list.passages.slice(0, limit), scores: list.scores.slice(0, limit) };
}
