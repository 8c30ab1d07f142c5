import type { Reranker } from '../../contracts/ports.ts';
import type { ReportWarning } from '../../contracts/report.ts';

/** A reranker, watched for topics on which its part of a combined score said nothing. */
export interface WatchedReranker {
  readonly reranker: Reranker;
  /** By topics with several candidates, as of the last call for each. */
  readonly isSilentOn: ReadonlyMap<string, boolean>;
}

export function watchSilent(reranker: Reranker): WatchedReranker {
  const isSilentOn = new Map<string, boolean>();
  const score: Reranker['score'] = async (topic, passages, signal) => {
    const scores = await reranker.score(topic, passages, signal);
    if (passages.length > 1) isSilentOn.set(topic.topicId, scores.isSilent === true);
    return scores;
  };
  return { reranker: { ...reranker, score }, isSilentOn };
}

/** What a stage gains there is not by its reranker, and its scores do not show it. */
export function silentWarnings(place: string, { isSilentOn }: WatchedReranker): ReportWarning[] {
  const silent = [...isSilentOn.values()].filter((isSilent) => isSilent).length;
  if (silent === 0) return [];
  return [
    {
      code: 'constant-scores',
      message: `${place}: the reranker gave all candidates one score on ${silent} of ${isSilentOn.size} topics; what it is combined with alone ordered them`,
      remedy: 'Run it without combined(…), to see the scores that it gives.',
    },
  ];
}
