import type { ParameterValue } from '../../contracts/measure.ts';
import type { JudgedRanking } from './judged-ranking.ts';

/** What a parameter can be given; `parse-parameters.ts` reads each. */
export type ParameterType = 'grade' | 'switch' | 'share' | 'weight' | 'length' | 'dcg' | 'gains';

export interface ParameterDefinition {
  readonly name: string;
  readonly type: ParameterType;
  /** null: nothing, which the summary explains. */
  readonly default: ParameterValue | null;
  readonly summary: string;
}

/** How the values of topics become one: `geometric mean` floors each at 0.00001. */
export type AggregateName = 'mean' | 'sum' | 'geometric mean';

/** What a measure is called and means, apart from how it is computed. */
export interface MeasureDefinition {
  /** With parameters in brackets and `@k` after it, the canonical name. */
  readonly name: string;
  readonly summary: string;
  /** `optional`: without a cutoff the whole ranking is read. */
  readonly cutoff: 'required' | 'optional' | 'none';
  /** In the order in which the canonical name has them. */
  readonly parameters: readonly ParameterDefinition[];
  readonly aggregate: AggregateName;
  readonly source: string;
  /** Version id: changes when the value for equal input would. */
  readonly algorithm: string;
}

/** A measure's parameters with defaults filled in; each family reads those that it defines. */
export interface MeasureSettings {
  /** Infinity where there is none. */
  readonly cutoff: number;
  /** Least grade that counts as relevant; 0 where a family without a default for it was given none. */
  readonly rel: number;
  readonly dcg: 'log2' | 'exp-log2';
  /** Gains that differ from the grade. */
  readonly gains: ReadonlyMap<number, number>;
  /** Persistence. */
  readonly p: number;
  readonly beta: number;
  /** UTF-16 characters that are read; Infinity where there is no limit. */
  readonly chars: number;
}

export interface MeasureFamily extends MeasureDefinition {
  /** Value for one topic. Rankings and shares lie in 0..1, counts are whole. */
  readonly compute: (ranking: JudgedRanking, settings: MeasureSettings) => number;
}
