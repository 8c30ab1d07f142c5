import { basename } from 'node:path';
import { GrkError } from '../../contracts/errors.ts';
import type { Report } from '../../contracts/report.ts';
import { topicIdsSha256 } from '../../evals/run/rescore.ts';
import { runConfigSha256 } from '../../evals/run/run-config.ts';
import { checkReport, readReport } from './report-file.ts';

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
  const names = distinctNames(labels);
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
function distinctNames(files: readonly string[]): string[] {
  const bases = files.map((file) => basename(file).replace(/\.json$/, ''));
  const names = bases.map((base, i) => (bases.indexOf(base) === bases.lastIndexOf(base) ? base : (files[i] ?? base)));
  return names.map((name, i) => {
    const earlier = names.slice(0, i).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} #${earlier + 1}`;
  });
}

/**
 * Checks that the hashes of a report are those of what it holds, so that none was edited to make it comparable.
 * @throws GrkError GRK_REPORT_INVALID naming the hash
 */
export function checkIntegrity(report: Report, file: string): void {
  const { runConfig, golden } = report;
  const held: readonly (readonly [name: string, stored: string, actual: string])[] = [
    ['golden.judgmentsSha256', golden.judgmentsSha256, runConfig.golden.judgmentsSha256],
    ['golden.corpusSha256', golden.corpusSha256, runConfig.golden.corpusSha256],
    ['runConfig.selection.topicIdsSha256', runConfig.selection.topicIdsSha256, topicIdsSha256(report.topics)],
    ['runConfigSha256', report.runConfigSha256, runConfigSha256(runConfig)],
  ];
  const wrong = held.find(([, stored, actual]) => stored !== actual);
  if (wrong === undefined) return;
  const [hash, stored, actual] = wrong;
  throw new GrkError(
    'GRK_REPORT_INVALID',
    `${file} was changed after it was written: ${hash} is not that of its content`,
    {
      remedy: 'Take the report as `grk eval` wrote it, or make it again.',
      facts: { hash, stored, actual },
    },
  );
}
