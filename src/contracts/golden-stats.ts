import type { Unit } from './golden.ts';

/** Topics of one kind. */
export interface GoldenGroup {
  readonly by: 'all' | 'split' | 'category' | 'slice';
  readonly name: string;
  readonly topics: number;
  readonly answerable: number;
  readonly noAnswer: number;
  readonly unknown: number;
  readonly judgments: number;
  /** Relevant entries per answerable topic; null where there is none. */
  readonly goldPerTopic: number | null;
  /** Words per query. */
  readonly queryWords: number;
  /**
   * Share of a query's content words that its relevant entry with most of them holds (a whole document where the entry
   * is one), mean over answerable topics; null where there is none.
   */
  readonly overlap: number | null;
  /** The least p that a two-sided sign-flip test of so many answerable topics can give: 2^(1 − n); 0 where no double is as small. */
  readonly smallestP: number;
}

/** Two topics that ask the same, or nearly. */
export interface SimilarTopics {
  readonly a: string;
  readonly b: string;
  readonly splits: readonly [string, string];
  /** Jaccard similarity of the sets of analysed words. */
  readonly similarity: number;
  /** The same text, but for case and punctuation. */
  readonly isSameQuery: boolean;
}

/** Something relevant to topics of several splits. */
export interface SharedGold {
  readonly doc: string;
  readonly topics: readonly { readonly topicId: string; readonly split: string }[];
}

/** What the topics of a report could detect; as derived from it. */
export interface DetectableEffect {
  readonly stage: string;
  readonly baseline: string;
  readonly measure: string;
  readonly topics: number;
  readonly sd: number;
  readonly alpha: number;
  readonly power: number;
  readonly minimumDetectableEffect: number;
  readonly topicsNeeded: number | null;
}

export interface GoldenStats {
  readonly name: string;
  readonly version: string;
  readonly unit: Unit;
  readonly documents: number;
  /** Documents that no judgment names. */
  readonly documentsUnjudged: number;
  readonly groups: readonly GoldenGroup[];
  /** Judgments by grade, ascending. */
  readonly grades: readonly { readonly grade: number; readonly judgments: number }[];
  /** From this Jaccard similarity on, topics are near-duplicates. */
  readonly similarityThreshold: number;
  readonly similar: readonly SimilarTopics[];
  readonly sharedGold: readonly SharedGold[];
  /** Null: no report was given. */
  readonly detectable: readonly DetectableEffect[] | null;
}
