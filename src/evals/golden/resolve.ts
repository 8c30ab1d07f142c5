import type { IndexedPassage, SourceDocument, Span } from '../../contracts/document.ts';
import type { Topic } from '../../contracts/golden.ts';
import { compareBytes, type DocId, type TopicId } from '../../contracts/ids.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { ChunkerSettings } from '../../contracts/pipeline.ts';
import { locate } from './anchor.ts';
import { coveringPassages } from './cover.ts';
import { type Fault, MAX_SHOWN_FAULTS, throwFaults } from './faults.ts';

/** Version id of the rule that turns gold entries into relevant passages. */
export const RELEVANCE_ALGORITHM = 'half-cover/1';

export type Documents = ReadonlyMap<DocId, Pick<SourceDocument, 'text'>>;

export interface ResolvedGold {
  readonly doc: DocId;
  readonly grade: number;
  /** Undefined: the whole document. */
  readonly span: Span | undefined;
  readonly where: string;
}

export interface ResolvedTopic {
  readonly topic: Topic;
  readonly gold: readonly ResolvedGold[];
}

/** A passage or document that was judged for a topic; grade 0 is judged not relevant. */
export interface Judged {
  readonly id: string;
  readonly grade: number;
}

type Chunker = ChunkerSettings['name'];

/**
 * Finds what gold entries point at.
 * @throws GrkError GRK_GOLDEN_INVALID, every fault with its line: an unknown document, a quote that is not found or
 * found more than once, lines outside the document, an answerable topic without a relevant entry and the reverse
 */
export function resolveTopics(topics: readonly Topic[], documents: Documents): ResolvedTopic[] {
  const faults: Fault[] = [];
  const resolved = topics.map((topic) => {
    faults.push(...answerableFaults(topic));
    return { topic, gold: resolveGold(topic, documents, faults) };
  });
  throwFaults(faults);
  return resolved;
}

/** What a topic declares against what its judgments say. */
export function answerableFaults({ answerable, gold, where }: Topic): Fault[] {
  const hasRelevant = gold.some(({ grade }) => grade > 0);
  if (answerable === true && !hasRelevant) {
    return [{ where, message: 'the topic is declared answerable, but no gold entry has a grade above 0' }];
  }
  if (answerable === false && hasRelevant) {
    return [{ where, message: 'the topic is declared unanswerable, but a gold entry has a grade above 0' }];
  }
  if (answerable === 'unknown' && hasRelevant) {
    return [
      { where, message: 'the topic is declared unknown, but a gold entry has a grade above 0: it is answerable' },
    ];
  }
  return [];
}

/** The entries that could be found; the others are added to the faults. */
export function resolveGold({ gold }: Topic, documents: Documents, faults: Fault[]): ResolvedGold[] {
  return gold.flatMap(({ doc, grade, anchor, where }) => {
    const document = documents.get(doc);
    if (document === undefined) {
      const hint = faults.length < MAX_SHOWN_FAULTS ? didYouMean(doc, [...documents.keys()]) : '';
      faults.push({ where, message: `there is no document "${doc}".${hint}` });
      return [];
    }
    const span = locate(document.text, anchor);
    if (typeof span !== 'string') return [{ doc, grade, span, where }];
    faults.push({ where, message: `${doc}: ${span}` });
    return [];
  });
}

/**
 * Judged passages per topic, each at the highest grade of the entries that it covers, in document order.
 * An entry for a whole document is understood only where one passage is the document (chunker `whole`): elsewhere it
 * would make every passage relevant.
 * @throws GrkError GRK_GOLDEN_INVALID for an entry that no passage covers, with its line
 */
export function judgedPassages(
  topics: readonly ResolvedTopic[],
  passages: Iterable<IndexedPassage>,
  chunker: Chunker,
): Map<TopicId, Judged[]> {
  const byDocument = groupByDocument(passages);
  const faults: Fault[] = [];
  const judged = topics.map(({ topic, gold }): [TopicId, Judged[]] => {
    const hits = gold.flatMap((entry) =>
      passagesOf(entry, byDocument, chunker, faults).map((passage) => ({ passage, grade: entry.grade })),
    );
    hits.sort((a, b) => compareBytes(a.passage.doc, b.passage.doc) || a.passage.startUtf16 - b.passage.startUtf16);
    return [topic.topicId, highestGrades(hits.map(({ passage, grade }) => ({ id: passage.id, grade })))];
  });
  throwFaults(faults);
  return new Map(judged);
}

export function groupByDocument(passages: Iterable<IndexedPassage>): Map<DocId, IndexedPassage[]> {
  const byDocument = new Map<DocId, IndexedPassage[]>();
  for (const passage of passages) {
    const list = byDocument.get(passage.doc);
    if (list === undefined) byDocument.set(passage.doc, [passage]);
    else list.push(passage);
  }
  return byDocument;
}

/** The passages that count for an entry; where there are none, that is added to the faults. */
export function passagesOf(
  { doc, span, where }: ResolvedGold,
  byDocument: ReadonlyMap<DocId, readonly IndexedPassage[]>,
  chunker: Chunker,
  faults: Fault[],
): readonly IndexedPassage[] {
  const passages = byDocument.get(doc) ?? [];
  if (span === undefined && chunker !== 'whole') {
    faults.push({
      where,
      message: `${doc}: an entry for a whole document says nothing about passages: add a quote or lines, or use unit "document" or chunker "whole"`,
    });
    return [];
  }
  const covering = span === undefined ? passages : coveringPassages(span, passages);
  if (covering.length === 0) faults.push({ where, message: `${doc}: no passage covers this entry` });
  return covering;
}

/** Judged documents per topic, each at the highest grade of its entries, by id bytewise. */
export function judgedDocuments(topics: readonly ResolvedTopic[]): Map<TopicId, Judged[]> {
  return new Map(
    topics.map(({ topic, gold }) => [
      topic.topicId,
      highestGrades(gold.map(({ doc, grade }) => ({ id: doc, grade }))).sort((a, b) => compareBytes(a.id, b.id)),
    ]),
  );
}

/** One entry per id, in order of first occurrence. */
function highestGrades(entries: readonly Judged[]): Judged[] {
  const grades = new Map<string, number>();
  for (const { id, grade } of entries) grades.set(id, Math.max(grade, grades.get(id) ?? grade));
  return [...grades].map(([id, grade]) => ({ id, grade }));
}
