import { isBlank } from './blank.ts';
import { isClusterBoundary, isCodePointBoundary } from './clusters.ts';

/**
 * One kind of place where a text may be cut. Offsets are those behind the last character before the cut.
 * `anchor` is an offset at or before the range, at which a character is known to start.
 */
export interface CutLevel {
  /** Last cut in (after, upTo], or -1. */
  last(text: string, after: number, upTo: number): number;
  /** First cut in (after, upTo], or -1. */
  next(text: string, after: number, upTo: number): number;
}

/** Cuts at given offsets, ascending. */
export function givenCuts(offsets: ArrayLike<number>): CutLevel {
  return {
    last(_text, after, upTo) {
      const at = offsets[countUpTo(offsets, upTo) - 1] ?? -1;
      return at > after ? at : -1;
    },
    next(_text, after, upTo) {
      const at = offsets[countUpTo(offsets, after)] ?? -1;
      return at <= upTo ? at : -1;
    },
  };
}

/** Cuts wherever a test says so; it is asked offset by offset, so ranges are to be kept within a passage's length. */
function testedCuts(isCut: (text: string, at: number, after: number) => boolean): CutLevel {
  return {
    last(text, after, upTo) {
      for (let at = upTo; at > after; at--) if (isCut(text, at, after)) return at;
      return -1;
    },
    next(text, after, upTo) {
      for (let at = after + 1; at <= upTo; at++) if (isCut(text, at, after)) return at;
      return -1;
    },
  };
}

/** Behind a full stop, question or exclamation mark, with the closing quotes and brackets that follow it. */
export const SENTENCE_ENDS: CutLevel = testedCuts((text, at, after) => {
  let before = at - 1;
  while (before > after && at - before <= MAX_CLOSERS && CLOSERS.has(text.charCodeAt(before))) before--;
  const mark = text.charCodeAt(before);
  if (WIDE_MARKS.has(mark)) return !CLOSERS.has(text.charCodeAt(at)) && !WIDE_MARKS.has(text.charCodeAt(at));
  return MARKS.has(mark) && (at === text.length || isBlank(text.charCodeAt(at)));
});

/** Before white space. */
export const WORD_ENDS: CutLevel = testedCuts(
  (text, at) => !isBlank(text.charCodeAt(at - 1)) && (at === text.length || isBlank(text.charCodeAt(at))),
);

/** Between characters as a reader sees them. */
export const CHARACTER_ENDS: CutLevel = testedCuts(isClusterBoundary);

/** Between code points: what is left inside a character of many marks. */
export const CODE_POINT_ENDS: CutLevel = testedCuts(isCodePointBoundary);

const units = (characters: string): ReadonlySet<number> => new Set([...characters].map((c) => c.charCodeAt(0)));
const MARKS = units('.!?…');
const WIDE_MARKS = units('。！？．｡');
/** Bounds the look back, so that a line of quotes costs no more than any other. */
const MAX_CLOSERS = 3;
const CLOSERS = units('"\')]}»”’」』）】》');

/** How many of the ascending offsets are at most `bound`. */
function countUpTo(offsets: ArrayLike<number>, bound: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
