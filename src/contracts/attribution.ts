import type { VerdictNote, WinTieLoss } from './delta.ts';

/**
 * Where the effect of a rerank stage on one measure comes from, as means over the same topics:
 * `total` = `retrieval` + `reorder` + `pool`, each the exact sum of its differences over their number.
 */
export interface MeasureAttribution {
  /** Candidates reranked for `reorder`: the measure's cutoff, at most the depth of the stage. */
  readonly k: number;
  /** Rerank stage − baseline; null where the baseline is not comparable. */
  readonly total: number | null;
  /** Input − baseline; null where the baseline is not comparable. */
  readonly retrieval: number | null;
  /** Input's top k in the reranker's order − input. */
  readonly reorder: number;
  /** Rerank stage − input's top k in the reranker's order: what the candidates below k added. */
  readonly pool: number;
  readonly input: number;
  readonly reranked: number;
  /**
   * The candidates in the order of their grades: no reranker at this depth scores higher. null where the judgments in
   * the report do not give the values of the input, and for span measures.
   */
  readonly ceiling: number | null;
  /** (reranked − input) ÷ (ceiling − input); null where the input is as good as its candidates allow, or unknown. */
  readonly headroomUsed: number | null;
  /** Topics of the rerank stage against its input. */
  readonly againstInput: WinTieLoss;
  /** No order of the candidates can change it: it looks at all of them, and only at which they are. */
  readonly isPinned: boolean;
}

/** What a rerank stage did to its candidates, derived from the control runs in the report. Facts, not a verdict. */
export interface RerankAttribution {
  /** Stage ids. */
  readonly stage: string;
  readonly input: string;
  readonly baseline: string;
  readonly depth: number;
  readonly isStructural: boolean;
  /** Answerable topics that the numbers are over. */
  readonly topics: number;
  /** Answerable topics left out, because one of the runs that are subtracted failed there. */
  readonly topicsLeftOut: number;
  /** Relevant candidates, over these topics, that stand higher or lower than in the input. */
  readonly promoted: number;
  readonly demoted: number;
  readonly measures: Readonly<Record<string, MeasureAttribution>>;
  /** No-op, constant scores. */
  readonly notes: readonly VerdictNote[];
  /** Why there are no numbers; absent where there are. */
  readonly reason?: string;
}
