import { type Measure, measureName } from '../../contracts/measure.ts';
import { checkJudgedRanking, condense, type JudgedRanking } from './judged-ranking.ts';
import type { MeasureFamily, MeasureSettings } from './measure-family.ts';
import { parseMeasure } from './parse-measure.ts';
import { measureFamily } from './registry.ts';

/** The values of several measures for one topic, in the order in which the scorer was given the measures. */
export type Scorer = (ranking: JudgedRanking) => number[];

/**
 * Makes a function that scores many topics. It trusts its rankings: what may hold a document twice goes through `score`.
 * All measures of a topic read one list.
 * @throws GrkError GRK_UNKNOWN_NAME, GRK_USAGE for a measure that is none
 */
export function createScorer(measures: readonly Measure[]): Scorer {
  const prepared = measures.map(prepare);
  return (ranking) => {
    let condensed: JudgedRanking | undefined;
    return prepared.map(({ compute, settings, judgedOnly }) => {
      if (judgedOnly) condensed ??= condense(ranking);
      return compute(judgedOnly && condensed !== undefined ? condensed : ranking, settings);
    });
  };
}

/**
 * The value of one measure for one topic, unrounded.
 * @throws GrkError GRK_UNKNOWN_NAME, GRK_USAGE
 */
export function score(measure: Measure, ranking: JudgedRanking): number {
  checkJudgedRanking(ranking);
  return createScorer([measure])(ranking)[0] ?? Number.NaN;
}

/** The values of several measures by canonical name, in the order given. @throws GrkError as `score` does */
export function scoreAll(measures: readonly Measure[], ranking: JudgedRanking): Record<string, number> {
  checkJudgedRanking(ranking);
  const values = createScorer(measures)(ranking);
  return Object.fromEntries(measures.map((measure, i) => [measureName(measure), values[i] ?? Number.NaN]));
}

interface Prepared {
  readonly compute: MeasureFamily['compute'];
  readonly settings: MeasureSettings;
  readonly judgedOnly: boolean;
}

/** A measure that was made by hand is read back from its name, so that it means what its name says. */
function prepare(measure: Measure): Prepared {
  const family = measureFamily(measure);
  const { cutoff, parameters = {} } = parseMeasure(measureName(measure));
  const numberOf = (name: string): number => {
    const value = parameters[name] ?? family.parameters.find((known) => known.name === name)?.default;
    return typeof value === 'number' ? value : 0;
  };
  const { gains } = parameters;
  return {
    compute: family.compute,
    judgedOnly: parameters.judged_only === true,
    settings: {
      cutoff: cutoff ?? Number.POSITIVE_INFINITY,
      rel: numberOf('rel'),
      dcg: parameters.dcg === 'exp-log2' ? 'exp-log2' : 'log2',
      gains: new Map(
        typeof gains === 'object' ? Object.entries(gains).map(([grade, gain]) => [Number(grade), gain]) : [],
      ),
      p: numberOf('p'),
      beta: numberOf('beta'),
      chars: numberOf('chars') || Number.POSITIVE_INFINITY,
    },
  };
}
