/** Types of other rooms that signatures of the library name. */

export type { ResolvedConfig } from '../../config/layers.ts';
export type { LoadedConfig } from '../../config/load.ts';
export type { DeltaOptions } from '../../evals/delta/derive.ts';
export type { AttributionInput } from '../../evals/delta/report-relevance.ts';
export type { DeltaInput } from '../../evals/delta/stage-topics.ts';
export type {
  AggregateName,
  MeasureDefinition,
  ParameterDefinition,
  ParameterType,
} from '../../evals/metrics/measure-family.ts';
export type { ExportedText } from '../../evals/trec/export.ts';
export type { ScorePrecision } from '../../evals/trec/order.ts';
export type { LegPart } from '../collections/search.ts';
export type { RerankPart, SearchRerank } from '../collections/search-rerank.ts';
export type { ReadingSession } from '../files/trec-files.ts';
export type { LeftOutJudgment } from '../golden/import.ts';
export type { ImportPaths } from '../golden/import-source.ts';
export type { PoolRequest } from '../golden/pool-candidates.ts';
