/** Longest first, so that `>=` is not read as `>`. */
export const FILTER_OPERATORS = ['!=', '>=', '<=', '=', '>', '<'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** A condition on the metadata of a document. */
export interface Filter {
  readonly key: string;
  readonly operator: FilterOperator;
  /** As written; it is read as the type of the value that it is compared with. */
  readonly value: string;
}

/** A filter that no document can satisfy, and why; the user should hear it. */
export interface FilterNotice {
  readonly filter: Filter;
  /** `unknown`: no document carries the key. `incomparable`: no value of it can be compared with the filter's. */
  readonly why: 'unknown' | 'incomparable';
  /** The key of some document that an unknown one may have been meant for. */
  readonly nearest?: string | undefined;
}
