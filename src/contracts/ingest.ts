import type { DocId } from './ids.ts';
import type { CollectionInfo, Corpus } from './ports.ts';
import type { CorpusProfile } from './profile.ts';

/** What became of the documents of a collection, in the order of their ids. */
export interface DocumentChanges {
  readonly added: readonly DocId[];
  readonly changed: readonly DocId[];
  /** Equal content at another path. */
  readonly renamed: readonly { readonly from: DocId; readonly to: DocId }[];
  /** The file is there and holds nothing. */
  readonly emptied: readonly DocId[];
  /** Nothing that was named holds the file any more. */
  readonly deleted: readonly DocId[];
  /** It may stand in what could not be read this time; its earlier version goes, as nothing can vouch for it. */
  readonly unread: readonly DocId[];
  readonly unchanged: number;
}

/** A file, a folder (with a slash at its end) or a row of JSONL (`rows.jsonl:7`) that could not be read. */
export interface UnreadFile {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A value of front matter or of a JSONL row that metadata does not hold. */
export interface LeftOut {
  readonly key: string;
  /**
   * `nested`: a map, or a list of more than scalars. `not-yaml`: all of the front matter. `reserved`: a fact of the file,
   * such as its path, has that name. `repeated`: an earlier value of the key is kept.
   */
  readonly why: 'empty' | 'nested' | 'not-finite' | 'not-yaml' | 'repeated' | 'reserved';
  /** Of `not-yaml`: what is wrong, and at which line. */
  readonly detail?: string;
}

/** What an ingest cost. */
export interface IngestWork {
  readonly documentsCut: number;
  readonly passagesEmbedded: number;
  readonly vectorsReused: number;
}

export interface IngestOutcome {
  /** As it is now; null where nothing of that name was ever built (in a dry run). */
  readonly collection: CollectionInfo | null;
  /** True where sources, configuration and the stored index are as before, so that there is nothing to do. */
  readonly isUnchanged: boolean;
  /** What the stored index has lost; it is built anew although the sources may be unchanged. */
  readonly damage: readonly { readonly code: string; readonly message: string }[];
  /** True where only the plan was asked for: nothing was written. */
  readonly isDryRun: boolean;
  /** What the documents are like; null where there are none, and outside a dry run. */
  readonly profile: CorpusProfile | null;
  /** Why the ingest itself would be refused; null where it would not, and outside a dry run. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
  readonly changes: DocumentChanges;
  readonly unread: readonly UnreadFile[];
  /** Named paths, as the catalog keeps them, in which nothing was found to read. */
  readonly barren: readonly string[];
  readonly skipped: Corpus['skipped'];
  /** In the order of the files. */
  readonly metadataLeftOut: readonly (LeftOut & { readonly doc: DocId })[];
  /** null where nothing was built. */
  readonly work: IngestWork | null;
}
