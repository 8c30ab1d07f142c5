import { isMark } from './marks.ts';

/**
 * False where a cut at `at` would part what a reader sees as one character: a surrogate pair, CRLF, a letter and its
 * marks, joined emoji, a flag, the parts of a Hangul syllable. A frozen subset of Unicode's extended grapheme clusters
 * (UAX 29), because `Intl.Segmenter` differs between versions of Node.
 * @param anchor an offset before `at` at which a character is known to start; flags are counted from there
 */
export function isClusterBoundary(text: string, at: number, anchor: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const next = text.codePointAt(at) ?? 0;
  const unitBefore = text.charCodeAt(at - 1);
  if (!isCodePointBoundary(text, at)) return false;
  if (unitBefore < 0x300 && next < 0x300) return !(unitBefore === 13 && next === 10);
  if (attaches(next) || unitBefore === ZERO_WIDTH_JOINER) return false;
  if (isRegionalIndicator(next)) return regionalIndicatorsBefore(text, at, anchor) % 2 === 0;
  return !joinsHangul(unitBefore, next);
}

/** False only inside a surrogate pair. */
export function isCodePointBoundary(text: string, at: number): boolean {
  return !(isBetween(text.charCodeAt(at), 0xdc00, 0xdfff) && isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff));
}

const ZERO_WIDTH_JOINER = 0x200d;

/** Marks, joiners, skin tones, tags, and the few letters that attach to the one before. */
function attaches(codePoint: number): boolean {
  return (
    isMark(codePoint) ||
    isBetween(codePoint, 0x200c, 0x200d) ||
    isBetween(codePoint, 0x1f3fb, 0x1f3ff) ||
    isBetween(codePoint, 0xe0020, 0xe007f) ||
    isBetween(codePoint, 0xff9e, 0xff9f) ||
    codePoint === 0x0e33 ||
    codePoint === 0x0eb3
  );
}

function isRegionalIndicator(codePoint: number): boolean {
  return isBetween(codePoint, 0x1f1e6, 0x1f1ff);
}

function regionalIndicatorsBefore(text: string, at: number, anchor: number): number {
  let count = 0;
  for (let i = at - 2; i >= anchor && isRegionalIndicator(text.codePointAt(i) ?? 0); i -= 2) count++;
  return count;
}

function joinsHangul(before: number, next: number): boolean {
  const isLeading = isBetween(before, 0x1100, 0x115f) || isBetween(before, 0xa960, 0xa97c);
  const isSyllable = isBetween(before, 0xac00, 0xd7a3);
  const isVowelOrTail = isBetween(before, 0x1160, 0x11ff) || isBetween(before, 0xd7b0, 0xd7fb);
  if (isBetween(next, 0x1160, 0x11ff) || isBetween(next, 0xd7b0, 0xd7fb)) {
    return isLeading || isSyllable || isVowelOrTail;
  }
  return (
    isLeading && (isBetween(next, 0x1100, 0x115f) || isBetween(next, 0xa960, 0xa97c) || isBetween(next, 0xac00, 0xd7a3))
  );
}

function isBetween(value: number, first: number, last: number): boolean {
  return value >= first && value <= last;
}
