import { GrkError } from '../../contracts/errors.ts';

/** A returned passage. Offsets count UTF-16 code units of its document. */
export interface RankedSpan {
  readonly doc: string;
  readonly start: number;
  readonly end: number;
}

/** What a gold entry points at; without offsets the whole document. */
export interface GoldSpan {
  readonly doc: string;
  readonly grade: number;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** One topic as span measures read it; a report holds both lists in this form. */
export interface SpanRanking {
  /** Best first. */
  readonly ranked: readonly RankedSpan[];
  /** Every gold entry of the topic, in any order. */
  readonly gold: readonly GoldSpan[];
}

type Interval = readonly [start: number, end: number];

/**
 * How many passages it takes to cover each relevant entry, reading the first `passages` of them and the first `chars`
 * UTF-16 code units of their texts, one after the other; of the passage that crosses `chars`, its part before it.
 * An entry is covered where the passages read so far hold at least half of it together; one for a whole document where
 * any part of the document was read. Text that is read twice uses up `chars` twice and covers once.
 * @returns per different entry the rank, from 1, at which it is covered; Infinity where it never is
 */
export function coverRanks(
  { ranked, gold }: SpanRanking,
  limits: { readonly rel: number; readonly passages: number; readonly chars: number },
): number[] {
  const read = readSpans(ranked, limits.passages, limits.chars);
  return relevantEntries(gold, limits.rel).map((entry) => {
    const shared: Interval[] = [];
    for (const [index, { doc, start, end }] of read.entries()) {
      if (doc !== entry.doc || start >= end) continue;
      if (entry.start === undefined || entry.end === undefined) return index + 1;
      const [from, to] = [Math.max(start, entry.start), Math.min(end, entry.end)];
      if (from >= to) continue;
      shared.push([from, to]);
      if (2 * unionLength(shared) >= entry.end - entry.start) return index + 1;
    }
    return Number.POSITIVE_INFINITY;
  });
}

/** The passages as far as the limits let them be read. */
function readSpans(ranked: readonly RankedSpan[], passages: number, chars: number): RankedSpan[] {
  const read: RankedSpan[] = [];
  let left = chars;
  for (const { doc, start, end } of ranked.slice(0, passages)) {
    if (left <= 0) break;
    read.push({ doc, start, end: Math.min(end, start + left) });
    left -= end - start;
  }
  return read;
}

/** Entries of at least the grade, each place once. */
function relevantEntries(gold: readonly GoldSpan[], rel: number): GoldSpan[] {
  const places = new Map<string, GoldSpan>();
  for (const entry of gold) {
    if (entry.grade >= rel) places.set(JSON.stringify([entry.doc, entry.start ?? null, entry.end ?? null]), entry);
  }
  return [...places.values()];
}

function unionLength(intervals: readonly Interval[]): number {
  let length = 0;
  let reached = 0;
  for (const [start, end] of [...intervals].sort(([a], [b]) => a - b)) {
    if (end <= reached) continue;
    length += end - Math.max(start, reached);
    reached = end;
  }
  return length;
}

/** @throws GrkError GRK_USAGE for offsets that are no span, and a number of spans that differs from that of the ranks */
export function checkSpanRanking({ ranked, gold }: SpanRanking, ranks: number): void {
  if (ranked.length !== ranks) {
    throw new GrkError('GRK_USAGE', `${ranks} ranks are graded, but ${ranked.length} spans are given for them`, {
      remedy: 'Give one span for each rank.',
    });
  }
  for (const { doc, start, end } of ranked) checkSpan(doc, start, end, 0);
  for (const { doc, start, end } of gold) {
    if (start !== undefined || end !== undefined) checkSpan(doc, start ?? Number.NaN, end ?? Number.NaN, 1);
  }
}

function checkSpan(doc: string, start: number, end: number, least: number): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end - start >= least) return;
  throw new GrkError('GRK_USAGE', `${doc}: ${start}..${end} is not a span of text`, {
    remedy: 'Give start and end as UTF-16 offsets, the end after the start; neither stands for a whole document.',
  });
}
