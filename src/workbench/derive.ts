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

/**
 * All of it, each part when it is first read: a chart needs one or two.
 * @throws GrkError GRK_REPORT_INVALID, GRK_UNKNOWN_NAME, when a part is read of a report that does not hold together
 */
export function deriveReport(report: Report): DerivedReport {
  const deltas = once(() => deriveDeltas(report));
  const slices = once(() => deriveSlices(report));
  const attribution = once(() => deriveAttribution(report));
  const legs = once(() => deriveLegs(report));
  const intervals = once(() => deriveIntervals(report, deltas()));
  const recall = once(() => deriveRecall(report));
  const riskCoverage = once(() => deriveRiskCoverage(report));
  return {
    report,
    get deltas() {
      return deltas();
    },
    get slices() {
      return slices();
    },
    get attribution() {
      return attribution();
    },
    get legs() {
      return legs();
    },
    get intervals() {
      return intervals();
    },
    get recall() {
      return recall();
    },
    get riskCoverage() {
      return riskCoverage();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
