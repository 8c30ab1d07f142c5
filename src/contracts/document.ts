import type { DocId, PassageId } from './ids.ts';

export type MetadataValue = string | number | boolean;
/** A list holds values of one key, in the order of the source. */
export type Metadata = Readonly<Record<string, MetadataValue | readonly MetadataValue[]>>;

/**
 * One source text. `text` is what was read: a byte-order mark and CRLF are kept, so offsets point into the file; of
 * other forms (HTML, PDF, DOCX) it is what their extractor gave.
 */
export interface SourceDocument {
  readonly id: DocId;
  readonly title: string;
  readonly text: string;
  readonly contentSha256: string;
  readonly metadata: Metadata;
  /** Id of what made the file a text and decides how it is cut; absent: read as it is. */
  readonly extractor?: ExtractorId;
  /** Offset (UTF-16) at which each page starts, ascending; absent: the source has no pages. */
  readonly pageStarts?: readonly number[];
}

export const EXTRACTOR_IDS = ['code', 'docx', 'html', 'pdf'] as const;
export type ExtractorId = (typeof EXTRACTOR_IDS)[number];
/** Version ids of the extractors that a corpus needs, by their ids; none where every file is read as it is. */
export type ExtractorVersions = Readonly<Partial<Record<ExtractorId, string>>>;

/** A stretch of a document, as chunkers return it. Offsets count UTF-16 code units of the document's `text`. */
export interface Span {
  readonly startUtf16: number;
  readonly endUtf16: number;
}

/** A span with the headings that it stands under, outermost first. */
export interface Chunk extends Span {
  readonly headingPath: readonly string[];
}

/** The unit that is indexed, ranked and judged. Lines count from 1 and include both ends. */
export interface Passage extends Span {
  readonly id: PassageId;
  readonly doc: DocId;
  readonly startLine: number;
  readonly endLine: number;
  readonly headingPath: readonly string[];
  readonly text: string;
  readonly contentSha256: string;
}

/** A passage as rankings carry it: all but its text, which the catalog gives on demand. */
export type IndexedPassage = Omit<Passage, 'text' | 'headingPath'>;

/** Version id of `indexedText`. */
export const CONTEXT_ALGORITHM = 'heading-context/1';

/** What is tokenised and embedded for a passage: the headings that it stands under as context, then its text. */
export function indexedText(passage: Pick<Passage, 'headingPath' | 'text'>): string {
  return passage.headingPath.length === 0 ? passage.text : `${passage.headingPath.join(' > ')}\n${passage.text}`;
}
