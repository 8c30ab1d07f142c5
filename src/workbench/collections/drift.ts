import type { CitationState } from '../../contracts/citation.ts';
import { pagesOf } from '../../contracts/pages.ts';
import { lineAt, lineStartsOf } from '../../ingest/chunk/lines.ts';

/** The text of a source as it is read now. */
export interface SourceText {
  readonly text: string;
  /** Offset (UTF-16) at which each page starts; absent: the source has no pages. */
  readonly pageStarts?: readonly number[];
}

const SHOWN_BEFORE_UTF16 = 16;
const SHOWN_AFTER_UTF16 = 24;

/** Compares what was indexed with what stands at its place now. */
export function citationState(indexed: string, startUtf16: number, source: SourceText): CitationState {
  const { text, pageStarts } = source;
  if (text.startsWith(indexed, startUtf16)) return { status: 'verified' };
  const same = commonUtf16(indexed, text, startUtf16);
  const starts = lineStartsOf(text);
  const pageAt = (offset: number) => pagesOf({ startUtf16: offset, endUtf16: offset + 1 }, pageStarts).startPage;
  const offsetUtf16 = Math.min(startUtf16 + same, text.length);
  const line = lineAt(starts, offsetUtf16);
  const page = pageAt(offsetUtf16);
  const moved = text.indexOf(indexed);
  const movedToPage = moved < 0 ? undefined : pageAt(moved);
  const shownFrom = Math.max(0, same - SHOWN_BEFORE_UTF16);
  return {
    status: 'drifted',
    at: {
      line,
      columnUtf16: offsetUtf16 - (starts[line - 1] ?? 0) + 1,
      offsetUtf16,
      ...(page === undefined ? {} : { page }),
    },
    expected: wholeCharacters(indexed, shownFrom, same + SHOWN_AFTER_UTF16),
    found: wholeCharacters(text, Math.min(startUtf16 + shownFrom, text.length), offsetUtf16 + SHOWN_AFTER_UTF16),
    ...(moved < 0 ? {} : { movedToLine: lineAt(starts, moved) }),
    ...(movedToPage === undefined ? {} : { movedToPage }),
  };
}

/** How many code units are equal from the start on; half a surrogate pair is none. */
function commonUtf16(indexed: string, text: string, startUtf16: number): number {
  let same = 0;
  while (same < indexed.length && text.charCodeAt(startUtf16 + same) === indexed.charCodeAt(same)) same++;
  return isInsidePair(indexed, same) ? same - 1 : same;
}

/** A stretch of a text, without half a surrogate pair at either end. */
function wholeCharacters(text: string, start: number, end: number): string {
  return text.slice(isInsidePair(text, start) ? start + 1 : start, isInsidePair(text, end) ? end - 1 : end);
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
