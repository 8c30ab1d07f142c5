import type { JudgedRanking } from './judged-ranking.ts';

/** A measure's definition: what it is called and means, apart from how it is computed. */
export interface MeasureFamily {
  /** ir_measures' name; with `@k` after it, the canonical name. */
  readonly name: string;
  readonly summary: string;
  /** `optional`: without a cutoff the whole ranking is read. */
  readonly cutoff: 'required' | 'optional';
  readonly source: string;
  /** Version id: changes when the value for equal input would. */
  readonly algorithm: string;
  /** Value in 0..1; 0 for a topic without relevant judgments. `cutoff` is Infinity where there is none. */
  readonly compute: (ranking: JudgedRanking, cutoff: number) => number;
}
