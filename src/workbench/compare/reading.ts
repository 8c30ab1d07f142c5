import { GrkError } from '../../contracts/errors.ts';
import { measureName } from '../../contracts/measure.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { Declaration, ReportTopic } from '../../contracts/report.ts';
import { commonMeasures } from '../../evals/delta/across.ts';
import { parseMeasure } from '../../evals/metrics/parse-measure.ts';
import type { NamedReport } from '../files/named-reports.ts';

/** Which topics of the reports are read. */
export interface Scope {
  /** Such as `slice long, category keyword`; undefined: all. */
  readonly words: string | undefined;
  readonly keeps: (topic: ReportTopic) => boolean;
}

interface ScopeRequest {
  readonly slice?: string | undefined;
  readonly categories?: readonly string[];
}

/** @throws GrkError GRK_UNKNOWN_NAME for a slice or category that no report has, naming the nearest */
export function scopeOf(reports: readonly NamedReport[], { slice, categories = [] }: ScopeRequest): Scope {
  const topics = reports.flatMap(({ report }) => report.topics);
  const known = {
    slice: [...new Set(topics.flatMap(({ slices }) => slices))].sort(),
    category: [...new Set(topics.map(({ category }) => category))].sort(),
  };
  if (slice !== undefined) requireKnown('slice', slice, known.slice);
  for (const category of categories) requireKnown('category', category, known.category);
  const words = [
    ...(slice === undefined ? [] : [`slice ${slice}`]),
    ...(categories.length === 0 ? [] : [`category ${categories.join(' or ')}`]),
  ].join(', ');
  return {
    words: words === '' ? undefined : words,
    keeps: (topic) =>
      (slice === undefined || topic.slices.includes(slice)) &&
      (categories.length === 0 || categories.includes(topic.category)),
  };
}

function requireKnown(what: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  throw new GrkError(
    'GRK_UNKNOWN_NAME',
    `no topic of the reports has the ${what} "${name}".${didYouMean(name, known)}`,
    {
      remedy: known.length === 0 ? `The golden set labels no ${what}.` : `Known: ${known.join(', ')}.`,
    },
  );
}

/**
 * What is read: the measures that the baseline declares, or another primary one. A secondary measure that some report
 * lacks, or computed in another way, is left out, as the comparability says.
 * @throws GrkError GRK_NOT_COMPARABLE where the primary measure is not common to all; GRK_UNKNOWN_NAME, GRK_USAGE
 */
export function readDeclared(
  reports: readonly NamedReport[],
  asked: string | undefined,
): Pick<Declaration, 'primary' | 'secondary'> {
  const [baseline, ...others] = reports;
  if (baseline === undefined) throw new GrkError('GRK_INTERNAL', 'there is no report to compare');
  const common = others.reduce(
    (names, { report }) => names.filter((name) => commonMeasures(baseline.report, report).includes(name)),
    baseline.report.runConfig.measures.map(({ name }) => name),
  );
  const { declared } = baseline.report;
  const primary = asked === undefined ? declared.primary : measureName(parseMeasure(asked));
  if (!common.includes(primary)) {
    throw notCommon(reports, primary, common);
  }
  const secondary = declared.secondary.filter((name) => name !== primary && common.includes(name));
  return { primary, secondary };
}

function notCommon(reports: readonly NamedReport[], primary: string, common: readonly string[]): GrkError {
  const without = reports.filter(({ report }) => report.runConfig.measures.every(({ name }) => name !== primary));
  if (without.length === 0) {
    return new GrkError('GRK_NOT_COMPARABLE', `${primary} was computed in several ways`, {
      remedy: 'Compute it again from the stored rankings with --rescore, or name another with --measure.',
    });
  }
  const names = without.map(({ file, name }) => file ?? name).join(', ');
  return new GrkError('GRK_NOT_COMPARABLE', `${primary} was not measured in ${names}.${didYouMean(primary, common)}`, {
    remedy:
      common.length === 0
        ? 'The reports have no measure in common; measure both with `grk eval --measures`.'
        : `Name one that all have with --measure: ${common.join(', ')}.`,
  });
}
