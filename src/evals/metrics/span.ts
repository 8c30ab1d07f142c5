/** Families that measure spans of text: they do not depend on how documents were cut. */
export const SPAN_FAMILIES: readonly string[] = ['SpanR', 'SpanRR'];

/** @param name canonical name of a measure */
export function isSpanMeasure(name: string): boolean {
  return SPAN_FAMILIES.some((family) => new RegExp(`^${family}([(@]|$)`).test(name));
}
