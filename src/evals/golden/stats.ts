import type { GoldenSet, Topic } from '../../contracts/golden.ts';
import type { GoldenGroup, GoldenStats, SharedGold, SimilarTopics } from '../../contracts/golden-stats.ts';
import { compareBytes } from '../../contracts/ids.ts';
import { foldedQuery } from './check.ts';
import { similarPairs } from './near-duplicates.ts';
import { type ContentWords, sharedContentWords } from './overlap.ts';
import { type Documents, type ResolvedGold, type ResolvedTopic, resolveTopics } from './resolve.ts';

/** Jaccard similarity of analysed words from which two topics are near-duplicates. */
export const SIMILARITY_THRESHOLD = 0.8;

export interface StatsInput {
  readonly golden: GoldenSet;
  readonly documents: Documents;
  readonly contentWords: ContentWords;
  /** Of a two-sided sign-flip test of so many topics. */
  readonly smallestP: (topics: number) => number;
}

/**
 * Counts a golden set.
 * @throws GrkError GRK_GOLDEN_INVALID for gold that points nowhere
 */
export function goldenStats(input: StatsInput): Omit<GoldenStats, 'detectable'> {
  const { golden, documents } = input;
  const resolved = resolveTopics(golden.topics, documents);
  const overlaps = new Map(resolved.map((topic) => [topic.topic, overlapOf(topic, input)]));
  const groupOf = (by: GoldenGroup['by'], name: string, topics: readonly Topic[]) =>
    group(by, name, topics, (topic) => overlaps.get(topic) ?? null, input.smallestP);
  const groups = (by: 'split' | 'category' | 'slice', namesOf: (topic: Topic) => readonly string[]) =>
    [...new Set(golden.topics.flatMap(namesOf))].sort(compareBytes).map((name) =>
      groupOf(
        by,
        name,
        golden.topics.filter((topic) => namesOf(topic).includes(name)),
      ),
    );
  const named = new Set(golden.topics.flatMap(({ gold }) => gold.map(({ doc }) => doc)));
  return {
    name: golden.name,
    version: golden.version,
    unit: golden.unit,
    documents: documents.size,
    documentsUnjudged: [...documents.keys()].filter((doc) => !named.has(doc)).length,
    groups: [
      groupOf('all', golden.name, golden.topics),
      ...groups('split', ({ split }) => [split]),
      ...groups('category', ({ category }) => [category]),
      ...groups('slice', ({ slices }) => slices),
    ],
    grades: gradesOf(golden.topics),
    similarityThreshold: SIMILARITY_THRESHOLD,
    similar: similarTopics(golden.topics, input.contentWords),
    sharedGold: sharedGold(resolved),
  };
}

function group(
  by: GoldenGroup['by'],
  name: string,
  topics: readonly Topic[],
  overlap: (topic: Topic) => number | null,
  smallestP: StatsInput['smallestP'],
): GoldenGroup {
  const answerable = topics.filter((topic) => topic.answerable === true);
  const relevant = answerable.map(({ gold }) => gold.filter(({ grade }) => grade > 0).length);
  return {
    by,
    name,
    topics: topics.length,
    answerable: answerable.length,
    noAnswer: topics.filter((topic) => topic.answerable === false).length,
    unknown: topics.filter((topic) => topic.answerable === 'unknown').length,
    judgments: topics.reduce((sum, { gold }) => sum + gold.length, 0),
    goldPerTopic: mean(relevant),
    queryWords: mean(topics.map(({ query }) => query.match(/[\p{L}\p{N}]+/gu)?.length ?? 0)) ?? 0,
    overlap: mean(answerable.map(overlap).filter((share) => share !== null)),
    smallestP: smallestP(answerable.length),
  };
}

/** Of the query's content words, how many its relevant entry with most of them holds; null without such words. */
function overlapOf({ topic, gold }: ResolvedTopic, { documents, contentWords }: StatsInput): number | null {
  const asked = new Set(contentWords(topic.query)).size;
  const answers = gold
    .filter(({ grade }) => grade > 0)
    .map(({ doc, span }) => {
      const text = documents.get(doc)?.text ?? '';
      return span === undefined ? text : text.slice(span.startUtf16, span.endUtf16);
    });
  if (asked === 0 || answers.length === 0) return null;
  return sharedContentWords(topic.query, answers, contentWords).length / asked;
}

function gradesOf(topics: readonly Topic[]): GoldenStats['grades'] {
  const counts = new Map<number, number>();
  for (const { gold } of topics) for (const { grade } of gold) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b).map(([grade, judgments]) => ({ grade, judgments }));
}

function similarTopics(topics: readonly Topic[], contentWords: ContentWords): SimilarTopics[] {
  // A position, since splits may share ids.
  const sets = topics.map(({ query }, i) => ({ id: String(i), words: wordsOf(query, contentWords) }));
  return similarPairs(sets, SIMILARITY_THRESHOLD).flatMap(({ a, b, similarity }) => {
    const [one, other] = [topics[Number(a)], topics[Number(b)]];
    if (one === undefined || other === undefined) return [];
    return [
      {
        a: one.topicId,
        b: other.topicId,
        splits: [one.split, other.split] as const,
        similarity,
        isSameQuery: foldedQuery(one.query) === foldedQuery(other.query),
      },
    ];
  });
}

/** A query of stop words alone is known by all of its words. */
function wordsOf(query: string, contentWords: ContentWords): Set<string> {
  const words = contentWords(query);
  return new Set(words.length > 0 ? words : foldedQuery(query).split(' ').filter(Boolean));
}

/** Documents, or stretches of them where entries have spans, that are relevant in more than one split. */
function sharedGold(topics: readonly ResolvedTopic[]): SharedGold[] {
  interface Entry extends Pick<ResolvedGold, 'doc'> {
    readonly topic: Topic;
    readonly start: number;
    readonly end: number;
  }
  const byDocument = new Map<string, Entry[]>();
  for (const { topic, gold } of topics) {
    for (const { doc, grade, span } of gold) {
      if (grade <= 0) continue;
      const entry = { doc, topic, start: span?.startUtf16 ?? 0, end: span?.endUtf16 ?? Number.POSITIVE_INFINITY };
      byDocument.set(doc, [...(byDocument.get(doc) ?? []), entry]);
    }
  }
  return [...byDocument]
    .sort(([a], [b]) => compareBytes(a, b))
    .flatMap(([doc, entries]) => {
      const stretches: Entry[][] = [];
      let end = -1;
      for (const entry of entries.sort((a, b) => a.start - b.start)) {
        const last = stretches.at(-1);
        if (last !== undefined && entry.start < end) last.push(entry);
        else stretches.push([entry]);
        end = Math.max(end, entry.end);
      }
      return stretches
        .filter((stretch) => new Set(stretch.map(({ topic }) => topic.split)).size > 1)
        .map((stretch) => ({
          doc,
          topics: [...new Set(stretch.map(({ topic }) => topic))].map(({ topicId, split }) => ({ topicId, split })),
        }));
    });
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
