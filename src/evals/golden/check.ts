import type { IndexedPassage } from '../../contracts/document.ts';
import type { Finding, GoldenSet, Topic } from '../../contracts/golden.ts';
import { compareBytes } from '../../contracts/ids.ts';
import type { ChunkerSettings } from '../../contracts/pipeline.ts';
import { compareWhere, type Fault } from './faults.ts';
import { type ContentWords, sharedContentWords } from './overlap.ts';
import {
  answerableFaults,
  type Documents,
  groupByDocument,
  passagesOf,
  type ResolvedGold,
  resolveGold,
} from './resolve.ts';

export interface CheckInput {
  readonly golden: GoldenSet;
  readonly documents: Documents;
  /** Needed in passage unit, to see whether every entry is covered. */
  readonly chunked:
    | { readonly chunker: ChunkerSettings['name']; readonly passages: Iterable<IndexedPassage> }
    | undefined;
  readonly contentWords: ContentWords;
}

const MAX_DANGLING_NAMED = 10;
const PARAPHRASE = 'paraphrase';
const MULTI = 'multi';
/** The most content words that a paraphrase may share with its answer. */
const PARAPHRASE_OVERLAP = 1;

/**
 * Everything about a golden set that would distort a measurement, by file and line. `error`: numbers would be wrong;
 * `warning`: they would say less than they seem to; `notice`: worth knowing. Faults of form are refused by `loadGolden`.
 */
export function checkGolden(input: CheckInput): Finding[] {
  const { golden, documents, chunked } = input;
  const faults: Fault[] = [];
  const byDocument = groupByDocument(chunked?.passages ?? []);
  const findings: Finding[] = [];
  for (const topic of golden.topics) {
    faults.push(...answerableFaults(topic));
    const gold = resolveGold(topic, documents, faults);
    if (golden.unit === 'passage' && chunked !== undefined) {
      for (const entry of gold) passagesOf(entry, byDocument, chunked.chunker, faults);
    }
    findings.push(...overlapFindings(topic, gold, input), ...multiFindings(topic));
  }
  findings.push(
    ...faults.map((fault) => ({ severity: 'error' as const, ...fault })),
    ...repeatedQueries(golden),
    ...splitBalance(golden),
    ...unjudgedTopics(golden),
    ...danglingDocuments(golden, documents),
  );
  return findings.sort((a, b) => compareWhere(a.where, b.where) || compareBytes(a.message, b.message));
}

/** Counted over relevant entries with a quote or lines; entries for whole documents have no text to share words with. */
function overlapFindings(
  topic: Topic,
  gold: readonly ResolvedGold[],
  { documents, contentWords }: CheckInput,
): Finding[] {
  const { where, overlap, category, query } = topic;
  const answers = gold.flatMap(({ doc, grade, span }) =>
    grade > 0 && span !== undefined ? [documents.get(doc)?.text.slice(span.startUtf16, span.endUtf16) ?? ''] : [],
  );
  if (answers.length === 0 || answers.length < topic.gold.filter(({ grade }) => grade > 0).length) return [];
  const shared = sharedContentWords(query, answers, contentWords);
  const counted = `${shared.length}${shared.length === 0 ? '' : ` (${shared.join(', ')})`}`;
  const findings: Finding[] = [];
  if (overlap !== undefined && overlap !== shared.length) {
    findings.push({ severity: 'error', where, message: `overlap is stored as ${overlap}, but is ${counted}` });
  }
  if (category !== PARAPHRASE) return findings;
  if (overlap === undefined) {
    findings.push({
      severity: 'warning',
      where,
      message: `a ${PARAPHRASE} without a stored overlap; it is ${counted}`,
    });
  }
  if (shared.length > PARAPHRASE_OVERLAP) {
    const message = `a ${PARAPHRASE} shares at most ${PARAPHRASE_OVERLAP} content word with its answer; this one shares ${counted}`;
    findings.push({ severity: 'error', where, message });
  }
  return findings;
}

function multiFindings({ category, gold, where }: Topic): Finding[] {
  const relevant = gold.filter(({ grade }) => grade > 0).length;
  if (category !== MULTI || relevant >= 2) return [];
  return [
    { severity: 'warning', where, message: `a ${MULTI} topic has several relevant entries; this one has ${relevant}` },
  ];
}

/** A query without case and punctuation. */
export function foldedQuery(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The same question twice counts twice, and in two splits it leaks. Imported collections are only warned about. */
function repeatedQueries({ topics, format }: GoldenSet): Finding[] {
  const seen = new Map<string, Topic>();
  return topics.flatMap((topic) => {
    const key = foldedQuery(topic.query);
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, topic);
    if (earlier === undefined || earlier.topicId === topic.topicId) return [];
    const message = `topic "${topic.topicId}" asks the same as "${earlier.topicId}" (${earlier.where})`;
    return [{ severity: format === 'grk' ? 'error' : 'warning', where: topic.where, message }];
  });
}

function splitBalance({ topics, splits, format }: GoldenSet): Finding[] {
  if (format !== 'grk' || !splits.includes('dev') || !splits.includes('test')) return [];
  return [...new Set(topics.map(({ category }) => category))].flatMap((category) => {
    const members = topics.filter((topic) => topic.category === category);
    const count = (split: string) => members.filter((topic) => topic.split === split).length;
    const [dev, test] = [count('dev'), count('test')];
    const where = members.map((topic) => topic.where).sort(compareWhere)[0];
    if (Math.abs(dev - test) <= 1 || where === undefined) return [];
    const message = `category "${category}" has ${dev} topics in dev and ${test} in test`;
    return [{ severity: 'warning' as const, where, message }];
  });
}

function unjudgedTopics({ topics, splits }: GoldenSet): Finding[] {
  return splits.flatMap((split) => {
    const unknown = topics.filter((topic) => topic.split === split && topic.answerable === 'unknown');
    const where = unknown[0]?.where;
    if (where === undefined) return [];
    const message = `split "${split}" has ${unknown.length} topics without a relevant judgment; they are in no average`;
    return [{ severity: 'notice' as const, where, message }];
  });
}

function danglingDocuments({ name, topics, source }: GoldenSet, documents: Documents): Finding[] {
  const named = new Set(topics.flatMap(({ gold }) => gold.map(({ doc }) => doc)));
  const dangling = [...documents.keys()].filter((doc) => !named.has(doc));
  if (dangling.length === 0) return [];
  const where = source.kind === 'folder' ? source.root : (source.files[0] ?? name);
  const shown = dangling.slice(0, MAX_DANGLING_NAMED).join(', ');
  const more = dangling.length > MAX_DANGLING_NAMED ? ', …' : '';
  const message = `${dangling.length} of ${documents.size} documents are named by no topic: ${shown}${more}`;
  return [{ severity: 'notice', where, message }];
}
