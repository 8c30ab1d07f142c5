import type { Span } from '../../contracts/document.ts';
import type { GoldAnchor } from '../../contracts/golden.ts';

const MAX_LINES_NAMED = 5;
/** As passages count lines. */
const LINE_END = /\r\n|\n|\r/g;

/** The span that an anchor points at, or what is wrong with it, in words. A whole document has no span. */
export function locate(text: string, anchor: GoldAnchor): Span | undefined | string {
  if (anchor.kind === 'document') return undefined;
  return anchor.kind === 'quote'
    ? locateQuote(text, anchor.quote, anchor.occurrence)
    : locateLines(text, anchor.first, anchor.last);
}

/**
 * Where a quote stands. A line end in the quote matches LF and CRLF alike.
 * @returns the span in the text as it is, or the fault in words
 */
export function locateQuote(text: string, quote: string, occurrence: number | undefined): Span | string {
  const folded = foldLineEnds(text);
  const needle = quote.replaceAll('\r\n', '\n');
  const starts: number[] = [];
  for (let at = folded.text.indexOf(needle); at !== -1; at = folded.text.indexOf(needle, at + 1)) starts.push(at);
  const start = starts[(occurrence ?? 1) - 1];
  const lineOf = (offset: number) => lineAt(folded.text, offset);
  if (starts.length === 0)
    return `the quote ${excerpt(quote)} is not in the document${nearestLine(folded.text, needle)}`;
  if (starts.length > 1 && occurrence === undefined) {
    const named = starts.slice(0, MAX_LINES_NAMED).map(lineOf).join(', ');
    const more = starts.length > MAX_LINES_NAMED ? ', …' : '';
    return `the quote ${excerpt(quote)} occurs ${starts.length} times, at lines ${named}${more}: add "occurrence" or quote more`;
  }
  if (start === undefined) {
    return `the quote ${excerpt(quote)} occurs ${starts.length === 1 ? 'once' : `${starts.length} times`}, not ${occurrence}`;
  }
  return { startUtf16: folded.unfold(start), endUtf16: folded.unfold(start + needle.length) };
}

/**
 * The span of a range of lines, without blank characters at its ends: passages have none there either.
 * @returns the span, or the fault in words
 */
export function locateLines(text: string, first: number, last: number): Span | string {
  const starts = [0, ...[...text.matchAll(LINE_END)].map(({ index, 0: end }) => index + end.length)];
  const count = starts.at(-1) === text.length ? starts.length - 1 : starts.length;
  if (last > count) return `lines ${first}-${last} are not in the document, which has ${count}`;
  const start = starts[first - 1] ?? 0;
  const body = text.slice(start, starts[last]);
  const trimmed = body.trim();
  if (trimmed === '') return `lines ${first}-${last} of the document are blank`;
  const startUtf16 = start + (body.length - body.trimStart().length);
  return { startUtf16, endUtf16: startUtf16 + trimmed.length };
}

/** A text with CRLF as LF, and the way back from its offsets. */
function foldLineEnds(text: string): { readonly text: string; readonly unfold: (offset: number) => number } {
  if (!text.includes('\r\n')) return { text, unfold: (offset) => offset };
  const lines = text.split('\r\n');
  return {
    text: lines.join('\n'),
    unfold: (offset) => {
      let removed = 0;
      let end = 0;
      for (const line of lines) {
        end += line.length + 1;
        if (offset < end) break;
        removed++;
      }
      return offset + removed;
    },
  };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(LINE_END).length;
}

/** The line that shares most words with the start of a quote, if it shares at least half of them. */
function nearestLine(text: string, quote: string): string {
  const wanted = wordsOf(quote.trim().split('\n')[0] ?? '');
  let best = { line: 0, shared: 0 };
  text.split(LINE_END).forEach((line, i) => {
    const words = wordsOf(line);
    const shared = [...wanted].filter((word) => words.has(word)).length;
    if (shared > best.shared) best = { line: i + 1, shared };
  });
  return best.shared > 0 && 2 * best.shared >= wanted.size ? `; line ${best.line} is nearest` : '';
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function excerpt(quote: string): string {
  const line = quote.replaceAll(/\s+/g, ' ').trim();
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 57)}…` : line);
}
