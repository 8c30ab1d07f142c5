/** What the script of the page reads; everything else is in the markup. */
export interface PageData {
  readonly depth: number;
  readonly docs: readonly string[];
  readonly passages: readonly PagePassage[];
  /** Stages whose rankings are shown. */
  readonly columns: readonly PageColumn[];
  readonly pairs: readonly PagePair[];
  /** In the order of the run. */
  readonly topics: readonly PageTopic[];
}

export interface PageColumn {
  readonly label: string;
  /** Columns that this one is made of, nearest first. */
  readonly sources: readonly number[];
}

/** Two columns side by side. */
export interface PagePair {
  /** What the differences beside the topics are. */
  readonly said: string;
  readonly left: number;
  /** null: there is nothing beside it. */
  readonly right: number | null;
  /** Per topic what changed; null: nothing was compared. */
  readonly deltas: readonly (PageDelta | null)[];
}

export type PageDelta = readonly [text: string, direction: 'up' | 'down' | 'none', value: number];

/** Offsets are UTF-16; the text begins `skipped` code units into the passage; null: it is not on the page. */
export type PagePassage = readonly [doc: number, start: number, end: number, text: string | null, skipped: number];

export interface PageTopic {
  readonly id: string;
  readonly query: string;
  readonly category: string;
  readonly split: string;
  readonly slices: readonly string[];
  /** Spans of whole documents are null. */
  readonly gold: readonly (readonly [doc: number, start: number | null, end: number | null, grade: number])[];
  readonly entries: readonly PageEntry[];
  /** Per column how many it returned. */
  readonly returned: readonly number[];
}

/** `ranks`: per column, 0 where it is not in the stored ranking. `others`: columns that found it by another passage. */
export type PageEntry = readonly [
  passage: number,
  grade: number | null,
  ranks: readonly number[],
  others?: Readonly<Record<string, number>>,
];
