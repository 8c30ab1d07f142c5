import { type Measure, measureName } from '../../contracts/measure.ts';
import type { NumbersByDocument, ScoredRun } from '../../contracts/score.ts';
import { DEFAULT_PRIMARY, DEFAULT_SECONDARY } from '../../contracts/suite.ts';
import type { MeasureDefinition } from '../../evals/metrics/measure-family.ts';
import { parseMeasure } from '../../evals/metrics/parse-measure.ts';
import { MEASURE_FAMILIES } from '../../evals/metrics/registry.ts';
import { isSpanMeasure, spansMissing } from '../../evals/metrics/span.ts';
import { qrelsFromNumbers, runFromNumbers } from '../../evals/trec/in-memory.ts';
import { scoreRun } from '../../evals/trec/score-run.ts';
import { named, topicsOf, warningsOf } from '../eval/score.ts';

/** Values over all judged topics, and of each of them. */
export type Scores = Pick<ScoredRun, 'measures' | 'topics' | 'coverage' | 'warnings'>;

export interface Measures {
  /** Every measure there is: what it means, its parameters, its source. */
  readonly definitions: readonly MeasureDefinition[];
  /**
   * Reads a measure by ir_measures’ or trec_eval’s name, such as `nDCG@10`, `P(rel=2)@5`, `map`.
   * @throws GrkError GRK_UNKNOWN_NAME naming the nearest; GRK_USAGE where a cutoff or value is wrong
   */
  readonly parse: (text: string) => Measure;
  /** The canonical name, under which scores are given. */
  readonly nameOf: (measure: Measure) => string;
  /**
   * Scores a run as trec_eval 10 does with `-c`: by score, then by document id bytewise descending; every judged topic
   * counts, one without results 0.
   * @param qrels topic id to document id to grade
   * @param run topic id to document id to score
   * @param names default: those that an eval declares by default
   * @throws GrkError GRK_QRELS_INVALID, GRK_RUN_INVALID naming the entry; GRK_NOTHING_MEASURED where the two share
   * nothing; GRK_UNSUPPORTED for a span measure; and those of `parse`
   */
  readonly score: (qrels: NumbersByDocument, run: NumbersByDocument, names?: readonly string[]) => Scores;
}

export const measures: Measures = {
  definitions: MEASURE_FAMILIES.map(({ compute: _, ...definition }) => definition),
  parse: parseMeasure,
  nameOf: measureName,
  score: (qrels, run, names = [DEFAULT_PRIMARY, ...DEFAULT_SECONDARY]) => {
    const wanted = new Map(names.map(parseMeasure).map((measure) => [measureName(measure), measure]));
    const canonical = [...wanted.keys()];
    for (const name of canonical) if (isSpanMeasure(name)) throw spansMissing(name);
    const [judged, retrieved] = [qrelsFromNumbers(qrels), runFromNumbers(run)];
    const scored = scoreRun(judged, retrieved, [...wanted.values()]);
    return {
      measures: named(canonical, scored.means),
      topics: topicsOf(canonical, scored),
      coverage: scored.coverage,
      warnings: warningsOf(judged, retrieved, scored),
    };
  },
};
