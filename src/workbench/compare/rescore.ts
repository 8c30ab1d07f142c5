import { resolve } from 'node:path';
import type { Rescored } from '../../contracts/compare.ts';
import { GrkError } from '../../contracts/errors.ts';
import { type Judgments, type RescoredReport, rescore } from '../../evals/run/rescore.ts';
import type { NamedReport } from '../files/named-reports.ts';
import type { ReadingSession } from '../files/trec-files.ts';
import { goldenJudgments } from './golden-judgments.ts';
import { storedJudgments } from './stored-judgments.ts';

export interface RescoredReports {
  readonly reports: readonly NamedReport[];
  readonly rescored: Rescored;
  readonly warnings: readonly string[];
}

/**
 * Scores the stored rankings of reports by one set of judgments: those of a golden set, else those in the newest report.
 * @param golden folder of the golden set; undefined: the newest report
 * @throws GrkError GRK_NOT_COMPARABLE where the judgments do not fit what a report ranked, GRK_NOTHING_MEASURED, and
 * those of golden sets
 */
export async function rescoreReports(
  { cwd, signal }: ReadingSession,
  reports: readonly NamedReport[],
  golden: string | undefined,
): Promise<RescoredReports> {
  const newest = newestOf(reports);
  const judgmentsOf: (named: NamedReport) => Judgments =
    golden === undefined
      ? (named) => storedJudgments(newest, named)
      : await goldenJudgments(
          resolve(cwd, golden),
          reports.map(({ report }) => report),
          signal,
        );
  const done = reports.map((named) => ({ named, ...rescore(named.report, judgmentsOf(named)) }));
  return {
    reports: done.map(({ named, report }) => ({ ...named, report })),
    rescored: {
      by: golden ?? newest.file ?? newest.name,
      judgmentsSha256: done[0]?.report.golden.judgmentsSha256 ?? '',
      droppedMeasures: distinct(done.flatMap(({ droppedMeasures }) => droppedMeasures)),
      droppedControls: distinct(done.flatMap(({ droppedControls }) => droppedControls)),
    },
    warnings: done.flatMap(({ named, ...result }) => lossesOf(named, result)),
  };
}

/** The last one started; of equal ones the last one named. */
function newestOf(reports: readonly NamedReport[]): NamedReport {
  const startedAt = ({ report }: NamedReport) => Date.parse(report.timing.startedAt);
  const [first, ...rest] = reports;
  if (first === undefined) throw new GrkError('GRK_INTERNAL', 'there is no report to rescore');
  return rest.reduce((latest, each) => (startedAt(each) >= startedAt(latest) ? each : latest), first);
}

function lossesOf({ name, report: stored }: NamedReport, { report, droppedMeasures }: RescoredReport) {
  const lost = stored.topics.length - report.topics.length;
  return [
    ...(lost === 0
      ? []
      : [`${name}: ${lost} of ${stored.topics.length} topics are judged no more, or ask something else now`]),
    ...(droppedMeasures.length === 0
      ? []
      : [`${name}: cannot be made again from stored rankings, and are left out: ${droppedMeasures.join(', ')}`]),
  ];
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
