import type { Report, ReportRanked } from '../../contracts/report.ts';
import type { PagePassage } from './page-data.ts';

/** Texts are cut to the longest of these with which the page keeps its size. */
const LIMITS = [8000, 4000, 2000, 1200, 800, 500, 300, 200, 120] as const;
/** How much of a cut text stands before the quote that it is kept for. */
const LEAD = 0.25;

export interface Passages {
  readonly docs: readonly string[];
  readonly passages: readonly PagePassage[];
  /** Characters that a text was cut to; null: none was cut; 0: none fits. */
  readonly limit: number | null;
  /** Passages that the reports hold no text of. */
  readonly withoutText: number;
}

/** Collects documents and passages, each once, under the number that the data of the page knows it by. */
export class PassageTable {
  readonly #docs = new Map<string, number>();
  readonly #passages = new Map<string, number>();
  readonly #rows: { doc: number; start: number; end: number; text: string | null; quoteAt: number | null }[] = [];

  docOf(doc: string): number {
    const known = this.#docs.get(doc);
    if (known !== undefined) return known;
    this.#docs.set(doc, this.#docs.size);
    return this.#docs.size - 1;
  }

  /** @param gold of the topic that shows the passage: a cut text keeps the first quote in it */
  passageOf({ texts }: Report, hit: ReportRanked, gold: Report['topics'][number]['gold']): number {
    const key = JSON.stringify([hit.id, hit.doc, hit.start]);
    const at = this.#passages.get(key) ?? this.#rows.length;
    if (at === this.#rows.length) {
      this.#passages.set(key, at);
      this.#rows.push({ doc: this.docOf(hit.doc), start: hit.start, end: hit.end, text: null, quoteAt: null });
    }
    const row = this.#rows[at];
    if (row === undefined) return at;
    row.text ??= texts[hit.id] ?? null;
    for (const { doc, start, end, grade } of gold) {
      if (doc !== hit.doc || start === undefined || end === undefined || grade <= 0) continue;
      if (start < hit.end && end > hit.start) row.quoteAt ??= Math.max(0, start - hit.start);
    }
    return at;
  }

  /** @param bytes that all texts together may take */
  fitting(bytes: number): Passages {
    const docs = [...this.#docs.keys()];
    const withoutText = this.#rows.filter(({ text }) => text === null).length;
    const longest = Math.max(0, ...this.#rows.map(({ text }) => text?.length ?? 0));
    for (const limit of [longest, ...LIMITS.filter((each) => each < longest), 0]) {
      const passages = this.#rows.map((row) => cut(row, limit));
      const size = passages.reduce((sum, [, , , text]) => sum + (text === null ? 4 : byteLength(text)), 0);
      if (size <= bytes || limit === 0) return { docs, passages, limit: limit === longest ? null : limit, withoutText };
    }
    return { docs, passages: [], limit: 0, withoutText };
  }
}

function cut(
  {
    doc,
    start,
    end,
    text,
    quoteAt,
  }: { doc: number; start: number; end: number; text: string | null; quoteAt: number | null },
  limit: number,
): PagePassage {
  if (text === null || limit === 0) return [doc, start, end, null, 0];
  if (text.length <= limit) return [doc, start, end, text, 0];
  const lead = Math.floor(limit * LEAD);
  const wanted = Math.max(0, Math.min((quoteAt ?? 0) - lead, text.length - limit));
  // No half of a surrogate pair at either end.
  const from = isLowSurrogate(text, wanted) ? wanted + 1 : wanted;
  const to = isLowSurrogate(text, from + limit) ? from + limit - 1 : from + limit;
  return [doc, start, end, text.slice(from, to), from];
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

const ENCODER = new TextEncoder();

/** As the page writes it: a bracket takes six bytes there. */
function byteLength(text: string): number {
  return ENCODER.encode(JSON.stringify(text)).length + 5 * (text.split('<').length - 1);
}
