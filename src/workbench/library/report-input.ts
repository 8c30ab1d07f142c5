import { GrkError } from '../../contracts/errors.ts';
import type { Report } from '../../contracts/report.ts';
import { type NamedReport, type ReportInMemory, readNamedReports } from '../files/named-reports.ts';

/** A report, or the path of its file relative to the working directory of the process. */
export type ReportInput = Report | string;

/**
 * One report, checked: one that was edited is refused.
 * @param name how messages call one that is in memory
 * @throws GrkError GRK_REPORT_INVALID, GRK_SCHEMA_NEWER; for a path GRK_FILE_MISSING, GRK_FILE_UNREADABLE
 */
export function openReport(input: ReportInput, name: string): NamedReport {
  const [opened] = openReports([inMemory(input, name)]);
  if (opened === undefined) throw new GrkError('GRK_INTERNAL', 'a report was opened and is not there');
  return opened;
}

/** Several, with names that tell them apart. @throws GrkError as `openReport` does */
export function openReports(inputs: readonly (string | ReportInMemory)[]): NamedReport[] {
  return readNamedReports(process.cwd(), inputs);
}

export function inMemory(input: ReportInput, name: string): string | ReportInMemory {
  return typeof input === 'string' ? input : { name, report: input };
}
