import { type Measure, measureName } from '../../contracts/measure.ts';
import type { ReportStage, ReportWarning } from '../../contracts/report.ts';

/** Warns where a measure over so many characters met the end of what is kept before it had read them. */
export function spanDepthWarnings(
  stages: readonly ReportStage[],
  measures: readonly Measure[],
  topK: number,
): ReportWarning[] {
  return measures.flatMap((measure) => {
    const chars = measure.parameters?.chars;
    if (typeof chars !== 'number') return [];
    return stages.flatMap(({ id, topics }) => {
      const short = topics.filter(({ scores, ranking }) => {
        const isScored = Object.keys(scores).length > 0;
        return (
          isScored && ranking.length >= topK && ranking.reduce((sum, { start, end }) => sum + end - start, 0) < chars
        );
      });
      if (short.length === 0) return [];
      const name = measureName(measure);
      return [
        {
          code: 'characters-not-kept',
          stage: id,
          message: `${id}: for ${short.length} of ${topics.length} topics the ${topK} ranks that are kept hold fewer characters than ${name} reads (first: ${short[0]?.topicId})`,
          remedy: 'Raise --top-k, or measure over fewer characters.',
        },
      ];
    });
  });
}
