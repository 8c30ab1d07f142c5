import type { IndexedPassage, Span } from '../contracts/document.ts';
import { GrkError } from '../contracts/errors.ts';
import type { ExternalHit } from '../contracts/external.ts';
import type { Unit } from '../contracts/golden.ts';
import { compareBytes, type DocId, type PassageId } from '../contracts/ids.ts';
import type { PassageMask } from '../contracts/ports.ts';
import { compareScored, type ScoredList } from '../contracts/ranking.ts';

/** Version id of `rankHits`: how the hits of a search from outside become a ranking of passages. */
export const EXTERNAL_ALGORITHM = 'external/1';

/** Passages of an index as hits name them. */
export interface HitIndex {
  readonly passages: readonly IndexedPassage[];
  readonly byId: ReadonlyMap<PassageId, number>;
  /** Passage numbers in order of their starts; none for a document without text. */
  readonly byDocument: ReadonlyMap<DocId, readonly number[]>;
  readonly unit: Unit;
}

export interface HitRules {
  /** `score`: by score descending with the one comparator, where hits have scores. `list`: as they come. */
  readonly order: 'score' | 'list';
  readonly mask: PassageMask | undefined;
  /** The span of a range of lines, or the fault in words. */
  readonly spanOfLines: (doc: DocId, first: number, last: number) => Span | string;
}

export interface RankedHits {
  /** Each passage once, at its best place. */
  readonly list: ScoredList;
  /** What is wrong with each hit that is nowhere in the index. */
  readonly faults: readonly string[];
}

export function createHitIndex(
  passages: readonly IndexedPassage[],
  documents: readonly { readonly id: DocId }[],
  unit: Unit,
): HitIndex {
  const byDocument = new Map<DocId, number[]>(documents.map(({ id }) => [id, []]));
  passages.forEach(({ doc }, number) => {
    byDocument.get(doc)?.push(number);
  });
  const startOf = (number: number) => passages[number]?.startUtf16 ?? 0;
  for (const numbers of byDocument.values()) numbers.sort((a, b) => startOf(a) - startOf(b));
  return { passages, byId: new Map(passages.map(({ id }, number) => [id, number])), byDocument, unit };
}

/**
 * Turns hits into passages. A hit without a score counts 1 / rank. Places within one passage are one passage.
 * @throws GrkError GRK_LEG_BROKEN for a hit that comes twice
 */
export function rankHits(hits: readonly ExternalHit[], index: HitIndex, rules: HitRules): RankedHits {
  refuseRepeats(hits);
  const faults: string[] = [];
  const placed: { passage: number; score: number }[] = [];
  hits.forEach((hit, i) => {
    const passage = passageOf(hit, index, rules);
    if (typeof passage === 'string') faults.push(passage);
    else placed.push({ passage, score: hit.score ?? 1 / (i + 1) });
  });
  if (rules.order === 'score') placed.sort((a, b) => compareScored(a.score, a.passage, b.score, b.passage));
  const seen = new Set<number>();
  const kept = placed.filter(({ passage }) => {
    if (seen.has(passage) || rules.mask?.[passage] === 0) return false;
    seen.add(passage);
    return true;
  });
  const list = {
    passages: Int32Array.from(kept, ({ passage }) => passage),
    scores: Float64Array.from(kept, ({ score }) => score),
  };
  return { list, faults };
}

/** Per passage, its place in trec_eval's order of equal scores: by document id, or passage id, bytewise descending. */
export function outsidePlaces({ passages, unit }: HitIndex): Int32Array {
  const docnoOf = (number: number) => (unit === 'document' ? passages[number]?.doc : passages[number]?.id) ?? '';
  const order = passages.map((_, number) => number).sort((a, b) => compareBytes(docnoOf(b), docnoOf(a)) || a - b);
  const places = new Int32Array(order.length);
  order.forEach((number, place) => {
    places[number] = place;
  });
  return places;
}

function refuseRepeats(hits: readonly ExternalHit[]): void {
  const seen = new Set<string>();
  for (const hit of hits) {
    const name = nameOf(hit);
    if (seen.has(name)) {
      throw new GrkError('GRK_LEG_BROKEN', `one answer holds ${name} twice: it would vote twice in a fusion`, {
        remedy: 'Return each hit once, at its best score.',
      });
    }
    seen.add(name);
  }
}

function nameOf(hit: ExternalHit): string {
  if ('id' in hit) return `passage ${JSON.stringify(hit.id)}`;
  if ('docno' in hit) return JSON.stringify(hit.docno);
  const doc = `document ${JSON.stringify(hit.doc)}`;
  if ('start' in hit) return `${doc}, ${hit.start}-${hit.end}`;
  return 'lines' in hit ? `${doc}, lines ${hit.lines.join('-')}` : doc;
}

/** The number of the passage, or the fault in words. */
function passageOf(hit: ExternalHit, index: HitIndex, rules: HitRules): number | string {
  if ('id' in hit) return index.byId.get(hit.id) ?? `there is no passage ${JSON.stringify(hit.id)}`;
  if ('docno' in hit) {
    const passage = index.byId.get(hit.docno);
    if (passage !== undefined) return passage;
    return index.byDocument.has(hit.docno)
      ? passageOfDocument(hit.docno, index)
      : `there is no passage or document ${JSON.stringify(hit.docno)}`;
  }
  const numbers = index.byDocument.get(hit.doc);
  if (numbers === undefined) return `there is no document ${JSON.stringify(hit.doc)}`;
  if ('start' in hit) return covering({ startUtf16: hit.start, endUtf16: hit.end }, hit.doc, numbers, index);
  if (!('lines' in hit)) return passageOfDocument(hit.doc, index);
  const span = rules.spanOfLines(hit.doc, ...hit.lines);
  return typeof span === 'string' ? `${hit.doc}: ${span}` : covering(span, hit.doc, numbers, index);
}

/** In document unit any passage stands for its document; the first is taken. */
function passageOfDocument(doc: DocId, { byDocument, unit }: HitIndex): number | string {
  const numbers = byDocument.get(doc) ?? [];
  const [first] = numbers;
  if (first === undefined) return `document ${JSON.stringify(doc)} has no text, so nothing of it is ranked`;
  if (unit === 'document' || numbers.length === 1) return first;
  return `document ${JSON.stringify(doc)} has ${numbers.length} passages: name one by id, start and end, or lines`;
}

/** The passage that covers most of a span, the first of equals. */
function covering(span: Span, doc: DocId, numbers: readonly number[], { passages }: HitIndex): number | string {
  let best: { passage: number; shared: number } | undefined;
  for (const passage of numbers) {
    const { startUtf16, endUtf16 } = passages[passage] as IndexedPassage;
    const shared = Math.min(endUtf16, span.endUtf16) - Math.max(startUtf16, span.startUtf16);
    if (shared > (best?.shared ?? 0)) best = { passage, shared };
  }
  return best?.passage ?? `no passage of ${JSON.stringify(doc)} covers ${span.startUtf16}-${span.endUtf16}`;
}
