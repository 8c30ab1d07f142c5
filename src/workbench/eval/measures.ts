import { GrkError } from '../../contracts/errors.ts';
import { type Measure, measureName } from '../../contracts/measure.ts';
import type { ReportWarning } from '../../contracts/report.ts';
import type { Suite } from '../../contracts/suite.ts';
import { parseMeasure } from '../../evals/metrics/parse-measure.ts';
import { measureFamily } from '../../evals/metrics/registry.ts';
import { splitMeasures } from '../../evals/metrics/split-measures.ts';

/** Measured in every run that ranks deep enough, beside the declared ones. */
const STANDARD_MEASURES = ['nDCG@10', 'RR@10', 'Success@1', 'Success@5', 'Success@10', 'R@10', 'R@100', 'AP@100'];
/**
 * Measured too where documents are cut in several ways: passage measures of two chunkers have no common ruler. The first
 * two count passages and so favour long ones; the third gives each chunker as much text, about two pages.
 */
const SPAN_MEASURES = ['SpanR@10', 'SpanRR@10', 'SpanR(chars=4000)'];

export interface EvalMeasures {
  readonly measures: readonly Measure[];
  readonly warnings: readonly ReportWarning[];
}

/**
 * Declared and standard measures, each once, in a fixed order. A ranking of `topK` says nothing about deeper ones:
 * standard ones are left out then, with a warning.
 * @param more measures that were asked for beside those of the suite
 * @param isAcrossChunkers whether passages of several chunkers are ranked
 * @throws GrkError GRK_USAGE for a declared measure deeper than `topK`, and what `parseMeasure` throws
 */
export function evalMeasures(
  suite: Pick<Suite, 'primary' | 'secondary'>,
  more: readonly string[],
  topK: number,
  isAcrossChunkers = false,
): EvalMeasures {
  // A limit of characters is met, or not, in the run: it is warned of there.
  const isDeeper = ({ cutoff, parameters }: Measure) =>
    (cutoff ?? (parameters?.chars === undefined ? Number.POSITIVE_INFINITY : 0)) > topK;
  const declared = [suite.primary, ...suite.secondary].map(parseMeasure);
  const asked = more.flatMap(splitMeasures).map(parseMeasure);
  for (const measure of [...declared, ...asked]) requireMean(measure);
  const deep = [...declared, ...asked].find(isDeeper);
  if (deep !== undefined) {
    throw new GrkError(
      'GRK_USAGE',
      `the measure ${measureName(deep)} looks deeper than the ${topK} ranks that are kept`,
      {
        remedy: `Raise --top-k, or measure at a cutoff: ${deep.family}@${topK}.`,
      },
    );
  }
  const standard = [...STANDARD_MEASURES, ...(isAcrossChunkers ? SPAN_MEASURES : [])].map(parseMeasure);
  const all = [...declared, ...standard.filter((measure) => !isDeeper(measure)), ...asked];
  const leftOut = standard.filter(isDeeper).map(measureName);
  return {
    measures: [...new Map(all.map((measure) => [measureName(measure), measure])).values()],
    warnings:
      leftOut.length === 0
        ? []
        : [
            {
              code: 'measures-left-out',
              message: `${leftOut.join(', ')}: not measured, as only ${topK} ranks are kept`,
              remedy: 'Raise --top-k.',
            },
          ],
  };
}

/** @throws GrkError GRK_UNSUPPORTED for a measure that is no mean: deltas are differences of means */
export function requireMean(measure: Measure): void {
  const { aggregate } = measureFamily(measure);
  if (aggregate === 'mean') return;
  throw new GrkError(
    'GRK_UNSUPPORTED',
    `${measureName(measure)} is a ${aggregate} over topics, and grk eval compares means`,
    {
      remedy: 'Leave it out here; `grk eval score` computes it for run files.',
    },
  );
}
