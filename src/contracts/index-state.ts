import type { CollectionIdentity } from './ports.ts';

/** How a collection stands beside the files that it was made of. */
export type Freshness =
  | {
      readonly kind: 'compared';
      /** True where the files are byte for byte those that were indexed. */
      readonly isFresh: boolean;
      readonly changed: readonly string[];
      readonly added: readonly string[];
      readonly gone: readonly string[];
    }
  /** The sources cannot be read, or are not known. */
  | { readonly kind: 'unknown'; readonly reason: string };

export interface CollectionStatus {
  readonly name: string;
  /** Made by an eval: named by its content, and built again when it is missing. */
  readonly isEval: boolean;
  readonly documents: number;
  readonly passages: number;
  /** null: bm25 only. */
  readonly vectors: {
    /** null where the table cannot be counted, and `reason` says why. */
    readonly stored: number | null;
    readonly reason?: string;
    /** Passages whose text was cut to the longest input of the embedder; null: not known. */
    readonly truncated: number | null;
  } | null;
  readonly identity: CollectionIdentity;
  readonly lexicalBytes: number;
  readonly textBytes: number;
  readonly vectorBytes: number;
  /** null for indexes of evals: each eval compares by itself. */
  readonly freshness: Freshness | null;
}

/** A table of vectors that no collection names. */
export interface UnusedTable {
  readonly name: string;
  readonly bytes: number;
  /** `previous`: readers of the generation before may still use it; the next build drops it. */
  readonly kind: 'previous' | 'orphan';
}

/** What is kept in the state folder only to save work. */
export interface CacheStatus {
  /** File or folder. */
  readonly name: string;
  /** null where they cannot be counted. */
  readonly entries: number | null;
  readonly bytes: number;
  readonly maxBytes: number;
}

/** What `grk index status` prints. */
export interface IndexStatus {
  readonly stateFolder: string;
  readonly catalogBytes: number;
  readonly collections: readonly CollectionStatus[];
  readonly unusedTables: readonly UnusedTable[];
  readonly caches: readonly CacheStatus[];
}

/** A broken invariant, or something worth knowing. */
export interface IndexFinding {
  /** null: of the state folder. */
  readonly collection: string | null;
  readonly code: string;
  readonly severity: 'fault' | 'notice';
  readonly message: string;
  readonly remedy: string;
  /** True where `grk index repair` mends it from the stored texts. */
  readonly isRepairable: boolean;
}

/** What `grk index doctor` prints. */
export interface IndexDoctorOutcome {
  readonly collections: readonly string[];
  readonly findings: readonly IndexFinding[];
}
