import type { DocId } from './ids.ts';
import type { ChunkerSettings } from './pipeline.ts';

/** Lengths in UTF-16 code units; percentiles are nearest-rank. */
export interface LengthSpread {
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

export interface NearPair {
  readonly a: DocId;
  readonly b: DocId;
  /** Jaccard similarity of their shingles. */
  readonly similarity: number;
}

/** What a corpus is like, as far as it can change a measurement. */
export interface CorpusProfile {
  readonly documents: number;
  /** All documents together. */
  readonly chars: number;
  /** By ending of the file name, most documents first; '' for files without one and rows of JSONL. */
  readonly types: readonly { readonly ext: string; readonly documents: number; readonly chars: number }[];
  readonly documentLengths: LengthSpread;
  readonly passages: number;
  /** As the configuration cuts; null where there are none. */
  readonly passageLengths: LengthSpread | null;
  readonly chunker: ChunkerSettings;
  /** Documents of one text; ids sorted, most documents first. */
  readonly duplicates: readonly (readonly DocId[])[];
  /** One document of each text against the others, most similar first. */
  readonly nearDuplicates: {
    /** Pairs at least this similar are listed. */
    readonly threshold: number;
    /** Words in a row that make a shingle. */
    readonly shingleWords: number;
    readonly pairs: readonly NearPair[];
  };
  /** By ISO 639-3 code, most documents first; null: code, or too few letters to tell. */
  readonly languages: readonly { readonly language: string | null; readonly documents: number }[];
  /** Documents longer than a passage may be: two sizes cut alike where none is longer than the smaller one. */
  readonly sizes: readonly { readonly maxChars: number; readonly longerDocuments: number }[];
}
