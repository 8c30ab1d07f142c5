import type { Span } from '../../contracts/document.ts';
import { isBlank, skipBlank, trimmedEnd } from './blank.ts';
import { isClusterBoundary } from './clusters.ts';
import { CHARACTER_ENDS, CODE_POINT_ENDS, givenCuts, SENTENCE_ENDS, WORD_ENDS } from './cut-levels.ts';

/** Where a stretch of text may be cut. All offsets are UTF-16. */
export interface Region extends Span {
  /** Ends of coarse units, ascending; the coarsest kind first. */
  readonly cuts: readonly ArrayLike<number>[];
  /** Spans that are not cut through, ascending and apart; each one’s end is among the cuts. */
  readonly intact: readonly Span[];
  /** The first passage reaches beyond this offset: a heading is not parted from its text. */
  readonly firstCutAfterUtf16: number;
}

export interface PackLimits {
  readonly maxChars: number;
  /** At most half of `maxChars`, and never more than half of the passage that it reaches back into. */
  readonly overlapChars: number;
}

/**
 * Fills passages of at most `maxChars`, in time linear in the text: each is cut behind the last unit of the coarsest
 * kind that fits (the given cuts, then sentences, words, characters, code points). Where the next unit is longer than
 * a passage, and so is cut in any case, a passage less than half full is filled from it at a finer cut instead.
 * Only an intact span may make a passage longer. Passages begin and end with characters that are not blank.
 */
export function pack(text: string, region: Region, limits: PackLimits): Span[] {
  const levels = [...region.cuts.map(givenCuts), SENTENCE_ENDS, WORD_ENDS, CHARACTER_ENDS, CODE_POINT_ENDS];
  const regionEnd = trimmedEnd(text, region.startUtf16, region.endUtf16);
  const spans: Span[] = [];
  let start = skipBlank(text, region.startUtf16, regionEnd);
  let after = Math.max(start, region.firstCutAfterUtf16);
  while (start < regionEnd) {
    const cut = regionEnd - start <= limits.maxChars ? regionEnd : nextCut(text, start, after, regionEnd);
    const end = trimmedEnd(text, start, cut);
    spans.push({ startUtf16: start, endUtf16: end });
    after = skipBlank(text, end, regionEnd);
    start = after < regionEnd ? overlapStart(text, start, end, after, limits) : regionEnd;
  }
  return spans;

  function nextCut(text: string, start: number, after: number, regionEnd: number): number {
    const limit = start + limits.maxChars;
    const ahead = region.intact[countEndingBy(region.intact, limit)];
    const crossing = ahead !== undefined && ahead.startUtf16 < limit ? ahead : undefined;
    const upTo = crossing === undefined ? limit : Math.max(crossing.startUtf16, after);
    let best = -1;
    for (const [depth, level] of levels.entries()) {
      const at = level.last(text, Math.max(after, best), upTo);
      if (at < 0) continue;
      best = at;
      if (at - start >= limits.maxChars / 2 || !isCutAnyway(text, at, depth, regionEnd)) break;
    }
    return best < 0 ? (crossing?.endUtf16 ?? limit) : best;
  }

  /** Whether the unit that follows a cut is too long for a passage of its own. */
  function isCutAnyway(text: string, at: number, depth: number, regionEnd: number): boolean {
    const unitStart = skipBlank(text, at, regionEnd);
    const upTo = unitStart + limits.maxChars;
    return regionEnd > upTo && levels.slice(0, depth + 1).every((level) => level.next(text, unitStart, upTo) < 0);
  }
}

/** A word’s start in the reach before `end`, else a character’s; `next` where a wide gap would fill the passage. */
function overlapStart(text: string, start: number, end: number, next: number, limits: PackLimits): number {
  const reach = Math.min(limits.overlapChars, Math.floor((end - start) / 2));
  if (reach === 0 || next - end > limits.maxChars / 4) return next;
  for (let at = end - reach; at < end; at++) {
    if (isBlank(text.charCodeAt(at - 1)) && !isBlank(text.charCodeAt(at))) return at;
  }
  for (let at = end - reach; at < end; at++) if (isClusterBoundary(text, at, start)) return at;
  return next;
}

/** How many spans end at or before an offset; spans are ascending and apart. */
function countEndingBy(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.endUtf16 ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
