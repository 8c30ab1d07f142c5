import { GrkError } from '../../contracts/errors.ts';
import type { Declaration, ReportStage, ReportTopic } from '../../contracts/report.ts';
import { mean } from '../metrics/mean.ts';
import type { Side, StagePair } from './pair.ts';
import { indexTopics } from './stage-topics.ts';

/** Values of a run file under some judgments. */
export interface RunValues {
  readonly name: string;
  /** Every judged topic. */
  readonly topics: readonly string[];
  /** One list per measure, one value per topic. */
  readonly values: readonly ArrayLike<number>[];
}

/** A run file as a side: a stage from outside, of which only its values are known. */
export function runSide({ name, topics, values }: RunValues, measures: readonly string[]): Side {
  const valueAt = (measure: number, topic: number): number => values[measure]?.[topic] ?? Number.NaN;
  const stage: ReportStage = {
    id: name,
    variant: name,
    name,
    kind: 'external',
    input: [],
    isStructural: false,
    determinism: 'none',
    means: Object.fromEntries(measures.map((measure, m) => [measure, mean(Array.from(values[m] ?? []))])),
    abstention: null,
    topics: topics.map((topicId, t) => ({
      topicId,
      scores: Object.fromEntries(measures.map((measure, m) => [measure, valueAt(m, t)])),
      ranking: [],
    })),
    controls: [],
  };
  return { ...indexTopics(stage), ruler: 'qrels', label: name };
}

/**
 * Two runs over the topics of their qrels; each of them counts, as with trec_eval's -c.
 * @throws GrkError GRK_INTERNAL where the runs were scored over other topics
 */
export function runPair(
  baseline: Side,
  candidate: Side,
  declared: Pick<Declaration, 'primary' | 'secondary'>,
): StagePair {
  const topics = candidate.stage.topics.map(({ topicId }) => topicOf(topicId));
  if (topics.some(({ topicId }) => !baseline.byTopic.has(topicId))) {
    throw new GrkError('GRK_INTERNAL', 'two runs were scored over other topics');
  }
  const measures = [declared.primary, ...declared.secondary];
  return { topics, scope: undefined, declared, measures, baseline, candidate };
}

function topicOf(topicId: string): ReportTopic {
  return { topicId, query: '', answerable: true, split: '', category: '', slices: [], gold: [] };
}
