import type { Span } from '../../contracts/document.ts';

/**
 * The passages of a document that count for a gold entry: those that cover at least half of it or lie inside it; where
 * none does, the one that covers most, the first such. Lengths are UTF-16 code units. Empty: no passage touches it.
 */
export function coveringPassages<P extends Span>(entry: Span, passages: readonly P[]): P[] {
  const touching = passages
    .map((passage) => ({ passage, shared: sharedLength(entry, passage) }))
    .filter(({ shared }) => shared > 0);
  const covering = passages.filter((passage) => isCovering(entry, passage));
  if (covering.length > 0 || touching.length === 0) return covering;
  const best = touching.reduce((a, b) => ((b.shared - a.shared || before(a.passage, b.passage)) > 0 ? b : a));
  return [best.passage];
}

/** Whether a passage covers at least half of a gold entry, or lies inside it. */
export function isCovering(entry: Span, passage: Span): boolean {
  const shared = sharedLength(entry, passage);
  return shared > 0 && (shared >= lengthOf(entry) / 2 || shared === lengthOf(passage));
}

/** Above 0 where `b` comes first. */
function before(a: Span, b: Span): number {
  return a.startUtf16 - b.startUtf16 || a.endUtf16 - b.endUtf16;
}

function sharedLength(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.endUtf16, b.endUtf16) - Math.max(a.startUtf16, b.startUtf16));
}

function lengthOf(span: Span): number {
  return span.endUtf16 - span.startUtf16;
}
