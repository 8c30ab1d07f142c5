/**
 * The library: measuring, comparing and gating from a program, on the same pipeline code as the command line. Operations
 * that take a session are those of the command line as it calls them.
 */
export { ConfigSchema } from './contracts/config.ts';
export { GrkError } from './contracts/errors.ts';
export type * from './contracts/index.ts';
export { ReportSchema } from './contracts/report.ts';
export { SuiteSchema } from './contracts/suite.ts';
export { type ChartOptions, chart, type DrawnChart } from './workbench/chart.ts';
export { citeVerify } from './workbench/collections/cite-verify.ts';
export { indexDoctor } from './workbench/collections/index-doctor.ts';
export { type Droppable, type DropRequest, indexDrop, planDrop } from './workbench/collections/index-drop.ts';
export {
  type BackfillOutcome,
  indexBackfill,
  indexRepair,
  type RepairedCollection,
  type RepairOutcome,
} from './workbench/collections/index-repair.ts';
export { indexStatus } from './workbench/collections/index-status.ts';
export { type IngestRequest, ingest } from './workbench/collections/ingest.ts';
export {
  type SearchHit,
  type SearchMode,
  type SearchOutcome,
  type SearchRequest,
  search,
} from './workbench/collections/search.ts';

export { type EvalCompareRunsRequest, evalCompareRuns } from './workbench/compare/runs.ts';
export { deriveAttribution, deriveDeltas, deriveLegs, deriveSlices } from './workbench/derive.ts';
export { type AcceptRequest, evalAccept } from './workbench/eval/accept.ts';
export { type EvalScoreRequest, evalScore } from './workbench/eval/score.ts';
export { readReport, writeReport } from './workbench/files/report-file.ts';
export { type GoldenAddOutcome, type GoldenAddRequest, goldenAdd } from './workbench/golden/add.ts';
export { type GoldenCheckOutcome, goldenCheck } from './workbench/golden/check.ts';
export { type GoldenImportOutcome, type GoldenImportRequest, goldenImport } from './workbench/golden/import.ts';
export { type GoldenInitOutcome, type GoldenInitRequest, goldenInit } from './workbench/golden/init.ts';
export {
  type GoldenPoolOutcome,
  type GoldenPoolRequest,
  goldenPool,
  goldenPoolRead,
  type PoolReadOutcome,
} from './workbench/golden/pool.ts';
export { goldenStatistics } from './workbench/golden/stats.ts';
export { compare } from './workbench/library/compare.ts';
export { evaluate } from './workbench/library/evaluate.ts';
export { type GateOptions, gate } from './workbench/library/gate.ts';
export { type Measures, measures, type Scores } from './workbench/library/measures.ts';
export type { ReportInput } from './workbench/library/report-input.ts';
export type * from './workbench/library/signature-types.ts';
export { verdict } from './workbench/library/verdict.ts';
export { type ReportTrecOutcome, type ReportTrecRequest, reportTrec } from './workbench/report-trec.ts';
export { createSession, type SessionOptions } from './workbench/session/session.ts';
export type { Session } from './workbench/session/state.ts';
