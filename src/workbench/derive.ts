import type { DerivedReport } from '../contracts/derived.ts';
import type { Report } from '../contracts/report.ts';
import { deriveAttribution } from '../evals/delta/attribution.ts';
import { deriveDeltas } from '../evals/delta/derive.ts';
import { deriveIntervals } from '../evals/delta/intervals.ts';
import { deriveLegs } from '../evals/delta/legs.ts';
import { deriveRecall } from '../evals/delta/recall-curve.ts';
import { deriveRiskCoverage } from '../evals/delta/risk-coverage.ts';
import { deriveSlices } from '../evals/delta/slices.ts';

/** What is derived from a report when it is read. */
export { deriveAttribution, deriveDeltas, deriveLegs, deriveSlices };

/** All of it. @throws GrkError GRK_REPORT_INVALID, GRK_UNKNOWN_NAME for a report that does not hold together */
export function deriveReport(report: Report): DerivedReport {
  const deltas = deriveDeltas(report);
  return {
    report,
    deltas,
    slices: deriveSlices(report),
    attribution: deriveAttribution(report),
    legs: deriveLegs(report),
    intervals: deriveIntervals(report, deltas),
    recall: deriveRecall(report),
    riskCoverage: deriveRiskCoverage(report),
  };
}
