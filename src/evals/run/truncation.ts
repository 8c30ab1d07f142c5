import type { ReportWarning } from '../../contracts/report.ts';

/** How many of `total` texts were cut to the longest input of a model; `cut` is null where that is not known. */
export interface CutTexts {
  /** What they are, in words, such as "passages". */
  readonly what: string;
  readonly cut: number | null;
  readonly total: number;
  /** null: not known. */
  readonly maxTokens: number | null;
}

/** Warns of texts whose ends a model did not read. What is not known is not warned of. */
export function truncationWarnings(place: string, texts: readonly CutTexts[]): ReportWarning[] {
  return texts.flatMap(({ what, cut, total, maxTokens }): ReportWarning[] => {
    if (cut === null || cut === 0) return [];
    const share = ((100 * cut) / total).toFixed(1);
    const limit = maxTokens === null ? 'the longest input of the model' : `${maxTokens} tokens`;
    return [
      {
        code: 'texts-truncated',
        message: `${place}: ${cut} of ${total} ${what} (${share} %) were cut to ${limit}; what came after was not read`,
        remedy: 'Cut shorter passages (chunker.maxChars), or take a model that reads more.',
      },
    ];
  });
}
