/** How many candidates a rerank stage gave to its model, and how many of them that shortened. */
export interface CandidateCounts {
  readonly total: number;
  /** null: not known, as soon as it is not known of one topic. */
  readonly cut: number | null;
}

/** Counts by topic, so that a topic that is run again, for its time, counts once. */
export interface TruncationLog {
  readonly note: (topicId: string, candidates: number, truncated: Uint8Array | null) => void;
  readonly counts: () => CandidateCounts;
}

export function truncationLog(): TruncationLog {
  const byTopic = new Map<string, CandidateCounts>();
  return {
    note: (topicId, total, truncated) => {
      byTopic.set(topicId, { total, cut: truncated?.reduce((sum, flag) => sum + flag, 0) ?? null });
    },
    counts: () =>
      [...byTopic.values()].reduce(
        (sum, { total, cut }) => ({
          total: sum.total + total,
          cut: sum.cut === null || cut === null ? null : sum.cut + cut,
        }),
        { total: 0, cut: 0 },
      ),
  };
}
