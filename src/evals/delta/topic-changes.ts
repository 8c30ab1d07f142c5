import type { RelevantMove, TopicChange } from '../../contracts/compare.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import type { StagePair } from './pair.ts';
import { resultOf, valuesOf } from './stage-topics.ts';

/** A gold entry with where it stands in both rankings. */
export type PlacedGold = Omit<RelevantMove, 'crossing'>;

/**
 * Answerable topics whose value of a measure changed, the largest change first, then by id.
 * @param placesOf gold entries of a topic with their ranks
 * @throws GrkError GRK_REPORT_INVALID
 */
export function topicChanges(
  pair: StagePair,
  measure: string,
  placesOf: (topic: ReportTopic) => readonly PlacedGold[],
): TopicChange[] {
  const cutoff = cutoffOf(measure);
  const topics = pair.topics.filter((topic) => topic.answerable === true);
  const [baseline, candidate] = [pair.baseline, pair.candidate].map((side) => valuesOf(topics, side, measure));
  const changes = topics.flatMap((topic, i): TopicChange[] => {
    const [before, after] = [baseline?.[i] ?? 0, candidate?.[i] ?? 0];
    if (before === after) return [];
    return [
      {
        topicId: topic.topicId,
        query: topic.query === '' ? null : topic.query,
        baseline: before,
        candidate: after,
        delta: after - before,
        hasFailed: [pair.baseline, pair.candidate].some((side) => resultOf(side, topic.topicId).error !== undefined),
        moves: movesOf(placesOf(topic), cutoff),
      },
    ];
  });
  return changes.sort((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || compareBytes(a.topicId, b.topicId));
}

/** Of a canonical name; without a cutoff a measure reads the whole ranking. */
function cutoffOf(measure: string): number {
  const digits = /@(\d+)$/.exec(measure)?.[1];
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits);
}

function movesOf(places: readonly PlacedGold[], cutoff: number): RelevantMove[] {
  return [...places]
    .sort((a, b) => b.grade - a.grade || compareBytes(a.doc, b.doc) || (a.start ?? 0) - (b.start ?? 0))
    .map((place) => ({ ...place, crossing: crossingOf(place, cutoff) }));
}

function crossingOf({ baselineRank, candidateRank }: PlacedGold, cutoff: number): RelevantMove['crossing'] {
  const [was, is] = [baselineRank, candidateRank].map((rank) => rank !== null && rank <= cutoff);
  if (was === is) return null;
  return is === true ? 'enters' : 'leaves';
}
