import type { ChartName } from '../contracts/charts.ts';
import type { ChartInput } from '../report/charts/chart.ts';
import { reportView } from '../report/view/report-view.ts';
import { compareReports } from './compare/reports.ts';
import { deriveReport } from './derive.ts';
import { type ReportInMemory, readNamedReports } from './files/named-reports.ts';
import type { ReadingSession } from './files/trec-files.ts';

/** Charts that set one report against another. */
const COMPARING: readonly ChartName[] = ['delta', 'topics'];

/**
 * What charts are drawn from.
 * @throws GrkError those of reading reports, and of comparing them where a chart does
 */
export async function chartInput(
  session: ReadingSession,
  sources: readonly (string | ReportInMemory)[],
  names: readonly ChartName[],
): Promise<ChartInput> {
  const reports = readNamedReports(session.cwd, sources);
  const isCompared = reports.length > 1 && names.some((name) => COMPARING.includes(name));
  return {
    reports: reports.map(({ name, report }) => {
      const derived = deriveReport(report);
      return { name, derived, view: reportView(derived) };
    }),
    outcome: isCompared ? await compareReports(session, reports, {}) : null,
  };
}
