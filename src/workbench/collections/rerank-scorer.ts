import { indexedText } from '../../contracts/document.ts';
import type { Catalog, CollectionInfo, Reranker } from '../../contracts/ports.ts';
import type { RerankCandidates } from '../../retrieval/rerank.ts';

/** Told after each topic: of how many candidates the reranker shortened which, or null where it cannot tell. */
export type NoteTruncation = (topicId: string, candidates: number, truncated: Uint8Array | null) => void;

/** A reranker that is given candidates as they were indexed: headings as context, then the text. */
export function rerankScorer(
  reranker: Reranker,
  catalog: Catalog,
  { name }: CollectionInfo,
  signal: AbortSignal | undefined,
  note: NoteTruncation,
): RerankCandidates {
  return async (topic, candidates, legScores) => {
    const passages = catalog.passagesAt(name, candidates.passages).map((passage, i) => ({
      id: passage.id,
      doc: passage.doc,
      text: indexedText(passage),
      inputScore: candidates.scores[i] ?? 0,
      legScore: legScores?.[i],
    }));
    const { scores, truncated } = await reranker.score(topic, passages, signal);
    note(topic.topicId, passages.length, truncated);
    return scores;
  };
}
