/** Where a model that lies here comes from. */
export type ModelOrigin = 'shipped' | 'configured' | 'fetched';

/** A model that lies here, or that the configuration names. */
export interface ListedModel {
  /** As a configuration would name it. */
  readonly id: string;
  readonly kind: 'embedder' | 'reranker';
  readonly origins: readonly ModelOrigin[];
  /** null: it has no folder of its own. */
  readonly folder: string | null;
  /** Of all files in its folder. */
  readonly bytes: number | null;
  /** Over the files that decide an answer; null where there are none, or they were not read. */
  readonly weightsSha256: string | null;
  /** Where it comes from, by the files beside it. */
  readonly source: string | null;
  /** What the files beside it say of its licence; null where no line of theirs does. */
  readonly licence: string | null;
  /** Files to read about both. */
  readonly notices: readonly string[];
  readonly state: ModelState;
}

/** `ready`: can be used. `faulty`: a file or package is missing or damaged. `unasked`: only its service knows. */
export type ModelState =
  | { readonly status: 'ready' }
  | { readonly status: 'faulty'; readonly reason: string; readonly remedy?: string }
  | { readonly status: 'unasked'; readonly reason: string; readonly remedy?: string };

/** What commands use for a part of the pipeline. */
export interface ModelUse {
  readonly role: 'embedder' | 'reranker';
  readonly commands: readonly string[];
  /** null: none is named, so that nothing is used. */
  readonly id: string | null;
  readonly state: ModelState | null;
}

/** What `grk models list` prints. */
export interface ModelListing {
  /** Where fetched models lie. */
  readonly folder: string;
  readonly models: readonly ListedModel[];
  readonly uses: readonly ModelUse[];
}

/** The check that a model can be opened at all. */
export const OPENS = 'opens';

export type CheckStatus = 'ok' | 'failed' | 'not possible';

/** One thing that was held against a model. */
export interface ModelCheck {
  readonly name: string;
  readonly status: CheckStatus;
  /** What was found, or why nothing could be. */
  readonly detail: string;
  readonly remedy?: string;
}

/** How fast a model was, on the machine that measured it. */
export interface ModelSpeed {
  readonly perSecond: number;
  readonly unit: 'texts' | 'pairs';
  readonly count: number;
  /** Mean length of a text, or of a pair. */
  readonly meanUtf16: number;
  readonly ms: number;
}

export interface VerifiedModel {
  readonly id: string;
  readonly kind: 'embedder' | 'reranker';
  readonly checks: readonly ModelCheck[];
  /** null: not measured. */
  readonly speed: ModelSpeed | null;
}

/** What `grk models verify` prints. */
export interface VerifyOutcome {
  readonly models: readonly VerifiedModel[];
}

/** A file of a model on a hub. */
export interface ModelFile {
  /** Below the model's folder, with slashes. */
  readonly path: string;
  readonly size: number;
}

/** What a fetch would bring. */
export interface FetchPlan {
  readonly name: string;
  /** As it was asked for: a branch, a tag or a commit. */
  readonly revision: string;
  readonly commit: string;
  readonly host: string;
  readonly kind: 'embedder' | 'reranker';
  readonly files: readonly ModelFile[];
  readonly bytes: number;
  /** Where it will lie. */
  readonly folder: string;
}

/** What `grk models fetch` prints. */
export interface FetchOutcome extends FetchPlan {
  /** What to write into the configuration; a path in it is relative to the project root. */
  readonly id: string;
  readonly lockFile: string;
  /** False where the folder was there already, whole. */
  readonly isNew: boolean;
  /** What else has to be known to use it. */
  readonly notices: readonly string[];
}
