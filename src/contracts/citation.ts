import type { DocId, PassageId } from './ids.ts';

/** Where a source first differs from what was indexed. Lines and columns count from 1, columns in UTF-16 code units. */
export interface DriftPlace {
  readonly line: number;
  readonly columnUtf16: number;
  /** Into the document as it is read now. */
  readonly offsetUtf16: number;
}

/** What reading a source again says of one passage. */
export interface Citation {
  readonly passageId: PassageId;
  readonly doc: DocId;
  /** As indexed. */
  readonly startLine: number;
  readonly endLine: number;
  /** `verified`: the text stands where it was indexed. `missing`: the source is gone or cannot be read. */
  readonly status: 'verified' | 'drifted' | 'missing';
  /** Of a drifted passage. */
  readonly at?: DriftPlace;
  /** Of a drifted passage: the line at which its exact text stands now. */
  readonly movedToLine?: number;
  /** Of a missing one: why. */
  readonly reason?: string;
}

/** What `grk cite verify` prints. */
export interface CitationOutcome {
  readonly collection: string;
  readonly verified: number;
  readonly drifted: number;
  readonly missing: number;
  /** In the order of documents, then of the text. */
  readonly citations: readonly Citation[];
}
