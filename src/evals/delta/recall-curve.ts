import type { RecallCurve } from '../../contracts/derived.ts';
import { mean } from '../metrics/mean.ts';
import { type AttributionInput, keyOf, relevanceOf } from './report-relevance.ts';
import { indexTopics, resultOf } from './stage-topics.ts';

/**
 * Recall of every stage at each depth where it changes: R@k of the rankings as stored. Grades above 0 are relevant.
 * @throws GrkError GRK_REPORT_INVALID
 */
export function deriveRecall(report: AttributionInput): RecallCurve[] {
  const answerable = report.topics.filter((topic) => topic.answerable === true);
  const { topK } = report.runConfig;
  return report.stages.map((stage) => {
    const relevance = relevanceOf(report, stage);
    const results = indexTopics(stage);
    const topics = answerable.map(({ topicId }) => {
      const relevant = new Set([...relevance.gradesOf(topicId)].flatMap(([key, grade]) => (grade > 0 ? [key] : [])));
      const ranks = resultOf(results, topicId).ranking.flatMap((hit, i) =>
        relevant.delete(keyOf(report, hit)) ? [i + 1] : [],
      );
      return { ranks, relevant: relevant.size + ranks.length };
    });
    const depths = new Set([1, topK, ...topics.flatMap(({ ranks }) => ranks)]);
    const at = (k: number) =>
      mean(
        topics.map(({ ranks, relevant }) => (relevant === 0 ? 0 : ranks.filter((rank) => rank <= k).length / relevant)),
      );
    const points = topics.length === 0 ? [] : [...depths].filter((k) => k <= topK).sort((a, b) => a - b);
    return {
      stage: stage.id,
      isStructural: stage.isStructural,
      topics: topics.length,
      points: points.map((k) => ({ k, recall: at(k) })),
    };
  });
}
