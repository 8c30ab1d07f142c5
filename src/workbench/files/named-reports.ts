import { basename } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { Report } from '../../contracts/report.ts';
import { distinctNames } from './distinct-names.ts';
import { checkReport, readReport } from './report-file.ts';
import { checkIntegrity } from './report-integrity.ts';

/** A report as a command names it. */
export interface NamedReport {
  /** The file’s name without its ending, or what tells it from the others. */
  readonly name: string;
  /** null: it is in memory. */
  readonly file: string | null;
  readonly report: Report;
}

/** A report that a program holds; what it is has still to be checked. */
export interface ReportInMemory {
  readonly name: string;
  readonly report: unknown;
}

/**
 * Reads reports, from files or from memory, and checks that they are as they were made.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_REPORT_INVALID, GRK_SCHEMA_NEWER
 */
export function readNamedReports(cwd: string, sources: readonly (string | ReportInMemory)[]): NamedReport[] {
  const labels = sources.map((source) => (typeof source === 'string' ? source : source.name));
  const names = namesOf(labels);
  return sources.map((source, i) => {
    const label = labels[i] ?? '';
    const isFile = typeof source === 'string';
    const report = isFile ? readOrExplain(cwd, source) : checkReport(source.report, label);
    checkIntegrity(report, label);
    return { name: names[i] ?? label, file: isFile ? source : null, report };
  });
}

/** What is no JSON at all may be a run file. */
function readOrExplain(cwd: string, file: string): Report {
  try {
    return readReport(cwd, file);
  } catch (error) {
    if (!(error instanceof GrkError && error.cause instanceof SyntaxError)) throw error;
    throw new GrkError(error.code, error.message, {
      cause: error,
      remedy: 'Name reports that `grk eval` wrote; run files need their judgments: --qrels QRELS.',
    });
  }
}

/** Base names; the path where two are equal, and a number where one file is named twice. */
function namesOf(files: readonly string[]): string[] {
  const bases = files.map((file) => basename(file).replace(/\.json$/, ''));
  return distinctNames(
    bases.map((base, i) => (bases.indexOf(base) === bases.lastIndexOf(base) ? base : (files[i] ?? base))),
  );
}
