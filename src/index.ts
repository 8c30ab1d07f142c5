/** The library: the same operations as the command line, on the same pipeline code. */
export type { MeasureAttribution, RerankAttribution } from './contracts/attribution.ts';
export type {
  ComparedSource,
  CompareOutcome,
  Comparison,
  Difference,
  TopicChange,
} from './contracts/compare.ts';
export { ConfigSchema } from './contracts/config.ts';
export type { StageDelta } from './contracts/delta.ts';
export { type ErrorCode, GrkError } from './contracts/errors.ts';
export type { Acceptance, GateOutcome, GateResult } from './contracts/gate.ts';
export type { GoldenStats } from './contracts/golden-stats.ts';
export type { FusionLegs, LegContribution, LegOverlap } from './contracts/legs.ts';
export type { EvalPlan } from './contracts/plan.ts';
export type { CorpusProfile } from './contracts/profile.ts';
export { type Report, ReportSchema } from './contracts/report.ts';
export type { RunCoverage, ScoredRun, ScoredTopic, ScoreOutcome } from './contracts/score.ts';
export { type Suite, SuiteSchema } from './contracts/suite.ts';
export { deriveAttribution, deriveDeltas, deriveLegs, deriveSlices } from './workbench/derive.ts';
export { type AcceptRequest, evalAccept } from './workbench/eval-accept.ts';
export { type EvalCompareRequest, evalCompare } from './workbench/eval-compare.ts';
export { type EvalCompareRunsRequest, evalCompareRuns } from './workbench/eval-compare-runs.ts';
export { evalPlan } from './workbench/eval-plan.ts';
export type { EvalRequest } from './workbench/eval-prepare.ts';
export { type EvalOutcome, evalRun } from './workbench/eval-run.ts';
export { type EvalScoreRequest, evalScore } from './workbench/eval-score.ts';
export { type GatedReport, type GateRequest, gateReport } from './workbench/gate.ts';
export { type GoldenAddOutcome, type GoldenAddRequest, goldenAdd } from './workbench/golden-add.ts';
export { type GoldenCheckOutcome, goldenCheck } from './workbench/golden-check.ts';
export { type GoldenImportOutcome, type GoldenImportRequest, goldenImport } from './workbench/golden-import.ts';
export {
  type GoldenPoolOutcome,
  type GoldenPoolRequest,
  goldenPool,
  goldenPoolRead,
  type PoolReadOutcome,
} from './workbench/golden-pool.ts';
export { goldenStatistics } from './workbench/golden-stats.ts';
export { type IngestOutcome, type IngestRequest, ingest } from './workbench/ingest.ts';
export { type IngestProfile, ingestProfile } from './workbench/ingest-profile.ts';
export { readReport, writeReport } from './workbench/report-file.ts';
export { type ReportTrecOutcome, type ReportTrecRequest, reportTrec } from './workbench/report-trec.ts';
export { type SearchHit, type SearchMode, type SearchOutcome, type SearchRequest, search } from './workbench/search.ts';
export { createSession, type SessionOptions } from './workbench/session.ts';
export type { Session } from './workbench/state.ts';
