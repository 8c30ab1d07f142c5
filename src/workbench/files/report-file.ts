import { createHash } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readJsonFile } from '../../config/json-file.ts';
import { canonicalJson } from '../../contracts/canonical-json.ts';
import { GrkError } from '../../contracts/errors.ts';
import { parseWith } from '../../contracts/parse.ts';
import { parseReport } from '../../contracts/parse-report.ts';
import { REPORT_SCHEMA_VERSION, type Report, ReportSchema } from '../../contracts/report.ts';
import { makeFolder } from '../../store/make-folder.ts';
import { fileError, writeWhole } from './whole-file.ts';

/**
 * Where a report will go; fails now rather than after the run.
 * @throws GrkError GRK_USAGE for a folder and a name that is too long, and the store errors
 */
export function reportDestination(file: string): string {
  const folder = dirname(file);
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
      throw new GrkError('GRK_USAGE', `${file} is a folder`, { remedy: 'Name a file: --out report.json.' });
    }
    return file;
  } catch (cause) {
    throw fileError(cause, file, 'the report');
  }
}

/** A name by golden set and by everything that makes one report differ from another: run, declaration, texts. */
export function defaultReportFile(folder: string, report: Report): string {
  const { golden, runConfigSha256, declared, texts } = report;
  const parts = canonicalJson({ runConfigSha256, declared, hasTexts: Object.keys(texts).length > 0 });
  const hash = createHash('sha256').update(parts).digest('hex');
  return join(folder, `${golden.name.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 64)}-${hash.slice(0, 12)}.json`);
}

/** Checks a report against its schema and writes it whole or not at all. */
export function writeReport(report: Report, file: string): void {
  const checked = parseWith(ReportSchema, report, { what: 'the report', code: 'GRK_INTERNAL', remedy: undefined });
  writeWhole(file, `${JSON.stringify(checked)}\n`, 'the report');
}

/**
 * Reads a stored report.
 * @throws GrkError GRK_FILE_MISSING, GRK_FILE_UNREADABLE, GRK_REPORT_INVALID; GRK_SCHEMA_NEWER for a report of a newer grk
 */
export function readReport(cwd: string, path: string): Report {
  const file = resolve(cwd, path);
  const value = readJsonFile(file, {
    what: 'the report',
    code: 'GRK_REPORT_INVALID',
    naming: 'Name a file that `grk eval --out FILE` wrote, or one in .grk/reports.',
    mending: 'Make the report again with `grk eval`.',
  });
  return checkReport(value, path);
}

/**
 * Checks what may be a report.
 * @param what it is, as messages should name it
 * @throws GrkError GRK_REPORT_INVALID; GRK_SCHEMA_NEWER for a report of a newer grk
 */
export function checkReport(value: unknown, what: string): Report {
  const version =
    typeof value === 'object' && value !== null && 'schemaVersion' in value ? value.schemaVersion : undefined;
  if (typeof version === 'number' && version > REPORT_SCHEMA_VERSION) {
    throw new GrkError(
      'GRK_SCHEMA_NEWER',
      `${what} has report schema ${version}; this grk reads up to ${REPORT_SCHEMA_VERSION}`,
      {
        remedy: 'Read it with the grk that wrote it, or a newer one.',
      },
    );
  }
  return parseReport(value, {
    what,
    code: 'GRK_REPORT_INVALID',
    remedy: 'A report is the JSON that `grk eval` writes; make it again if it was edited.',
  });
}
