import type { DocId, PassageId } from './ids.ts';
import type { PageRange } from './pages.ts';

/** Where a source first differs from what was indexed. Lines and columns count from 1, columns in UTF-16 code units. */
export interface DriftPlace {
  readonly line: number;
  readonly columnUtf16: number;
  /** Into the document as it is read now. */
  readonly offsetUtf16: number;
  /** From 1; absent: the source has no pages. */
  readonly page?: number;
}

/** What a source says of a passage when it is read again. */
export interface CitationState {
  /**
   * `verified`: the text stands where it was indexed. `missing`: the source is gone. `unreadable`: it is there and gives
   * no text any more.
   */
  readonly status: 'verified' | 'drifted' | 'missing' | 'unreadable';
  /** Of a drifted passage. */
  readonly at?: DriftPlace;
  /** Of a drifted passage: the indexed text around the first difference, at most 40 code units. */
  readonly expected?: string;
  /** Of a drifted passage: what the source has there; '' where it ends. */
  readonly found?: string;
  /** Of a drifted passage: the line, and the page if there are any, at which its exact text stands now. */
  readonly movedToLine?: number;
  readonly movedToPage?: number;
  /** Of a missing or unreadable one: why. */
  readonly reason?: string;
}

/** What reading a source again says of one passage. Lines, and pages of a source that has them, are as indexed. */
export interface Citation extends CitationState, Partial<PageRange> {
  readonly passageId: PassageId;
  readonly doc: DocId;
  readonly startLine: number;
  readonly endLine: number;
}

/** What `grk cite verify` prints. */
export interface CitationOutcome {
  readonly collection: string;
  readonly verified: number;
  readonly drifted: number;
  readonly missing: number;
  readonly unreadable: number;
  /** In the order of documents, then of the text. */
  readonly citations: readonly Citation[];
}
