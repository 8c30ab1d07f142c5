/** What a caller can act on, one line per code. `cli/exit.ts` maps the kinds to exit codes. */
export const ERRORS = {
  GRK_USAGE: { kind: 'usage', means: 'An argument or option is wrong.' },
  GRK_UNKNOWN_NAME: { kind: 'usage', means: 'A name is not one of those known here.' },
  GRK_WINDOW: { kind: 'usage', means: 'A depth is larger than the window that candidates are read from.' },
  GRK_CONFIG_INVALID: { kind: 'config', means: 'A configuration or suite file does not have the right form.' },
  GRK_STAGE_UNAVAILABLE: { kind: 'config', means: 'A stage that was asked for by name cannot run here.' },
  GRK_UNSUPPORTED: { kind: 'config', means: 'A setting is valid, but this version does not act on it.' },
  GRK_NO_VECTORS: { kind: 'config', means: 'A dense or hybrid search was asked of a collection without vectors.' },
  GRK_VECTORS_LOST: { kind: 'store', means: 'A collection was indexed with vectors, and none of them is there.' },
  GRK_VECTORS_PARTIAL: { kind: 'store', means: 'Some passages of a collection have no vector.' },
  GRK_VECTORS_ORPHANED: { kind: 'store', means: 'Vectors are stored for passages that the collection does not hold.' },
  GRK_COLLECTION_MISSING: { kind: 'config', means: 'A collection of that name does not exist.' },
  GRK_EMBEDDER_UNKNOWN: { kind: 'config', means: 'An embedder id names no known provider.' },
  GRK_DEPENDENCY_MISSING: { kind: 'config', means: 'An optional package that this needs is not installed.' },
  GRK_FILE_MISSING: { kind: 'config', means: 'A file or folder does not exist.' },
  GRK_FILE_UNREADABLE: { kind: 'config', means: 'A file or folder exists but cannot be read.' },
  GRK_GOLDEN_INVALID: { kind: 'golden', means: 'A golden set has a fault, named by file and line.' },
  GRK_GOLDEN_EMPTY: { kind: 'golden', means: 'A golden set holds no documents or no topics.' },
  GRK_QRELS_INVALID: { kind: 'golden', means: 'A qrels file has a fault, named by file and line.' },
  GRK_RUN_INVALID: { kind: 'golden', means: 'A run file has a fault, named by file and line.' },
  GRK_NOT_UTF8: { kind: 'ingest', means: 'A file is not valid UTF-8.' },
  GRK_DOCUMENT_UNREADABLE: { kind: 'ingest', means: 'A document gives no text: scanned, locked or damaged.' },
  GRK_INGEST_EMPTY: { kind: 'ingest', means: 'An ingest found nothing to index.' },
  GRK_MASS_DELETE: { kind: 'usage', means: 'An ingest would remove a large part of a collection.' },
  GRK_CORPUS_CHANGED: { kind: 'ingest', means: 'Documents were changed while they were read.' },
  GRK_DUPLICATE_ID: { kind: 'ingest', means: 'Two things carry the same id.' },
  GRK_IDENTITY_MISMATCH: {
    kind: 'identity',
    means: 'An index was built with another configuration than the one asked for.',
  },
  GRK_SCHEMA_NEWER: { kind: 'identity', means: 'A file was written by a newer version of grk.' },
  GRK_DIMENSIONS: { kind: 'identity', means: 'A vector has the wrong number of dimensions.' },
  GRK_STORE_READONLY: { kind: 'store', means: 'The state folder cannot be written.' },
  GRK_STORE_FULL: { kind: 'store', means: 'The disk is full.' },
  GRK_STORE_IO: {
    kind: 'store',
    means: 'The system refused to write a stored file: a failing disk, or a limit on sizes.',
  },
  GRK_STORE_BUSY: { kind: 'store', means: 'Another grk process is writing to this state folder.' },
  GRK_STORE_CORRUPT: { kind: 'store', means: 'A stored file cannot be read back.' },
  GRK_MODEL_INVALID: { kind: 'provider', means: 'The files of a model are missing, damaged or of another layout.' },
  GRK_MODEL_LOCKED: { kind: 'identity', means: 'A hub offers a model that differs from the one in the lock file.' },
  GRK_EMBEDDER_OUTPUT: { kind: 'provider', means: 'An embedder returned something that is not a vector per text.' },
  GRK_RERANKER_UNKNOWN: { kind: 'config', means: 'A reranker id names no known provider.' },
  GRK_RERANKER_OUTPUT: { kind: 'provider', means: 'A reranker returned something that is not a score per passage.' },
  GRK_SERVICE_FAILED: {
    kind: 'provider',
    means: 'A model behind an address cannot be reached, refused a request, or took too long.',
  },
  GRK_EXTERNAL_INVALID: { kind: 'config', means: 'A module that a suite names as a search cannot be used as one.' },
  GRK_EXTERNAL_FAILED: { kind: 'provider', means: 'A search of your own failed or answered in another form.' },
  GRK_NOT_COMPARABLE: { kind: 'config', means: 'Two results rest on different judgments, topics or rulers.' },
  GRK_BASELINE_INVALID: { kind: 'config', means: 'A baseline is missing, or is not a report that can be compared.' },
  GRK_REPORT_INVALID: { kind: 'config', means: 'A report file does not have the right form.' },
  GRK_LEG_BROKEN: { kind: 'run', means: 'A leg returned a ranking that breaks its contract.' },
  GRK_LEG_EMPTY: { kind: 'run', means: 'A leg found nothing for any topic.' },
  GRK_NOTHING_MEASURED: { kind: 'unmeasured', means: 'No topic was left to measure.' },
  GRK_INTERRUPTED: { kind: 'interrupted', means: 'The user stopped the command.' },
  GRK_INTERNAL: { kind: 'run', means: 'A fault in grk itself.' },
} as const satisfies Record<`GRK_${string}`, { kind: string; means: string }>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorKind = (typeof ERRORS)[ErrorCode]['kind'];

export interface ErrorDetails {
  /** What to do about it, in one or two sentences. */
  readonly remedy?: string;
  readonly cause?: unknown;
  /** Machine-readable facts, printed under `--json`. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

const REPORT_IT = 'This is a fault in grk: please report it with the output of the same command with --verbose.';

/** The one error class: a stable `code`, a message that names the thing, a remedy wherever a user can do something. */
export class GrkError extends Error {
  override readonly name = 'GrkError';
  readonly code: ErrorCode;
  readonly remedy: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: 'GRK_INTERNAL' | 'GRK_INTERRUPTED', message: string, details?: ErrorDetails);
  constructor(code: ErrorCode, message: string, details: ErrorDetails & { readonly remedy: string });
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.remedy = details.remedy ?? (code === 'GRK_INTERNAL' ? REPORT_IT : undefined);
    this.facts = details.facts ?? {};
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind;
  }
}

/** Throws `GRK_INTERRUPTED` when the signal has fired; long loops call it between steps. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new GrkError('GRK_INTERRUPTED', 'stopped by the user; nothing that was complete is lost');
}
