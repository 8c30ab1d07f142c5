import type { Report } from '../../contracts/report.ts';

/** What a report was measured on. */
export interface GroundView {
  readonly golden: string;
  readonly version: string;
  readonly split: string;
  readonly documents: number;
  readonly topics: number;
  readonly answerable: number;
  readonly noAnswer: number;
  readonly unknown: number;
  readonly excludedSelf: number;
  readonly indexes: readonly { readonly chunker: string; readonly passages: number }[];
}

export function groundView({ golden, runConfig, indexes }: Report): GroundView {
  const { name, version, documents, topics, answerable, unknown, excludedSelf } = golden;
  return {
    golden: name,
    version,
    split: runConfig.selection.split,
    documents,
    topics,
    answerable,
    noAnswer: topics - answerable - unknown,
    unknown,
    excludedSelf,
    indexes: indexes.map(({ chunker, passages }) => ({ chunker, passages })),
  };
}
