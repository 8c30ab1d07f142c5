import type { Span } from '../../contracts/document.ts';
import type { Gold, GoldEntry, Topic } from '../../contracts/golden.ts';
import { locate, locateLines, locateQuote } from './anchor.ts';
import { anchorOf } from './judgments.ts';

const LINE_END = /\r\n|\n|\r/g;

/**
 * How a judgment names a span: by its lines where they hold nothing else, else by its text. Blank characters at the
 * ends do not count.
 */
export function entryOfSpan(doc: string, text: string, span: Span, grade: number): GoldEntry {
  const passage = text.slice(span.startUtf16, span.endUtf16);
  const startUtf16 = span.startUtf16 + (passage.length - passage.trimStart().length);
  const endUtf16 = startUtf16 + passage.trim().length;
  const lines: [number, number] = [lineAt(text, startUtf16), lineAt(text, Math.max(startUtf16, endUtf16 - 1))];
  const isSpan = (found: Span | string) =>
    typeof found !== 'string' && found.startUtf16 === startUtf16 && found.endUtf16 === endUtf16;
  if (isSpan(locateLines(text, ...lines))) return { doc, lines, grade };
  const quote = text.slice(startUtf16, endUtf16).replaceAll('\r\n', '\n');
  if (isSpan(locateQuote(text, quote, undefined))) return { doc, quote, grade };
  let occurrence = 1;
  // It does occur: the span is one of its places.
  while (!isSpan(locateQuote(text, quote, occurrence))) occurrence++;
  return { doc, quote, occurrence, grade };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(LINE_END).length;
}

/** The judgment of a topic that points at the same place of a document, however it says so; below 0 is none. */
export function judgedAt(topic: Topic, entry: GoldEntry, text: string): Gold | undefined {
  const wanted = locate(text, anchorOf(entry));
  return topic.gold.find(({ doc, anchor, grade }) => {
    if (doc !== entry.doc || grade < 0) return false;
    const found = locate(text, anchor);
    if (typeof found !== 'object' || typeof wanted !== 'object') return found === undefined && wanted === undefined;
    return found.startUtf16 === wanted.startUtf16 && found.endUtf16 === wanted.endUtf16;
  });
}
