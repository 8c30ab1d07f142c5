import type { SliceDeltas } from '../../contracts/delta.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { ReportTopic } from '../../contracts/report.ts';
import { mean } from '../metrics/mean.ts';
import { type DeltaOptions, deltasOver } from './derive.ts';
import { type DeltaInput, indexTopics, valuesOf } from './stage-topics.ts';

/**
 * Means and deltas by category, by split and by slice label, in that order, names bytewise.
 * @throws GrkError GRK_UNKNOWN_NAME, GRK_REPORT_INVALID
 */
export function deriveSlices(report: DeltaInput, options: DeltaOptions = {}): SliceDeltas[] {
  return [
    ...slicesBy(report, options, 'category', (topic) => [topic.category]),
    ...slicesBy(report, options, 'split', (topic) => [topic.split]),
    ...slicesBy(report, options, 'slice', (topic) => topic.slices),
  ];
}

function slicesBy(
  report: DeltaInput,
  options: DeltaOptions,
  by: SliceDeltas['by'],
  namesOf: (topic: ReportTopic) => readonly string[],
): SliceDeltas[] {
  const names = [...new Set(report.topics.flatMap(namesOf))].sort(compareBytes);
  return names.map((name) => {
    const topics = report.topics.filter((topic) => namesOf(topic).includes(name));
    const answerable = topics.filter((topic) => topic.answerable === true);
    return {
      by,
      name,
      topics: answerable.length,
      noAnswerTopics: topics.filter((topic) => topic.answerable === false).length,
      means: answerable.length === 0 ? {} : meansOver(report, answerable),
      deltas: deltasOver(report, topics, options, `${by} ${name}`),
    };
  });
}

function meansOver(report: DeltaInput, topics: readonly ReportTopic[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    report.stages.map((stage) => {
      const results = indexTopics(stage);
      const measures = report.runConfig.measures.map(({ name }) => [name, mean(valuesOf(topics, results, name))]);
      return [stage.id, Object.fromEntries(measures)];
    }),
  );
}
