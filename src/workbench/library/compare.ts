import type { CompareOptions, CompareOutcome } from '../../contracts/compare.ts';
import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { compareReports } from '../compare/reports.ts';
import { inMemory, openReports, type ReportInput } from './report-input.ts';

const KNOWN: Readonly<Record<keyof CompareOptions, true>> = {
  stage: true,
  against: true,
  measure: true,
  slice: true,
  categories: true,
  allowDrift: true,
  rescore: true,
  golden: true,
  correction: true,
};

/**
 * Compares stages of reports with those of a baseline, as `grk eval compare --json` prints it. The family of the evidence
 * is every comparison of this call.
 * @param candidates one or several; none: two stages of the baseline, `stage` and `against`, are compared
 * @throws GrkError GRK_NOT_COMPARABLE for other judgments or topics (unless drift is allowed) and where nothing pairs;
 * GRK_UNKNOWN_NAME naming the nearest; GRK_USAGE; and those of reports
 */
export async function compare(
  baseline: ReportInput,
  candidates: ReportInput | readonly ReportInput[],
  options: CompareOptions = {},
): Promise<CompareOutcome> {
  checkKeys(options);
  const others = isList(candidates) ? candidates : [candidates];
  const names = others.map((_, i) => (others.length === 1 ? 'candidate' : `candidate ${i + 1}`));
  const reports = openReports([
    inMemory(baseline, 'baseline'),
    ...others.map((candidate, i) => inMemory(candidate, names[i] ?? '')),
  ]);
  return compareReports({ cwd: process.cwd(), signal: undefined, notice: () => {} }, reports, options);
}

function isList(candidates: ReportInput | readonly ReportInput[]): candidates is readonly ReportInput[] {
  return Array.isArray(candidates);
}

/** An option that nobody reads would leave the comparison another than was asked for. */
function checkKeys(options: CompareOptions): void {
  const known = Object.keys(KNOWN);
  const wrong = Object.keys(options).find((key) => !known.includes(key));
  if (wrong === undefined) return;
  throw new GrkError('GRK_USAGE', `compare: unknown option "${wrong}".${didYouMean(wrong, known)}`, {
    remedy: `Options: ${known.join(', ')}.`,
  });
}
