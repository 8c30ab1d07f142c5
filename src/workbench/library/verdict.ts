import type { Verdict, VerdictOptions } from '../../contracts/verdict.ts';
import { stageVerdict } from '../../evals/delta/stage-verdict.ts';
import { openReport, type ReportInput } from './report-input.ts';

/**
 * What a report says about one of its stages, by default the last: direction, sentence, evidence, notes.
 * @throws GrkError GRK_UNKNOWN_NAME naming the nearest stage, GRK_USAGE for a stage against itself, and those of reports
 */
export function verdict(report: ReportInput, options: VerdictOptions = {}): Verdict {
  return stageVerdict(openReport(report, 'report').report, options);
}
