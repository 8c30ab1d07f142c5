import type { Span } from './document.ts';

/** First and last page of a span, counted from 1. */
export interface PageRange {
  readonly startPage: number;
  readonly endPage: number;
}

/** The pages that a span lies on; empty where the document has none. */
export function pagesOf({ startUtf16, endUtf16 }: Span, pageStarts: readonly number[] | undefined): Partial<PageRange> {
  if (pageStarts === undefined) return {};
  // A page without text starts where the next one does: the last of several is the one that holds it.
  const pageAt = (offset: number) => Math.max(1, pageStarts.filter((start) => start <= offset).length);
  return { startPage: pageAt(startUtf16), endPage: pageAt(Math.max(startUtf16, endUtf16 - 1)) };
}
